/* gone.h - files that go when a signal ends us: drafts that have a name of their own. */
#ifndef CANTRIP_TOOLS_GONE_H
#define CANTRIP_TOOLS_GONE_H

enum { GONE_MOST = 8 };

/* SIGHUP, SIGINT and SIGTERM unlink this file (its name is copied), too, before they end us. At most GONE_MOST at a
 * time; one thread alone says so. */
void gone_with_us(const char *path);
/* This one stays. */
void gone_not(const char *path);

#endif
