/* testfiles.h - which files an argument of `cantrip test` stands for.
 *
 * An argument is a file; a folder of scenario files, or of rulesets; or a ruleset, by name or
 * folder: its `scenarios/`, `scenarios.yaml` and `*.scenario.yaml`.
 */
#ifndef CANTRIP_TOOLS_TESTFILES_H
#define CANTRIP_TOOLS_TESTFILES_H

/* Gives USE each file that ARG stands for. 1 if ARG is a game, else 0; -1 after a message of
 * COMMAND. */
int testfiles_of(const char *command, const char *arg, int (*use)(void *ctx, const char *path),
                 void *ctx);
/* The files of a ruleset's folder, which may have none. How many, or -1 after a message. */
int testfiles_in(const char *folder, int (*use)(void *ctx, const char *path), void *ctx);
/* The files of every game that is found. */
int testfiles_all(int (*use)(void *ctx, const char *path), void *ctx);

#endif
