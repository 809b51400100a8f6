/* knowledge.h - the honest test of what each observer knows (README.md beside this file).
 *
 *   main.c     the rulesets, the table, the test of the test
 *   walk.c     every history: every choice, every outcome of luck
 *   luck.c     the kernel's luck, enumerated
 *   worlds.c   the worlds that an observer's classes allow; what he is shown and offered
 *   groups.c   histories that look the same to an observer: the exact information sets
 */
#ifndef CANTRIP_TESTS_KNOWLEDGE_H
#define CANTRIP_TESTS_KNOWLEDGE_H

#include "kernel/kernel.h"
#include "load/definition.h"
#include "script/script.h"

enum { MAX_TAPE = 256, MAX_MEMO = 64 };

/* ---- luck.c ---- */

/* Outcomes of luck in one stretch of play: an odometer. */
struct tape {
    int n, pos;
    uint8_t value[MAX_TAPE], arity[MAX_TAPE];
};
/* What the script hook under way has drawn: drawn again when it is run again. */
struct memo {
    int n, pos, met;
    int met_pos[K_MAX_ANSWERS];
    uint8_t value[MAX_MEMO];
};
struct luck {
    struct kluck k;
    struct khost inner; /* the script's host, wrapped */
    struct tape *tape;  /* NULL: the first of everything */
    struct memo memo;
    bool full; /* a tape or memo was too short */
};
void luck_install(struct luck *l, struct kengine *e);
/* The next outcomes; false: all were tried. */
bool tape_next(struct tape *t);

/* ---- worlds.c ---- */

struct set64 {
    uint64_t *v;
    int n, cap;
}; /* sorted after set_sort */
void set64_add(struct set64 *s, uint64_t v);
void set64_sort(struct set64 *s);
bool set64_has(const struct set64 *s, uint64_t v);
/* Scratch space for one ruleset: blocks of the state's size. */
struct scratch {
    struct kstate *a, *b;
    uint8_t *bytes;
    uint32_t cap;
};
/* The world as observer o may ask for it: others' open answers taken back. */
uint64_t world_key(struct kengine *e, struct scratch *x, const struct kstate *s, int o);
/* All worlds that o's classes allow. Returns how many ways of dealing there are. */
double class_worlds(struct kengine *e, struct scratch *x, const struct kstate *s, int o,
                    struct set64 *out);
uint64_t view_hash(struct kengine *e, struct scratch *x, struct kstate *s, int o);
/* What o is offered: his keys in their order; 0 when he is not asked. */
uint64_t options_hash(struct kengine *e, struct kstate *s, int o);
/* Names this state for o without what others know: equal keys have equal class worlds. */
uint64_t class_key(struct kengine *e, struct scratch *x, const struct kstate *s, int o);

/* ---- groups.c ---- */

struct group {
    uint64_t seen; /* hash of all that o was told: the key */
    uint64_t digest, view, options, worlds_hash;
    struct set64 worlds, real;
    bool sampled; /* often enough to meet every world: `reached` */
    struct set64 reached;
    long histories;
};
struct pair {
    uint64_t key, value;
};
struct groups {
    struct group *v;
    int n, cap;
    int *slot;
    int nslots; /* open addressing by `seen` */
    struct pair *by_digest;
    int ndigest, cap_digest; /* digest -> seen */
    struct pair *memo;
    int nmemo, cap_memo; /* class_key -> worlds_hash */
};
struct group *groups_get(struct groups *g, uint64_t seen, bool *fresh);
/* Remembers which observations the digest stood for. False: it stood for others already. */
bool groups_digest(struct groups *g, uint64_t digest, uint64_t seen);
bool groups_memo(struct groups *g, uint64_t key, uint64_t *hash);
void groups_memo_add(struct groups *g, uint64_t key, uint64_t hash);
void groups_free(struct groups *g);

/* ---- walk.c ---- */

struct count {
    long histories, points, sets;
    long unsound, leaking, samples;
    double looseness; /* sum over information sets */
    char error[400];
    char first[200]; /* the first finding, in words */
};
struct game {
    const char *name;
    struct ct_definition *def;
    struct script *script;
    struct kengine e;
    bool stop_at_first; /* a finding is enough */
    bool stop_forced;
};
/* Walks all histories for all observers. 0, or -1: the ruleset failed (count->error). */
int walk_game(struct game *g, struct count *c);

#endif
