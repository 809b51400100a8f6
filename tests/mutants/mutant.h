/* mutant.h - the switch between the mutants that one build holds (tests/mutants/make). */
#ifndef MUTANT_H
#define MUTANT_H

enum { MUTANTS_MOST = 1 << 17 };
extern int
    mutant_now; /* which is switched on; 0: none; -1: none, and those that are met are noted */
extern unsigned char mutant_met[MUTANTS_MOST];

static inline int mutant(int n)
{
    return __builtin_expect(mutant_now == n || (mutant_now < 0 && !(mutant_met[n] = 1)), 0);
}

#endif
