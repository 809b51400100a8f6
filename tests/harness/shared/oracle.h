/* oracle.h - what each run of a harness is held against.
 *
 * A run tells all that it sees, texts and numbers, to a transcript. A text that acts on a terminal is a
 * finding where it is told; two runs of one input tell the same; a run ends within CPU_MOST seconds of
 * processor. Memory is libFuzzer's part (tests/harness/run has the limits), errors of memory are the
 * sanitizers'.
 */
#ifndef CANTRIP_HARNESS_ORACLE_H
#define CANTRIP_HARNESS_ORACLE_H

#include "cantrip.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { TOLD_KEPT = 1 << 15 };
struct transcript {
    uint64_t hash;
    size_t n;
    struct {
        uint64_t hash; /* of all up to here */
        const char *what;
    } at[TOLD_KEPT];
};

/* A finding: says what, and ends the program as libFuzzer wants it. */
_Noreturn void finding(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* `what` is static: it names the place in a finding. NULL is told as such. */
void tell_number(struct transcript *t, const char *what, uint64_t v);
void tell_bytes(struct transcript *t, const char *what, const void *bytes, size_t n);
/* A line; a message of several lines; JSON, which must be JSON. The latter are freed. */
void tell_line(struct transcript *t, const char *what, const char *text);
void tell_text(struct transcript *t, const char *what, char *text);
void tell_json(struct transcript *t, const char *what, char *text);
void look_at_lines(const char *what,
                   const char *text); /* of a message: a finding if one cannot be shown */
void tell_diags(struct transcript *t, ct_diags *diags);

/* Runs an input, one in four that was accepted and one in sixteen that was refused a second time, and compares. Static transcripts: one harness a
 * process. */
enum ran { RAN_REFUSED, RAN_WHOLE };
typedef enum ran (*run_fn)(const uint8_t *data, size_t n, struct transcript *t);
int run_twice(run_fn run, const uint8_t *data, size_t n);

/* HARNESS_ALL is set: every input is run a second time, and nothing is left to its sum or kept between inputs but the
 * games that a harness begins with. */
bool all_asked(void);

/* The sum of some bytes: where chance is to depend on the input alone. */
uint64_t sum_of(const void *bytes, size_t n);

#endif
