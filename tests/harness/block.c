/* block.c - a game's bytes, some of them others, with a sum that is right all the same: refused, or a game that
 * can be looked at and played. Four bytes of input are a change: where (3 bytes), what. */
#include "shared/game.h"

#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

enum { GAMES = 6, HEADER = 40, SUM_AT = 32, CHANGE = 4 };

static struct played unit;
static struct {
    uint8_t *bytes;
    size_t n;
} blocks[GAMES];

/* Games of one to six people that stand at different picks. */
static void make_block(int i)
{
    static struct transcript t;
    struct ct_setup setup = {.people = i + 1, .seed = (uint64_t)i, .flags = CT_TRACK};

    unit.t = &t;
    unit.g = ct_game_new(unit.e, &setup);
    unit.rng = ct_rng_make(setup.seed, 4);
    ct_replay_init(&unit.record, unit.e, unit.g, "unit");
    play_further(&unit, 5 * i);
    ct_replay_free(&unit.record);
    blocks[i].n = ct_serialize(unit.e, unit.g, NULL, 0);
    blocks[i].bytes = malloc(blocks[i].n);
    if (!ct_serialize(unit.e, unit.g, blocks[i].bytes, blocks[i].n))
        finding("%s", ct_error(unit.e));
    ct_state_free(unit.g);
}

static uint8_t *spoilt(int i, const uint8_t *data, size_t n)
{
    uint8_t *bytes = malloc(blocks[i].n);

    memcpy(bytes, blocks[i].bytes, blocks[i].n);
    for (; n >= CHANGE; data += CHANGE, n -= CHANGE) {
        size_t at = (size_t)data[0] | (size_t)data[1] << 8 | (size_t)data[2] << 16;
        bytes[HEADER + at % (blocks[i].n - HEADER)] = data[3];
    }
    uint64_t sum = XXH64(bytes + HEADER, blocks[i].n - HEADER, 0);
    for (int k = 0; k < 8; k++)
        bytes[SUM_AT + k] = (uint8_t)(sum >> 8 * k);
    return bytes;
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    if (!n)
        return RAN_REFUSED;
    int i = data[0] % GAMES;
    uint8_t *bytes = spoilt(i, data + 1, n - 1);

    unit.t = t;
    unit.g = ct_deserialize(unit.e, bytes, blocks[i].n);
    free(bytes);
    if (!unit.g) {
        tell_error(t, unit.e);
        return RAN_REFUSED;
    }
    unit.rng = ct_rng_make(data[0], 4);
    ct_replay_init(&unit.record, unit.e, unit.g, "unit");
    tell_game(&unit);
    play_further(&unit, 8);
    ct_replay_free(&unit.record);
    ct_state_free(unit.g);
    return RAN_WHOLE;
}

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    ct_definition *def = load_own("tests/rulesets/features/unit");

    (void)argc, (void)argv;
    tighten(def);
    unit = (struct played){.def = def, .e = ct_engine_new(def, NULL), .forged = true};
    for (int i = 0; i < GAMES; i++)
        make_block(i);
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
