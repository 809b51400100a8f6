/* fuzz.h - what the parts of the fuzzer share.
 *
 *   fuzz.c      the command: cases, each in a process of its own, and what becomes of them
 *   targets.c   what is spoilt, and which commands then read it
 *   mutate.c    how a text is spoilt
 *   tallies.c   tallies to be spoilt, and those that do not belong together
 */
#ifndef CANTRIP_TOOLS_FUZZ_H
#define CANTRIP_TOOLS_FUZZ_H

#include "mutate.h"

/* The folder of a run: a copy of all games, whose files are spoilt and put back. */
struct playground {
    char **file; /* each file that can be spoilt, by its path in dir */
    size_t nfiles;
    struct corpus corpus;
    char *last; /* the spoilt text of the case under way */
    size_t nlast;
    const char *last_path; /* its file */
};

/* A target: its name, what it spoils, and how a case of it runs. */
struct target {
    const char *name, *says;
    /* Runs one case in a child. The exit status of the last command that ran. */
    int (*run)(struct ct_rng *rng, const char *path);
    bool (*spoils)(const char *path); /* can it spoil this file? */
    bool one_line;                    /* refuses with one line */
};
extern const struct target targets[];
extern const int ntargets;

/* A file's text (free()), or NULL; into a file. */
char *read_text(const char *path, size_t *n);
bool write_text(const char *path, const char *text, size_t n);
bool ends_with(const char *text, const char *end);
/* Runs cantrip(command, argument, …, NULL). Its exit status. */
int cantrip(const char *command, ...);

/* Writes the tallies of several runs to records/. */
bool tallies_make(void);
bool is_tally(const char *path);
int run_tally(struct ct_rng *rng, const char *path);

#endif
