/* scan.c - finds variables that would outlive a hook, when scripts are loaded.
 *
 * Hooks must be functions of the state alone. So every function that hooks can reach is dumped and
 * its instructions are read (S22). Assigning to an upvalue of the file, to a global name, or to a
 * field of a table of the file is an error with its line. Tables are followed through registers in
 * the order of the code. What escapes this (a table given to another function) is found by
 * script_fingerprint() in `check --deep`.
 *
 * This depends on the dump format and the instructions of Lua 5.4. The header is checked, and
 * tests/unit/script.c checks the instructions by what they find. */
#include "base/str.h"
#include "script/internal.h"

#include <stdio.h>
#include <stdlib.h>

/* ORDER of lopcodes.h (5.4): only those that matter. */
enum {
    L_MOVE = 0,
    L_LOADF = 2,
    L_LOADNIL = 8,
    L_GETUPVAL = 9,
    L_SETUPVAL = 10,
    L_GETTABUP = 11,
    L_GETTABLE = 12,
    L_GETI = 13,
    L_GETFIELD = 14,
    L_SETTABUP = 15,
    L_SETTABLE = 16,
    L_SETI = 17,
    L_SETFIELD = 18,
    L_SELF = 20,
    L_MODK = 25,
    L_DIVK = 27,
    L_MOD = 37,
    L_DIV = 39,
    L_MMBIN = 46,
    L_MMBINK = 48,
    L_CONCAT = 53,
    L_CLOSE = 54,
    L_JMP = 56,
    L_LT = 58,
    L_LE = 59,
    L_TEST = 66,
    L_CALL = 68,
    L_TAILCALL = 69,
    L_RETURN = 70,
    L_RETURN1 = 72,
    L_FORLOOP = 73,
    L_TFORLOOP = 77,
    L_SETLIST = 78,
    L_CLOSURE = 79,
    L_VARARG = 80,
    L_VARARGPREP = 81,
    L_EXTRAARG = 82
};

struct reader {
    const unsigned char *p, *end;
    bool bad;
};

/* What a register holds, as far as it is followed. */
enum { R_OTHER = 0, R_LIBRARY = 1000, R_CHANGER = 1001 }; /* else 1 + upvalue */

struct proto {
    const unsigned char *code, *constants, *lines;
    size_t ncode, nconstants, nlines;
    const unsigned char *abslines;
    size_t nabs;
    int line; /* where it begins */
    size_t nup;
    const unsigned char *up_name[256];
    size_t up_len[256];
    uint8_t kept[256]; /* the upvalue belongs to the file, not to a hook */
};

/* What functions may do. */
struct kind {
    size_t ncode;
    uint8_t slow, does; /* KIND_*, DOES_* */
};

struct finding {
    struct kind *kind; /* if only this is looked for */
    bool found, no_room;
    int line;
    char what[160];
};

/* ---- reading a dump -------------------------------------------------------------- */

static unsigned byte(struct reader *r)
{
    if (r->p >= r->end) {
        r->bad = true;
        return 0;
    }
    return *r->p++;
}

static size_t size(struct reader *r)
{
    size_t n = 0;
    unsigned b;

    do {
        b = byte(r);
        n = n << 7 | (b & 0x7f);
    } while (!(b & 0x80) && !r->bad);
    return n;
}

static const unsigned char *skip(struct reader *r, size_t n)
{
    const unsigned char *p = r->p;

    if (n > (size_t)(r->end - r->p)) {
        r->bad = true;
        return p;
    }
    r->p += n;
    return p;
}

static const unsigned char *string(struct reader *r, size_t *len)
{
    size_t n = size(r);

    *len = n ? n - 1 : 0;
    return skip(r, *len);
}

static bool header(struct reader *r)
{
    static const unsigned char want[] = "\x1bLua\x54\x00\x19\x93\r\n\x1a\n\x04\x08\x08";
    const unsigned char *h = skip(r, sizeof want - 1);

    if (r->bad || memcmp(h, want, sizeof want - 1) != 0)
        return false;
    skip(r, sizeof(lua_Integer) + sizeof(lua_Number));
    byte(r); /* number of upvalues */
    return !r->bad;
}

/* Reads one constant. Its text if it is a string, else NULL. */
static const unsigned char *constant(struct reader *r, size_t *len)
{
    *len = 0;
    switch (byte(r)) {
    case 0x03: skip(r, sizeof(lua_Integer)); return NULL;
    case 0x13: skip(r, sizeof(lua_Number)); return NULL;
    case 0x04:
    case 0x14: return string(r, len);
    default: return NULL;
    }
}

static const unsigned char *constant_text(const struct proto *f, size_t i, size_t *len,
                                          const struct reader *all)
{
    struct reader r = {f->constants, all->end, false};
    const unsigned char *s = NULL;

    for (size_t k = 0; k <= i && k < f->nconstants; k++)
        s = constant(&r, len);
    return i < f->nconstants && s ? s : (const unsigned char *)((*len = 1), "?");
}

static int line_of(const struct proto *f, size_t pc)
{
    struct reader r = {f->abslines, f->abslines + f->nabs * 20, false};
    int line = f->line;
    size_t from = 0;

    if (!f->nlines)
        return f->line;
    for (size_t i = 0; i < f->nabs; i++) {
        size_t at = size(&r), abs = size(&r);

        if (at > pc)
            break;
        line = (int)abs;
        from = at + 1;
    }
    for (size_t i = from; i <= pc && i < f->nlines; i++)
        line += (signed char)f->lines[i];
    return line;
}

/* ---- looking at the instructions ------------------------------------------------- */

static bool up_is(const struct proto *f, unsigned u, const char *name)
{
    return f->up_len[u] == strlen(name) && memcmp(f->up_name[u], name, f->up_len[u]) == 0;
}

static void found(struct finding *out, const struct proto *f, size_t pc, const char *fmt,
                  const unsigned char *name, size_t len)
{
    if (out->found)
        return;
    out->found = true;
    out->line = line_of(f, pc);
    snprintf(out->what, sizeof out->what, fmt, (int)(len > 60 ? 60 : len), (const char *)name);
}

static const char WRITTEN[] = "`%.*s` belongs to the file, not the hook: use a counter";
static const char GLOBAL[] =
    "`%.*s` is not declared: write `local` (there are no global variables)";
static void found_up(struct finding *out, const struct proto *f, size_t pc, unsigned up)
{
    found(out, f, pc, WRITTEN, f->up_name[up], f->up_len[up]);
}

/* Is constant k one of these words, separated by blanks? */
static bool constant_among(const struct proto *f, unsigned k, const char *words,
                           const struct reader *all)
{
    char text[16];
    size_t len = 0;
    const unsigned char *s = constant_text(f, k, &len, all);

    snprintf(text, sizeof text, "%.*s", (int)(len < sizeof text ? len : 0), (const char *)s);
    return strlen(text) == len && is_among(words, text);
}

static bool writes_nothing(unsigned op)
{
    return (op >= L_MMBIN && op <= L_MMBINK) || (op >= L_CLOSE && op <= L_TEST) ||
           (op >= L_RETURN && op <= L_RETURN1) || op == L_SETLIST || op == L_VARARGPREP ||
           op == L_EXTRAARG;
}

static void follow_get(const struct proto *f, uint16_t *reg, unsigned op, unsigned A,
                       unsigned B, unsigned C, const struct reader *all)
{
    size_t len;
    const unsigned char *s;

    switch (op) {
    case L_GETUPVAL:
        reg[A] = f->kept[B] && !up_is(f, B, "_ENV") ? (uint16_t)(B + 1) : R_OTHER;
        break;
    case L_GETTABUP:
        if (!up_is(f, B, "_ENV")) {
            reg[A] = f->kept[B] ? (uint16_t)(B + 1) : R_OTHER;
            break;
        }
        s = constant_text(f, C, &len, all);
        reg[A] = len == 5 && memcmp(s, "table", 5) == 0 ? R_LIBRARY : R_OTHER;
        break;
    case L_GETFIELD:
        if (reg[B] == R_LIBRARY) {
            reg[A] = constant_among(f, C, "insert remove sort", all) ? R_CHANGER : R_OTHER;
            break;
        } /* fall through */
    default: reg[A] = reg[B] < R_LIBRARY ? reg[B] : R_OTHER;
    }
}

struct instr {
    unsigned op, A, B, C;
};

static struct instr instruction(const struct proto *f, size_t pc)
{
    uint32_t i;

    memcpy(&i, f->code + pc * 4, 4);
    return (struct instr){i & 0x7f, i >> 7 & 0xff, i >> 16 & 0xff, i >> 24};
}

static bool of_file(uint16_t reg)
{
    return reg != R_OTHER && reg < R_LIBRARY;
}

/* Does the instruction write to something of the file? */
static void check_write(const struct proto *f, const uint16_t *reg, struct instr i, size_t pc,
                        const struct reader *all, struct finding *out)
{
    size_t len;

    switch (i.op) {
    case L_SETUPVAL:
        if (f->kept[i.B])
            found_up(out, f, pc, i.B);
        break;
    case L_SETTABUP:
        if (f->kept[i.A] && up_is(f, i.A, "_ENV")) {
            const unsigned char *s = constant_text(f, i.B, &len, all);

            found(out, f, pc, GLOBAL, s, len);
        } else if (f->kept[i.A]) {
            found_up(out, f, pc, i.A);
        }
        break;
    case L_SETTABLE:
    case L_SETI:
    case L_SETFIELD:
        if (of_file(reg[i.A]))
            found_up(out, f, pc, reg[i.A] - 1u);
        break;
    case L_CALL:
    case L_TAILCALL:
        if (reg[i.A] == R_CHANGER && of_file(reg[i.A + 1]))
            found_up(out, f, pc, reg[i.A + 1] - 1u);
        break;
    default: break;
    }
}

/* Updates what the registers hold. */
static void follow(const struct proto *f, uint16_t *reg, struct instr i,
                   const struct reader *all)
{
    switch (i.op) {
    case L_SETUPVAL:
    case L_SETTABUP:
    case L_SETTABLE:
    case L_SETI:
    case L_SETFIELD: break;
    case L_MOVE: reg[i.A] = reg[i.B]; break;
    case L_GETUPVAL:
    case L_GETTABUP:
    case L_GETTABLE:
    case L_GETI:
    case L_GETFIELD: follow_get(f, reg, i.op, i.A, i.B, i.C, all); break;
    case L_SELF:
        reg[i.A + 1] = of_file(reg[i.B]) ? reg[i.B] : R_OTHER;
        reg[i.A] = R_OTHER;
        break;
    case L_CALL:
    case L_TAILCALL:
    case L_VARARG: memset(reg + i.A, 0, (256 - i.A) * sizeof *reg); break;
    case L_LOADNIL:
        for (unsigned r = i.A; r <= i.A + i.B && r < 256; r++)
            reg[r] = R_OTHER;
        break;
    default:
        if (i.op >= L_FORLOOP && i.op <= L_TFORLOOP)
            memset(reg + i.A, 0, 8 * sizeof *reg);
        else if (!writes_nothing(i.op))
            reg[i.A] = R_OTHER;
    }
}

static void look_at(const struct proto *f, const struct reader *all, struct finding *out)
{
    uint16_t reg[256 + 8] = {0};

    for (size_t pc = 0; pc < f->ncode && !out->found; pc++) {
        struct instr i = instruction(f, pc);

        check_write(f, reg, i, pc, all, out);
        follow(f, reg, i, all);
    }
}

/* ---- what is slow ---------------------------------------------------------------- */

/* %c may write a zero byte. */
static bool has_char_format(const unsigned char *s, size_t len)
{
    for (size_t i = 1; i < len; i++)
        if (s[i] == 'c' && memchr(s, '%', i))
            return true;
    return false;
}

/* What a hook with one of these names may do; for steps that nobody may see: load/leaves.c. */
static uint8_t does(const unsigned char *s, size_t len)
{
    static const struct {
        const char *name;
        uint8_t does;
    } rows[] = {
        {"choose", DOES_ASK},  {"choose_all", DOES_ASK}, {"choose_cards", DOES_ASK},
        {"tell", DOES_TELL},   {"cancel", DOES_CANCEL},  {"show", DOES_SHOW | DOES_LEAVE},
        {"add", DOES_LEAVE},   {"set", DOES_LEAVE},      {"trigger", DOES_LEAVE},
        {"block", DOES_LEAVE}, {"queue", DOES_LEAVE},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].name) == len && memcmp(rows[i].name, s, len) == 0)
            return rows[i].does;
    return 0;
}

static void note_constants(const struct proto *f, const struct reader *all, struct kind *k)
{
    struct reader r = {f->constants, all->end, false};
    size_t len;

    for (size_t i = 0; i < f->nconstants; i++) {
        bool number = *r.p == 0x13;
        const unsigned char *s = constant(&r, &len);

        k->does |= s ? does(s, len) : 0;
        if (number || (s && len == 8 && memcmp(s, "tonumber", 8) == 0))
            k->slow |= KIND_FLOATS;
        if (s && ((len == 4 && memcmp(s, "char", 4) == 0) || memchr(s, 0, len) ||
                  has_char_format(s, len)))
            k->slow |= KIND_ZEROS;
    }
}

/* Names through which a function reaches others of a script, or calls that count nothing. */
static const char leads_on[] = "step effect pure check bot pairs ipairs next type";

static void note_kind(const struct proto *f, const struct reader *all, struct kind *k)
{
    k->ncode += f->ncode;
    note_constants(f, all, k);
    for (size_t pc = 0; pc < f->ncode; pc++) {
        struct instr i = instruction(f, pc);
        uint32_t word;
        unsigned slow = 0;

        memcpy(&word, f->code + pc * 4, 4);
        switch (i.op) {
        case L_LOADF:
        case L_DIVK:
        case L_DIV: slow = KIND_FLOATS; break;
        case L_MODK:
        case L_MOD:
        case L_CONCAT: slow = KIND_WRITES; break;
        case L_LT:
        case L_LE: slow = KIND_COMPARES; break;
        case L_CLOSURE:
        case L_FORLOOP: slow = KIND_AGAIN; break;
        case L_JMP: slow = word >> 7 < (1u << 24) - 1 ? KIND_AGAIN : 0; break;
        case L_VARARGPREP:
            slow = f->line > 0 ? KIND_LISTS : 0;
            break; /* unless of a file */
        /* with all values of what is before it, and others */
        case L_RETURN:
            if (i.B == 0 && pc && instruction(f, pc - 1).op != L_TAILCALL &&
                instruction(f, pc - 1).A > i.A)
                slow = KIND_LISTS;
            break;
        case L_GETUPVAL: slow = up_is(f, i.B, "_ENV") ? KIND_AGAIN : 0; break;
        case L_GETTABUP:
            if (up_is(f, i.B, "_ENV") && constant_among(f, i.C, leads_on, all))
                slow = KIND_AGAIN;
            break;
        default: break;
        }
        k->slow |= (uint8_t)slow;
    }
}

/* ---- functions within functions -------------------------------------------------- */

static void read_debug(struct reader *r, struct proto *f)
{
    size_t n, len;

    f->nlines = size(r);
    f->lines = skip(r, f->nlines);
    f->nabs = size(r);
    f->abslines = r->p;
    for (size_t i = 0; i < f->nabs && !r->bad; i++) {
        size(r);
        size(r);
    }
    n = size(r);
    for (size_t i = 0; i < n && !r->bad; i++) {
        string(r, &len);
        size(r);
        size(r);
    }
    n = size(r);
    for (size_t i = 0; i < n && i < 256 && !r->bad; i++)
        f->up_name[i] = string(r, &f->up_len[i]);
}

/* Reads one function. outer: which upvalues of the enclosing one are the file's; NULL: all. */
static void read_function(struct reader *r, const struct proto *outer, struct finding *out)
{
    struct proto *f = calloc(1, sizeof *f);
    size_t len, n;

    if (!f) {
        r->bad = out->no_room = true;
        return;
    }
    string(r, &len);
    f->line = (int)size(r);
    size(r);
    skip(r, 3);
    f->ncode = size(r);
    f->code = skip(r, f->ncode * 4);
    f->nconstants = size(r);
    f->constants = r->p;
    for (size_t i = 0; i < f->nconstants && !r->bad; i++)
        constant(r, &len);
    f->nup = size(r);
    for (size_t i = 0; i < f->nup && i < 256 && !r->bad; i++) {
        const unsigned char *u = skip(r, 3);

        f->kept[i] = !r->bad && (!outer || (!u[0] && outer->kept[u[1]]));
        f->up_name[i] = (const unsigned char *)"?";
        f->up_len[i] = 1;
    }
    n = size(r);
    for (size_t i = 0; i < n && !r->bad; i++)
        read_function(r, f, out);
    read_debug(r, f);
    if (!r->bad && out->kind)
        note_kind(f, r, out->kind);
    else if (!r->bad)
        look_at(f, r, out);
    free(f);
}

static int write_dump(lua_State *L, const void *p, size_t n, void *to)
{
    (void)L;
    str_addn(to, p, n);
    return 0;
}

/* Scans the function at idx, and those inside it. */
static void scan(lua_State *L, int idx, struct finding *out)
{
    unsigned lost = mem_losses();
    struct str dump = {0};

    lua_pushvalue(L, idx);
    lua_dump(L, write_dump, &dump, 0);
    lua_pop(L, 1);
    out->no_room = mem_losses() != lost;
    const unsigned char *code = (const unsigned char *)str_of(&dump);
    struct reader r = {code, code + dump.n, false};
    if (!out->no_room && header(&r))
        read_function(&r, NULL, out);
    str_free(&dump);
    if (out->no_room)
        sc_no_memory(L);
}

static bool kind_of(lua_State *L, int idx, struct kind *k)
{
    scan(L, idx, &(struct finding){.kind = k});
    return k->ncode > 0; /* else its format is unknown */
}

void sc_scan_kind(lua_State *L)
{
    struct script *S = script_of(L);
    struct kind k = {0};

    S->kinds |= kind_of(L, lua_gettop(L), &k) ? k.slow : UINT8_MAX;
}

/* May a function hold the value without reaching other functions? */
static bool leads_nowhere(lua_State *L, int idx)
{
    int type = lua_type(L, idx);

    return type != LUA_TTABLE && (type != LUA_TFUNCTION || sc_open_selector(L, idx));
}

bool sc_is_short(lua_State *L, int idx)
{
    struct kind k = {0};
    const char *name;
    bool r = kind_of(L, idx, &k) && k.ncode <= SHORT && !(k.slow & (KIND_AGAIN | KIND_LISTS));

    for (int u = 1; (name = lua_getupvalue(L, idx, u)) != NULL; u++) {
        r = r && (strcmp(name, "_ENV") == 0 || leads_nowhere(L, -1));
        lua_pop(L, 1);
    }
    return r;
}

/* ---- what can be reached --------------------------------------------------------- */

/* Pops the value on top and adds it to the list of things to look at, once. */
static void note(lua_State *L, int seen, int todo)
{
    int type = lua_type(L, -1);

    if (type == LUA_TTABLE || (type == LUA_TFUNCTION && !lua_iscfunction(L, -1))) {
        lua_pushvalue(L, -1);
        if (lua_rawget(L, seen) == LUA_TNIL) {
            lua_pushvalue(L, -2);
            lua_pushboolean(L, 1);
            lua_rawset(L, seen);
            lua_pushvalue(L, -2);
            lua_rawseti(L, todo, (lua_Integer)lua_rawlen(L, todo) + 1);
        }
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* Notes what the function or table at `at` holds. */
static void note_parts(lua_State *L, int at, int seen, int todo)
{
    int top = lua_gettop(L);

    if (lua_isfunction(L, at)) {
        for (int u = 1; lua_getupvalue(L, at, u); u++)
            note(L, seen, todo);
    } else if (!lua_getmetatable(L, at)) { /* else a library: ours */
        for (lua_pushnil(L); lua_next(L, at);) {
            sc_spend(script_of(L), 1);
            note(L, seen, todo);
        }
    }
    lua_settop(L, top);
}

/* Calls fn for each function and table that the value at idx reaches, once, after its parts were
 * noted. Skips those in the table at `met`, which keeps them (0: no such table). */
static void sc_reach(lua_State *L, int idx, int met, void (*fn)(lua_State *L, int idx))
{
    size_t gross = script_of(L)->gross;

    luaL_checkstack(L, 12, "reach");
    if (met)
        lua_pushvalue(L, met);
    else
        lua_newtable(L);
    lua_newtable(L);
    int todo = lua_gettop(L), seen = todo - 1;
    lua_pushvalue(L, idx);
    note(L, seen, todo);
    for (lua_Integer i = 1; lua_rawgeti(L, todo, i) != LUA_TNIL; i++, lua_pop(L, 1)) {
        int at = lua_gettop(L);

        sc_spend(script_of(L), 2);
        note_parts(L, at, seen, todo);
        fn(L, at);
    }
    lua_pop(L, 3);
    script_of(L)->gross = gross; /* ours, not the script's */
}

void sc_reach_hooks(lua_State *L, void (*fn)(lua_State *L, int idx))
{
    struct script *S = script_of(L);

    lua_newtable(L); /* what was met */
    for (int i = 0; i < S->ndefs; i++) {
        lua_rawgeti(L, LUA_REGISTRYINDEX, S->defs[i].ref);
        sc_reach(L, lua_gettop(L), lua_gettop(L) - 1, fn);
        lua_pop(L, 1);
    }
    lua_pop(L, 1);
}

/* ---- what a hook changes --------------------------------------------------------- */

/* The first finding by file and line: tables lead to functions in no fixed order. */
struct first_found {
    const char *file; /* of a function, which holds it */
    struct finding is;
};

static bool comes_before(const char *file, const struct finding *out,
                         const struct first_found *first)
{
    int d = first->file ? strcmp(file, first->file) : -1;

    d = d ? d : out->line - first->is.line;
    return d < 0 || (!d && strcmp(out->what, first->is.what) < 0);
}

static void scan_function(lua_State *L, int idx)
{
    struct first_found *first = script_of(L)->first;
    struct finding out = {0};
    lua_Debug ar;

    if (!lua_isfunction(L, idx))
        return;
    scan(L, idx, &out);
    lua_pushvalue(L, idx);
    lua_getinfo(L, ">S", &ar);
    if (out.found && comes_before(ar.source + 1, &out, first))
        *first = (struct first_found){ar.source + 1, out};
}

void sc_scan_hooks(lua_State *L)
{
    struct script *S = script_of(L);
    struct first_found first = {.file = NULL};

    S->first = &first;
    sc_reach_hooks(L, scan_function);
    if (!first.file)
        return;
    sc_blame(S, first.file, first.is.line);
    sc_raise(L, "%s", first.is.what);
}

/* ---- what a hook may do ----------------------------------------------------------- */

static void note_does(lua_State *L, int idx)
{
    struct kind k = {0};

    if (lua_isfunction(L, idx))
        script_of(L)->does |= kind_of(L, idx, &k) ? k.does : UINT8_MAX;
}

uint8_t sc_may_do(lua_State *L, int idx)
{
    script_of(L)->does = 0;
    sc_reach(L, idx, 0, note_does);
    return script_of(L)->does;
}
