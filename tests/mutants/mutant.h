/* mutant.h - the switch between the mutants that one build holds (tests/mutants/make). */
#ifndef MUTANT_H
#define MUTANT_H

enum { MUTANTS_MOST = 1 << 17 };
/* The mutant that is switched on. 0: none. -1: none, and each mutant that the program reaches is noted in mutant_met. */
extern int mutant_now;
extern unsigned char mutant_met[MUTANTS_MOST];

static inline int mutant(int n)
{
    return __builtin_expect(mutant_now == n || (mutant_now < 0 && !(mutant_met[n] = 1)), 0);
}

#endif
