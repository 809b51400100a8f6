"""libcantrip, by cffi in ABI mode: what is used of cantrip.h. tests/python holds it against the header."""
import os
from pathlib import Path

from cffi import FFI

DECLARED = """
typedef struct ct_definition ct_definition;
typedef struct ct_engine ct_engine;
typedef struct ct_state ct_state;
typedef struct ct_diags ct_diags;
typedef struct ct_numbers ct_numbers;
typedef struct ct_batch ct_batch;
typedef struct ct_bot ct_bot;
typedef struct ct_policy ct_policy;
struct ct_info {
    const char *id, *title, *folder;
    int min_people, max_people;
    int cards, copies;
    int different;
    int options, languages, zones, counters;
    int card_counters;
    int phases, actions, verbs, words, traits;
    uint64_t behaviour, layout;
    const char *line, *kind;
    int minutes, weight;
};
struct ct_setup {
    int people;
    uint64_t seed;
    unsigned flags;
    const char *const *options;
    int noptions;
};
enum ct_trait_kind {
    CT_TRAIT_NUMBER,
    CT_TRAIT_CONDITION,
    CT_TRAIT_FLAG,
    CT_TRAIT_WORD,
    CT_TRAIT_WORDS,
    CT_TRAIT_CARD,
    CT_TRAIT_EFFECTS,
    CT_TRAIT_WATCHES
};
struct ct_trait_info {
    const char *id;
    enum ct_trait_kind is;
    bool untold;
    bool headed;
};
enum ct_status { CT_RUNNING, CT_OVER, CT_UNFINISHED, CT_BROKEN };
struct ct_result {
    enum ct_status status;
    unsigned winners;
    int sides;
    unsigned side[12];
    unsigned won, lost;
    bool scored, least_wins;
    bool graded;
    bool staked;
    int64_t out_of[12];
    int share[12];
    int64_t score[12];
    int64_t side_score[12];
};
struct ct_stats {
    uint64_t picks;
    uint64_t forced;
    uint64_t empty;
    uint64_t hooks, reruns;
    uint64_t work;
};
struct ct_rng {
    uint64_t key, count;
};
struct ct_span {
    enum ct_span_is { CT_SPAN_COUNTER } is;
    int id;
    int whose;
    int from, n;
};
struct ct_batch_arrays {
    int8_t *seen;
    uint8_t *may;
    int32_t *seat;
    uint8_t *over;
    double *share;
    int64_t *score;
    uint64_t *seeds;
};
enum ct_bot_kind { CT_BOT_RANDOM };
struct ct_bot_spec {
    enum ct_bot_kind kind;
    int n;
    int plies;
    bool forgets;
    bool no_facts;
    bool sees_all;
    bool mast;
    bool mast_prior;
    bool guided;
    bool resample;
    int seconds;
    int games;
    int temperature;
    char command[256];
    const ct_policy *policy;
};
ct_definition *ct_load(const char *folder, ct_diags **diags);
ct_definition *ct_load_among(const char *folder, const char *const *places, ct_diags **diags);
void ct_free(ct_definition *def);
char *ct_diags_text(const ct_diags *diags, bool colour);
void ct_diags_free(ct_diags *diags);
struct ct_info ct_get_info(const ct_definition *def, const char *lang);
const char *ct_zone_id(const ct_definition *def, int zone);
const char *ct_counter_id(const ct_definition *def, int counter);
const char *ct_phase_id(const ct_definition *def, int phase);
const char *ct_card_id(const ct_definition *def, int i);
const char *ct_card_name(const ct_definition *def, int i, const char *lang);
int ct_card_copies(const ct_definition *def, int i);
bool ct_get_trait(const ct_definition *def, int trait, struct ct_trait_info *out);
const char *ct_trait_word(const ct_definition *def, int trait, int word);
bool ct_card_value(const ct_definition *def, int card, int trait, int32_t *out);
bool ct_card_is(const ct_definition *def, int card, int trait, int word);
ct_engine *ct_engine_new(const ct_definition *def, char **wrong);
void ct_engine_free(ct_engine *engine);
const char *ct_error(ct_engine *engine);
ct_state *ct_game_new(ct_engine *engine, const struct ct_setup *setup);
int ct_game_restart(ct_engine *engine, ct_state *state, uint64_t seed);
void ct_state_free(ct_state *state);
ct_state *ct_clone(const ct_state *state);
void ct_copy(ct_state *to, const ct_state *from);
int ct_advance(ct_engine *engine, ct_state *state);
int ct_seats(const ct_state *state);
int ct_people(const ct_state *state);
bool ct_is_person(const ct_state *state, int seat);
uint64_t ct_seed(const ct_state *state);
unsigned ct_pending(const ct_state *state);
int ct_next_seat(const ct_state *state);
const char *ct_prompt(ct_engine *engine, ct_state *state);
int ct_choices(ct_engine *engine, ct_state *state, int seat);
const char *ct_choice_text(ct_engine *engine, ct_state *state, int seat, int i);
int ct_pick(ct_engine *engine, ct_state *state, int seat, int i);
int ct_playout(ct_engine *engine, ct_state *state, struct ct_rng *rng, int n, int plies, uint64_t *picks);
char *ct_view_json(ct_engine *engine, ct_state *state, int observer, bool memory);
uint64_t ct_digest(const ct_state *state, int observer);
int ct_resample(ct_engine *engine, ct_state *to, ct_state *state, int seat, uint64_t stream);
int ct_get_result(ct_engine *engine, ct_state *state, struct ct_result *out);
struct ct_stats ct_get_stats(const ct_state *state);
uint64_t ct_hash(ct_engine *engine, ct_state *state);
size_t ct_serialize(ct_engine *engine, const ct_state *state, uint8_t *out, size_t cap);
ct_state *ct_deserialize(ct_engine *engine, const uint8_t *bytes, size_t n);
struct ct_rng ct_rng_make(uint64_t seed, uint64_t stream);
uint64_t ct_rng_next(struct ct_rng *rng);
uint32_t ct_rng_below(struct ct_rng *rng, uint32_t n);
ct_numbers *ct_numbers_new(ct_engine *engine, const struct ct_setup *setup);
void ct_numbers_free(ct_numbers *numbers);
int ct_numbers_actions(const ct_numbers *numbers);
int ct_numbers_values(const ct_numbers *numbers);
char *ct_number_text(const ct_numbers *numbers, int number);
int ct_choice_numbers(ct_numbers *numbers, ct_state *state, int seat, int i, int32_t *out);
int ct_numbers_next(ct_numbers *numbers, ct_state *state, int seat, const int32_t *given, int ngiven, uint8_t *may);
bool ct_get_span(const ct_numbers *numbers, int i, struct ct_span *out);
const char *ct_span_name(enum ct_span_is is);
int ct_observe(ct_numbers *numbers, ct_state *state, int observer, const int32_t *given, int ngiven, int8_t *out);
ct_batch *ct_batch_new(const ct_definition *def, const struct ct_setup *setup, int games, int threads, unsigned seats, char **wrong);
void ct_batch_free(ct_batch *batch);
int ct_batch_reset(ct_batch *batch, const uint64_t *seeds, const struct ct_batch_arrays *out);
int ct_batch_step(ct_batch *batch, const int32_t *numbers, const struct ct_batch_arrays *out);
const char *ct_batch_error(const ct_batch *batch);
int ct_bot_parse(const char *text, struct ct_bot_spec *out, char *why, size_t cap);
ct_bot *ct_bot_new(const ct_definition *def, const struct ct_bot_spec *spec);
void ct_bot_free(ct_bot *bot);
void ct_bot_begin(ct_bot *bot, ct_state *game, int seat, uint64_t seed);
int ct_bot_choose(ct_bot *bot, ct_state *game, int seat);
const char *ct_bot_error(ct_bot *bot);
ct_policy *ct_policy_read(const ct_definition *def, const char *path, const char *text, size_t n, char **wrong);
void ct_policy_free(ct_policy *policy);
"""

ffi = FFI()
ffi.cdef(DECLARED)
libc = FFI()
libc.cdef("void free(void *p);")
_libc = libc.dlopen(None)

TRACK, WHOLE, SEVERAL, MAX_NUMBERS, BOT_STREAM = 1, 27720, -2, 64, 1000

HERE = Path(__file__).resolve().parent
TREE = HERE.parents[2]  # of a checkout


def _library():
    """libcantrip.so.0: $CANTRIP_LIBRARY, beside this file, of the checkout, the system's."""
    for path in (os.environ.get("CANTRIP_LIBRARY"), HERE / "libcantrip.so.0", TREE / "build/libcantrip.so.0"):
        if path and Path(path).exists():
            return str(path)
    return "libcantrip.so.0"


lib = ffi.dlopen(_library())


class Error(Exception):
    """What Cantrip says is wrong."""


def text(pointer):
    """A text of the library's as str; None for NULL."""
    return None if pointer == ffi.NULL else ffi.string(pointer).decode()


def taken(pointer):
    """A text that is the caller's, which is freed."""
    said = text(pointer)
    _libc.free(libc.cast("void *", int(ffi.cast("intptr_t", pointer))))
    return said
