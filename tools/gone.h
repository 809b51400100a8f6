/* gone.h - named drafts that are deleted if a signal ends the program. */
#ifndef CANTRIP_TOOLS_GONE_H
#define CANTRIP_TOOLS_GONE_H

enum { GONE_MOST = 8 };

/* SIGHUP, SIGINT and SIGTERM will delete this file before they end us. The name is copied. At most
 * GONE_MOST files at a time, all from one thread. */
void gone_with_us(const char *path);
/* Keeps this file after all. */
void gone_not(const char *path);

#endif
