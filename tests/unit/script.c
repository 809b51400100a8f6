/* script.c - the Lua bridge: what the sandbox refuses and contains, and hooks in a small game.
 *
 * The first half needs no game: functions that work something out are called with an empty
 * engine. The second half runs one hook as the whole program of a game for two.
 */
#include <ctype.h>
#include <locale.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "kernel/kernel.h"
#include "script/script.h"

#define N(a) ((int)(sizeof(a) / sizeof *(a)))

/* ---- names ----------------------------------------------------------------------- */

static const char *const traits[] = {"value", "suit", "plain"};
static const char *const suits[] = {"red", "blue"};
static const char *const zones[] = {"deck", "hand", "row"};
static const char *const counters[] = {"gold", "mark", "luck", "boss", "trump", "brand"};
static const char *const cards[] = {"ant", "bee", "cat", "dog", "eel", "fox"};
static const char *const hooks[] = {"effect.try"};
static const char *const pures[] = {"f"};
static const char *const words[] = {"which", "because"};
static const char *const options[] = {"level"};
static const char *const levels[] = {"easy", "hard"};

static const struct swords trait_words[] = {{NULL, 0}, {suits, 2}, {NULL, 0}};
static const struct soption option[] = {{{levels, 2}, NULL, V_WORD}};
static struct sverb verbs[] = {
    /* `count` gets other types below */
    {.name = "try",
     .nparams = 2,
     .param = {"count", "suit"},
     .type = {V_NUMBER, V_WORD},
     .trait = {REF_NONE, 1}},
};

static struct snames names(void)
{
    return (struct snames){
        .ruleset = "test",
        .traits = {traits, N(traits)},
        .zones = {zones, N(zones)},
        .counters = {counters, N(counters)},
        .cards = {cards, N(cards)},
        .hooks = {hooks, N(hooks)},
        .pures = {pures, N(pures)},
        .words = {words, N(words)},
        .options = {options, N(options)},
        .trait_words = trait_words,
        .option = option,
        .verbs = verbs,
        .nverbs = N(verbs),
    };
}

/* ---- loading --------------------------------------------------------------------- */

static struct serror err;

/* sel{id = N, n = places, seats = place of a set of seats}: selectors of the game below. */
static int test_selector(void *ctx, const struct node *t, const char *file, int line,
                         struct sselector *out, char *msg, size_t cap)
{
    (void)ctx;
    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < t->n; i++) {
        if (t->kind != NODE_MAP || t->item[i]->kind != NODE_SCALAR ||
            !isdigit((unsigned char)*t->item[i]->text)) {
            snprintf(msg, cap, "bad selector at %s:%d", file, line);
            return -1;
        }
        int v = atoi(t->item[i]->text);
        if (strcmp(t->key[i]->text, "id") == 0)
            out->sel = (ref)v;
        if (strcmp(t->key[i]->text, "n") == 0)
            out->nargs = (uint8_t)v;
    }
    out->arg[0] = (struct sarg){V_SEATS, REF_NONE};
    out->arg[1] = (struct sarg){V_WORD, 1};
    return 0;
}

static struct script *load(const char *text)
{
    static const struct sloader ld = {NULL, test_selector, NULL, 0};
    static struct ssource src[8]; /* of the last scripts, which look at them */
    static int made;
    struct ssource *now = &src[made++ % N(src)];
    struct snames n = names();

    *now = (struct ssource){"rules/test.lua", text, strlen(text)};
    return script_new(&n, now, 1, &ld, &err);
}

/* Loading must fail with this in its message, at this line. */
static void refused(const char *text, const char *part, int line)
{
    struct script *s = load(text);

    if (s)
        print_error("loaded: %s\n", text);
    assert_null(s);
    if (!strstr(err.message, part) || (line && err.line != line))
        print_error("%s\n -> %s:%d: %s\n", text, err.file, err.line, err.message);
    assert_non_null(strstr(err.message, part));
    if (line)
        assert_int_equal(err.line, line);
}

static int64_t budget = 20000000; /* of work */
static int64_t spent;             /* by the last hook */

/* The text is the body of pure.f(g, a): its value; K_ABSENT if it failed (err says why). */
static int64_t work_out(struct script *s, int64_t a)
{
    struct kengine e = {.left = budget};
    struct khost h = script_host(s);
    int64_t v = h.pure(h.ctx, &e, 0, &a, 1);

    err = *script_error(s);
    spent = budget - e.left;
    return e.err.code == K_OK ? v : K_ABSENT;
}

static int64_t value(const char *body)
{
    char text[4096];
    struct script *s;
    int64_t v;

    snprintf(text, sizeof text, "pure.f = function(g, a)\n%s\nend\n", body);
    s = load(text);
    if (!s)
        print_error("%s:%d: %s\n", err.file, err.line, err.message);
    assert_non_null(s);
    v = work_out(s, 7);
    script_free(s);
    return v;
}

#define gives(body, n)                                                                         \
    do {                                                                                       \
        int64_t v_ = value(body);                                                              \
        if (v_ != (n))                                                                         \
            print_error("%s -> %lld %s\n", body, (long long)v_, err.message);                  \
        assert_int_equal(v_, n);                                                               \
    } while (0)

static void fails(const char *body, const char *part)
{
    int64_t v = value(body);

    if (v != K_ABSENT || !strstr(err.message, part))
        print_error("%s\n -> %lld %s\n", body, (long long)v, err.message);
    assert_int_equal(v, K_ABSENT);
    assert_non_null(strstr(err.message, part));
}

/* Fails with `part` so many times, and the same engine works afterwards. */
static void contained_often(const char *body, const char *part, int times)
{
    char text[4096];
    struct script *s;

    snprintf(text, sizeof text,
             "pure.f = function(g, a)\nif a == 1 then return 41 + a end\n%s\nend\n", body);
    s = load(text);
    if (!s)
        print_error("%s:%d: %s\n", err.file, err.line, err.message);
    assert_non_null(s);
    for (int i = 0; i < times; i++) {
        int64_t v = work_out(s, 7);

        if (v != K_ABSENT || !strstr(err.message, part))
            print_error("%s\n -> %lld %s\n", body, (long long)v, err.message);
        assert_int_equal(v, K_ABSENT);
        assert_non_null(strstr(err.message, part));
        assert_string_equal(err.hook, "pure.f");
        assert_int_equal(work_out(s, 1), 42);
    }
    script_free(s);
}

static void contained(const char *body, const char *part)
{
    contained_often(body, part, 2);
}

/* ---- the sandbox ----------------------------------------------------------------- */

static void names_that_are_missing(void **state)
{
    static const char *const gone[] = {
        "pcall",          "xpcall",       "load",         "loadstring", "dofile",   "loadfile",
        "require",        "package",      "io",           "os",         "debug",    "coroutine",
        "collectgarbage", "setmetatable", "getmetatable", "rawset",     "rawget",   "rawequal",
        "rawlen",         "print",        "warn",         "_G",         "_VERSION", "utf8",
    };
    char text[100];

    (void)state;
    for (int i = 0; i < N(gone); i++) {
        snprintf(text, sizeof text, "return %s(1)", gone[i]);
        fails(text, gone[i]);
    }
    fails("return string.dump(1)", "string has nothing named `dump`");
    fails("return string.gmatch('a', 'a')", "`gmatch`");
    fails("return math.randomseed(1)", "math has nothing named `randomseed`");
    fails("return math.sin(1)", "`sin`");
    fails("return table.move({}, 1, 1, 1)", "`move`");
}

static void numbers_that_go_into_the_kernel(void **state)
{
    (void)state;
    gives("return 7 // 2 + a", 10);
    gives("return true", 1);
    fails("return 7 / 2", "whole number, not 3.5");
    fails("return 1 << 40", "out of range");
    fails("return -0x80000000", "out of range");
    fails("return 'x'", "returned `x` where a number");
    fails("return nil", "returned nothing");
    fails("return {}", "returned a table");
    fails("return 1 // 0", "divide by zero");
}

static void order(void **state)
{
    (void)state;
    gives("local s = '' for k in pairs{c=1, a=1, b=1, [10]=1, [2]=1, [-1]=1} do s = s .. k .. "
          "' ' end "
          "assert(s == '-1 2 10 a b c ', s) return 1",
          1);
    gives("local n = 0 for i, v in pairs{5, 6, 7} do n = n * 10 + i + v end return n", 690);
    gives("local t = {1, 2, 3, 4} local n = 0 for k in pairs(t) do t[k] = nil n = n + 1 end "
          "return n",
          4);
    gives(
        "local t = {a=1, b=2, c=3} local s = '' for k in pairs(t) do t.b = nil s = s .. k end "
        "assert(s == 'ac', s) return 1",
        1);
    gives("local k = next{b=1, a=2} assert(k == 'a') assert(next{} == nil) return 1", 1);
    gives("local t = {b=1, a=2, [3]=4} local s, k = '' repeat k = next(t, k) s = s .. "
          "tostring(k) until not k "
          "assert(s == '3abnil', s) return 1",
          1);
    fails("for k in pairs{[true]=1} do end return 1", "has no order");
    fails("for k in pairs{[{}]=1} do end return 1", "has no order");
}

static void sorting(void **state)
{
    (void)state;
    gives("local t = {3, 1, 2} table.sort(t) return t[1] * 100 + t[2] * 10 + t[3]", 123);
    gives("local t = {'b', 'a', 'ab'} table.sort(t) assert(table.concat(t, ' ') == 'a ab b') "
          "return 1",
          1);
    gives("local t = {} for i = 1, 100 do t[i] = {i % 3, i} end "
          "table.sort(t, function(x, y) return x[1] < y[1] end) "
          "for i = 2, 100 do assert(t[i-1][1] < t[i][1] or t[i-1][2] < t[i][2]) end return 1",
          1);
    gives("local t = {} for i = 1, 500 do t[i] = i end "
          "table.sort(t, function() return true end) return #t",
          500);
    fails("table.sort{1, 'a'}", "have no order");
    fails("table.sort({2, 1}, function() error 'no' end)", "no");
    fails("local t = {} for i = 1, 2000 do t[i] = i end table.sort(t)", "more than 1024");
}

static void texts(void **state)
{
    (void)state;
    gives("assert(tostring{} == 'table' and tostring(nil) == 'nil' and tostring(12) == '12') "
          "return 1",
          1);
    gives("assert(('a'):upper() == 'A' and ('aBz'):lower() == 'abz' and ('ab'):rep(3, '-') == "
          "'ab-ab-ab') return 1",
          1);
    gives("assert(string.format('%3d %s %s', 5, {}, true) == '  5 table true') return 1", 1);
    gives("local n = select(2, ('a b c'):gsub(' ', '_')) return n", 2);
    gives("return ('key=12'):match('=(%d+)') + 0", K_ABSENT);
    gives("return tonumber(('key=12'):match('=(%d+)'))", 12);
    fails("return string.format('%p', {})", "%p is not available");
    gives("local t = {1, 2} table.insert(t, 1, 9) table.insert(t, 4) assert(table.remove(t) == "
          "4) "
          "return table.remove(t, 1) * 10 + #t",
          92);
    gives("local a, b = table.unpack{4, 5} return a + b", 9);
    gives("local n = 0 for i, v in ipairs{3, 4} do n = n + i * v end return n", 11);
    gives("return math.max(1, 5) + math.abs(-2) + math.floor(7 / 2)", 10);
    fails("table.insert({}, 5, 1)", "position 5 of 1");
}

static void endless_loops(void **state)
{
    int often = getenv("CT_LONG") ? 2 : 1; /* the loops last until the limit */

    (void)state;
    budget = getenv("CT_QUICK") ? 1000000 : 20000000;
    contained_often("while true do end", "an endless loop?", often);
    contained_often("local n = 0 for i = 1, math.maxinteger do n = n + #('x' .. i % 10) end",
                    "an endless loop?", 1);
    budget = 20000000;
}

/* Twelve runs take the same work, to the unit, and half as long a loop takes half. */
static void loops_are_counted(void **state)
{
    static const struct {
        const char *body;
        int64_t least, most;
    } loops[] = {
        {"for i = 1, 100000 do end return 1", 100000, 100600},
        {"for i = 1, 200000 do end return 1", 200000, 200600},
        {"local function f(n) if n > 0 then return f(n - 1) end return 1 end return f(10000)",
         40000, 41000},
        {"local s = ('x'):rep(16000) .. 'y' for i = 1, 1000 do end return 1", 500000, 540000},
        {"return 1 + a", 0, 0},
    };

    int64_t first = 0;

    (void)state;
    for (int i = 0; i < N(loops); i++)
        for (int again = 0; again < 12; again++) {
            value(loops[i].body);
            if (spent < loops[i].least || spent > loops[i].most)
                print_error("%s took %lld\n", loops[i].body, (long long)spent);
            assert_in_range(spent, loops[i].least, loops[i].most);
            first = again ? first : spent;
            assert_int_equal(spent, first);
        }
}

static void lists_are_short(void **state)
{
    (void)state;
    contained("local function f(...) return select('#', ...) end return (f(1, table.unpack({}, "
              "1, 200)))",
              "f: a call takes at most 200 values");
    contained("local function f(n) if n == 0 then return 1 end return 1, f(n - 1) end "
              "return (f(200))",
              "f: a call gives at most 200 values");
    contained("return math.max(1, table.unpack({}, 1, 200))", "max: a call takes at most 200");
    contained("return (('x'):rep(300):byte(1, -1))", "string.byte: more than 200 values");
    gives("local function f(a, b, ...) return select('#', ...) end "
          "return f(1, 2, table.unpack({}, 1, 198))",
          198);
    gives("return (('x'):rep(300):byte(-200, -1))", 120);
}

static void endless_calls(void **state)
{
    (void)state;
    contained("return #string.rep('', 1 << 60)", "string.rep");
    contained("return #string.rep('x', 1 << 30)", "string.rep");
    contained("return string.find(('a'):rep(60), ('a-'):rep(20) .. 'b')",
              "could take too long");
    contained("return string.match(('('):rep(16000), '%b()')", "could take too long");
    contained("return string.gsub(('a'):rep(5000), 'a*b', '')", "could take too long");
    contained("return string.find(('a'):rep(16000), ('a'):rep(9000) .. 'b', 1, true)",
              "could take too long");
    contained("return #table.concat({}, 'x', 1, 1 << 60)", "table.concat");
    contained("return select('#', table.unpack({}, 1, 1e6))", "table.unpack");
    contained("local t = {} for i = 1, 20000 do t[i] = i end for i = 1, 1e9 do table.insert(t, "
              "1, i) end",
              "more than 10000 entries");
}

static void memory(void **state)
{
    (void)state;
    contained("local t = {} for i = 1, 1e9 do t[i] = {i} end", "MB of memory");
    contained("local s = 'xxxxxxxx' while true do s = s .. s end", "a string of more than");
    contained("local function f(x) return 1 + f(x) end return f(1)", "called itself endlessly");
    contained("local s for i = 1, 1e9 do s = ('x'):rep(16000) .. i end", "MB of memory");
    contained("local t = {} for i = 1, 1e9 do t['k' .. i] = i end", "an endless loop?");
}

static void what_is_kept(void **state)
{
    (void)state;
    refused("local n = 0\npure.f = function()\n n = n + 1\n return n\nend",
            "`n` belongs to the file", 3);
    refused("local K = {}\npure.f = function()\n K.x = 1\nend", "`K` belongs", 3);
    refused("local K = {}\npure.f = function(g, i)\n K[i] = 1\nend", "`K` belongs", 3);
    refused("local K = {}\npure.f = function(g, i)\n K[1] = 1\nend", "`K` belongs", 3);
    refused("local K = {{}}\npure.f = function(g, i)\n local row = K[i]\n row.x = i\nend",
            "`K` belongs", 4);
    refused("local K = {a = {}}\npure.f = function(g, i)\n K.a.b = i\nend", "`K` belongs", 3);
    refused("local K = {}\npure.f = function(g, i)\n table.insert(K, i)\nend", "`K` belongs",
            3);
    refused("pure.f = function()\n X = 1\nend", "`X` is not declared", 2);
    refused("local n = 0\nlocal function up() n = n + 1 return n end\npure.f = function() "
            "return up() end",
            "`n` belongs", 2);
    refused("local function counter()\n local n = 0\n return function()\n  n = n + 1\n  return "
            "n\n end\nend\n"
            "pure.f = counter()",
            "`n` belongs", 4);
    refused("local t = {go = function(s) s.n = 1 end}\nlocal n\npure.f = function()\n"
            " local function inner() n = 2 end\n inner()\nend",
            "`n` belongs", 4);
    gives("local n, t = 0, {} local function up(i) n = n + i t[i] = n t.last = n end "
          "for i = 1, 3 do up(i) end return n + t.last",
          12);
}

/* The text defines pure.f(g, a): fails when called with 7, with 8 it gives what it always does. */
static void frozen(const char *text, const char *part)
{
    struct script *s = load(text);

    if (!s)
        print_error("%s\n -> %s:%d: %s\n", text, err.file, err.line, err.message);
    assert_non_null(s);
    for (int i = 0; i < 2; i++) {
        int64_t v = work_out(s, 7);

        if (v != K_ABSENT || !strstr(err.message, part))
            print_error("%s\n -> %lld %s\n", text, (long long)v, err.message);
        assert_int_equal(v, K_ABSENT);
        assert_non_null(strstr(err.message, part));
        assert_int_equal(work_out(s, 8), 12);
    }
    script_free(s);
}

/* What no search in the text finds. */
static void tables_of_the_file_are_frozen(void **state)
{
    static const char body[] =
        "%s\npure.f = function(g, a)\n if a == 7 then %s end\n local n = 0\n"
        " for _, v in pairs(T) do n = n + v end\n return n\nend";
    static const char *const writes[][2] = {
        {"local T = {3, 4, 5} local function put(t, k) t[k] = 1 end", "put(T, 1)"},
        {"local T = {3, 4, 5} local put = {go = function(t, k) t.x = k end}", "put.go(T, 1)"},
        {"local T = {3, 4, 5} local add = table.insert", "add(T, 1)"},
        {"local T = {3, 4, 5} local take = table.remove", "take(T)"},
        {"local T = {3, 4, 5} local order = table.sort", "order(T)"},
        {"local all = {{3, 4, 5}} local T = all[1] local K = {[T] = T}",
         "for k, v in pairs(all) do v[1] = 9 end"},
        {"local T = {3, 4, 5} local function get() return T end", "local t = get() t[4] = 1"},
        {"local T = {3, 4, 5} T.self = nil local function two() return {T} end",
         "for _, t in ipairs(two()) do t[1] = nil end"},
    };
    char text[600];

    (void)state;
    for (int i = 0; i < N(writes); i++) {
        snprintf(text, sizeof text, body, writes[i][0], writes[i][1]);
        frozen(text, "a hook");
    }
    frozen("local T = {1, 2, 3}\nlocal go = pairs(T)\n"
           "pure.f = function(g, a)\n if a == 7 then return go() end\n return 12\nend",
           "this `pairs` belongs to the file");
    gives("local n, go = 0, pairs{1, 2, 3} for _, v in go do n = n + v end return n", 6);
    /* read, they are what they were */
    frozen("local T, loop = {x = 1, 2, 3, [9] = 6}, {} loop.loop = loop\n"
           "pure.f = function(g, a)\n if a == 7 then error('a hook') end\n"
           " assert(#T == 2 and T[1] == 2 and T.x == 1 and T.y == nil and loop.loop.loop == "
           "loop)\n"
           " assert(next(T) == 1 and table.concat(T, '-') == '2-3' and select('#', "
           "table.unpack(T)) == 2)\n"
           " local n, s = 0, ('x'):gsub('x', T)\n"
           " for i, v in ipairs(T) do n = n + v end\n assert(n == 5 and s == '1')\n"
           " for k, v in pairs(T) do n = n + v end\n return n - 5\nend",
           "a hook");
}

/* `#` is a border that the entries alone say, not the table's history. */
static void lengths(void **state)
{
    (void)state;
    gives("return #{1, 2, 3, nil, 5}", 3);
    gives("local t = {1, 2, 3, 4, 5} t[4] = nil return #t", 3);
    gives("local t = {} for _, i in ipairs{5, 3, 1, 2} do t[i] = i end return #t", 3);
    gives("local t = {a = 1, b = 2, [5] = 5} for i = 1, 40 do t['k' .. i] = i end t[3] = 3 "
          "t[2] = 2 "
          "t[1] = 1 return #t",
          3);
    gives("local t = {1, 2, 3, nil, 5} table.insert(t, 7) return t[4]", 7);
    gives("local t = {1, 2, 3, nil, 5} return select('#', table.unpack(t))", 3);
    gives("local t = {1, 2, 3, nil, 5} return #table.concat(t)", 3);
    for (int n = 0; n < 40; n++) {
        char text[100];

        snprintf(text, sizeof text, "local t = {} for i = 1, %d do t[#t + 1] = i end return #t",
                 n);
        gives(text, n);
    }
    gives("local t = {{3, 4}, n = 'ab#'} assert(-#t == -1 and 2^#t[1] == 4 and #t.n == 3 and "
          "not #t == false "
          "and #t .. '' == '1' and #'#' + #\"#\" == 2 and #[==[#]]]==] == 3 --[[ # ]] and 1 == "
          "#t -- # \n"
          "and #('ab'):rep(3) == 6 and #t < #'ab' and #t * 3 == 3) "
          "return #'\\'#\\''",
          3);
    fails("local t return #t", "`#` needs a list or a text, not nothing");
    fails("return #5", "not 5");
    /* what a file is given for it is good for nothing else */
    refused("local n = ... local x = #{} sel{id = n}", "the length operator cannot stand", 1);
    refused("local n = ... local x = #{} local y = n + 1", "arithmetic on a userdata value", 1);
    refused("local n = ... local t = {[n] = 1} for k in pairs(t) do end", "has no order", 1);
    refused("local x = #", "unexpected symbol near <eof>", 1);
    refused("local x = 1 #x", "near '#'", 1);
}

static void what_cannot_be_changed(void **state)
{
    (void)state;
    refused("x = 1", "`x` is not declared", 1);
    refused("string.format = nil", "string cannot be changed", 1);
    refused("math.random = function() return 4 end", "math cannot be changed", 1);
    refused("table = {}", "not declared", 1);
    refused("pure.f = 3", "must be a function", 1);
    refused("pure.f = function() end\npure.f = function() end",
            "defined twice, first in rules/test.lua:1", 2);
    refused("bot.move = function() end", "only bot.value and bot.hopeless", 1);
    contained("local s = string s.format = nil", "string cannot be changed");
    contained("table.insert(string, 1)", "frozen");
    contained("table.insert(_ENV, 1)", "frozen");
    contained("for k in pairs(math) do end", "frozen");
    contained("local s = 'abc' s.x = 1", "string");
    contained("local e = pure e.g = function() end",
              "hooks must be defined while the script loads");
    contained("local _ENV = {} x = 1 return y.z", "");
}

static void loading(void **state)
{
    static const char *const found[][2] = {{"effect", "try"}, {"effect", "two"},
                                           {"step", "one"},   {"pure", "f"},
                                           {"check", "sum"},  {"bot", "value"}};
    struct script *s;
    struct sdef def;

    (void)state;
    refused("local x = = 1", "unexpected symbol near '='", 1);
    assert_string_equal(err.file, "rules/test.lua");
    refused("\n\nlocal x = nil + 1", "arithmetic on a nil value", 3);
    refused("error('a\\n\\27[2Jb')", "a\\x0A\\x1B[2Jb", 1);
    refused("error{}", "a table, not a text", 1);
    refused("error()", "a nil, not a text", 1);
    refused("\033Lua", "not text", 0);
    refused("while true do end", "an endless loop?", 1);
    refused("local x = g.round", "`g` is not defined", 1);
    refused("local x = math.random(6)", "only inside hooks", 1);
    s = load("function effect.try(g, e) end\nfunction effect.two(g, e) end\nstep.one = "
             "function(g) end\n"
             "pure.f = function(g) return 1 end\ncheck.sum = function(g) return true end\n"
             "bot.value = function(g, seat) return 5 end");
    assert_non_null(s);
    for (int i = 0; i < N(found); i++) {
        assert_true(script_def(s, i, &def));
        assert_string_equal(def.kind, found[i][0]);
        assert_string_equal(def.name, found[i][1]);
    }
    assert_false(script_def(s, N(found), &def));
    script_free(s);
}

/* `word` n times, and `rest`. */
static char *repeated(const char *word, int n, const char *rest)
{
    size_t len = strlen(word);
    char *text = malloc((size_t)n * len + strlen(rest) + 1);

    assert_non_null(text);
    for (int i = 0; i < n; i++)
        memcpy(text + (size_t)i * len, word, len);
    strcpy(text + (size_t)n * len, rest);
    return text;
}

/* Each jump of a list makes Lua's compiler go through all before it: there are 10,000 at most in all files. */
static void many_jumps(void **state)
{
    static const struct {
        const char *word, *rest;
        int n, line; /* 0: not too many */
    } t[] = {
        {"X = X or\n", "1", 10000, 0}, /* is refused for another reason: X is not declared */
        {"X = X or\n", "1", 10001, 10001},
        {"\n elseif", "", 10001, 10002},
        {"::a::\n", "", 5001, 5001},
        {"goto a\n", "", 10001, 10001},
        {"-- or and goto\n", "", 10001, 0},
        {"local t = 'or'..\"and\"..[[goto]]\n", "", 150, 0},
        {"_or = or1 border\n", "", 10001, 0},
    };

    (void)state;
    for (int i = 0; i < N(t); i++) {
        char *text = repeated(t[i].word, t[i].n, t[i].rest);
        struct script *s = load(text);
        bool told = !s && strstr(err.message, "more than 10000 of 'and'");
        if (told != (t[i].line > 0))
            print_error("%.20s: %s\n", text, s ? "loaded" : err.message);
        assert_int_equal(told ? err.line : 0, t[i].line);
        script_free(s);
        free(text);
    }
}

static void long_path(void **state)
{
    char path[200], text[] = "\nerror('here')";
    struct ssource src = {path, text, sizeof text - 1};
    struct snames n = names();

    (void)state;
    memset(path, 'p', sizeof path);
    strcpy(path + 150, "/x.lua");
    assert_null(script_new(&n, &src, 1, NULL, &err));
    assert_string_equal(err.file, path);
    assert_string_equal(err.message, "here");
    assert_int_equal(err.line, 2);
    strcpy(text, "local x = = ");
    src.len = strlen(text);
    assert_null(script_new(&n, &src, 1, NULL, &err));
    assert_string_equal(err.file, path);
    assert_int_equal(strncmp(err.message, "unexpected symbol", 17), 0);
}

static void errors(void **state)
{
    (void)state;
    fails("local x\nreturn x.y", "attempt to index a nil value (local 'x')");
    assert_string_equal(err.file, "rules/test.lua");
    assert_int_equal(err.line, 3);
    assert_string_equal(err.hook, "pure.f");
    assert_non_null(strstr(err.traceback, "rules/test.lua"));
    fails("string.sub()", "bad argument #1 to 'sub'");
    fails("assert(false, 'why')", "why");
    fails("assert(nil)", "assertion failed");
    fails("math.random(6)", "pure.f may not change the game: math.random");
    fails("return sel{zone = 'hand'}", "compiled while the script loads");
}

static void selectors_load(void **state)
{
    static const struct sselector known[] = {{.sel = 3}, {.sel = 4}};
    const struct sloader again = {NULL, NULL, known, 2}, fewer = {NULL, NULL, known, 1};
    const char *text = "local a, b = sel{id = 3}, sel{id = 4}";
    struct ssource src = {"rules/test.lua", text, strlen(text)};
    struct snames n = names();
    struct script *s;

    (void)state;
    s = load(text);
    assert_non_null(s);
    script_free(s);
    s = script_new(&n, &src, 1, &again, &err);
    assert_non_null(s);
    script_free(s);
    assert_null(script_new(&n, &src, 1, &fewer, &err));
    assert_non_null(strstr(err.message, "more often"));
    refused("\nlocal a = sel{id = true}", "bad selector at rules/test.lua:2", 2);
    refused("sel(5)", "takes a table", 1);
    refused("sel{x = 1.5}", "1.5 cannot stand in a selector", 1);
    refused("local t = {} t.t = t sel(t)", "nested too deep", 1);
    refused("local a = sel{id = 1}\nfor c in a do end", "only inside hooks", 2);
}

/* It sees what a table of the file holds, however deep, and is the same for the same. */
static void fingerprints(void **state)
{
    static const char text[] = "local K = {a = %d}\nlocal all = {deep = {K}}\n"
                               "pure.f = function(g, a) return all.deep[1].a end";
    uint64_t print[3];

    (void)state;
    for (int i = 0; i < 3; i++) {
        char one[200];

        snprintf(one, sizeof one, text, 1 + i / 2);
        struct script *s = load(one);
        assert_non_null(s);
        print[i] = script_fingerprint(s);
        assert_int_equal(work_out(s, 7), 1 + i / 2);
        assert_true(print[i] && script_fingerprint(s) == print[i]);
        script_free(s);
    }
    assert_true(print[0] == print[1]);
    assert_true(print[0] != print[2]);
}

/* ---- a small game ------------------------------------------------------------------------------------ *
 * Six cards (value 1 … 6, red and blue in turn) in a deck in this order; two people; its
 * whole program is one hook.                                                                       */

enum { VALUE, SUIT, PLAIN };
enum { DECK, HAND, ROW };
enum { GOLD, MARK, LUCK, BOSS, TRUMP, BRAND };
enum { SEL_HAND, SEL_DECK, SEL_OPEN, SEL_ROW, SELS };

static const struct kcard k_cards[] = {{1}, {1}, {1}, {1}, {1}, {1}};
static const int32_t trait_value[] = {1, 0, 0, 2, 1, 0, 3, 0, 0, 4, 1, 0, 5, 0, 0, 6, 1, 0};
static ref trait_expr[18];
static const struct klist trait_list[18];
static const struct ktrait k_traits[] = {
    {.type = T_NUMBER, .bits = REF_NONE},
    {.type = T_WORD, .bits = 0, .nwords = 2},
    {.type = T_FLAG, .bits = REF_NONE},
};
static const uint64_t bits[] = {0x15, 0x2a};
static const struct khold holds[] = {{REF_NONE, REF_NONE, REF_NONE, REF_NONE}};
static const struct kzone k_zones[] = {
    {.per = PER_TABLE,
     .as = AS_PILE,
     .size = REF_NONE,
     .refill = REF_NONE,
     .hold = 0,
     .nhold = 1},
    {.per = PER_PLAYER, .as = AS_SET, .up = SIGHT_OWNER, .size = REF_NONE, .refill = REF_NONE},
    {.per = PER_PLAYER,
     .as = AS_ROW,
     .up = SIGHT_ALL,
     .down = SIGHT_OWNER,
     .size = REF_NONE,
     .refill = REF_NONE},
};
static const struct kcounter k_counters[] = {
    {.per = PER_PLAYER, .is = V_NUMBER, .index = 0, .lasts = REF_NONE, .bits = REF_NONE},
    {.per = PER_CARD, .is = V_NUMBER, .index = 0, .lasts = REF_NONE, .bits = REF_NONE},
    {.per = PER_GAME, .is = V_NUMBER, .index = 0, .lasts = REF_NONE, .bits = REF_NONE},
    {.per = PER_GAME,
     .is = V_SEAT,
     .index = 1,
     .start = -1,
     .lasts = REF_NONE,
     .bits = REF_NONE},
    {.per = PER_GAME,
     .is = V_WORD,
     .trait = SUIT,
     .index = 2,
     .start = -1,
     .lasts = REF_NONE,
     .bits = REF_NONE},
    {.per = PER_CARD,
     .is = V_WORD,
     .trait = SUIT,
     .index = 1,
     .start = -1,
     .lasts = REF_NONE,
     .bits = REF_NONE},
};
static const uint16_t game_ctr[] = {LUCK, BOSS, TRUMP}, seat_ctr[] = {GOLD},
                      card_ctr[] = {MARK, BRAND};
static const struct koption k_opts[] = {{1}};
static const struct kexpr exprs[] = {
    {.op = X_ARG, .imm = 1, .a = REF_NONE, .b = REF_NONE, .c = REF_NONE}};
static const struct kseats k_seatsets[] = {
    {.op = SS_YOU}, {.op = SS_ARG, .a = 0}, {.op = SS_ALL}};
static const struct ktest tests[] = {{TEST_WORD, CMP_IS, SUIT, 0}};
static struct kselect sels[SELS];
static const struct kop prog[] = {{.op = OP_HOOK, .list = 0}, {.op = OP_END}};
static const struct korder k_order[] = {{ORD_ARRIVAL, 0}};
static struct kdef def;

static struct kselect selector(unsigned zone, ref of)
{
    return (struct kselect){
        .src = SRC_ZONES,
        .nzones = 1,
        .zone = {(uint8_t)zone},
        .of_given = of != 0,
        .hidden_ok = true,
        .of = of,
        .value = REF_NONE,
        .bits = REF_NONE,
        .where = REF_NONE,
        .except = REF_NONE,
        .most = REF_NONE,
        .least = REF_NONE,
        .each = REF_NONE,
        .first = REF_NONE,
        .last = REF_NONE,
        .random = REF_NONE,
    };
}

static void make_def(void)
{
    memset(trait_expr, 0xff, sizeof trait_expr);
    sels[SEL_HAND] = selector(HAND, 0);
    sels[SEL_DECK] = selector(DECK, 0);
    sels[SEL_OPEN] = selector(HAND, 1);
    sels[SEL_OPEN].ntests = 1;
    sels[SEL_ROW] = selector(ROW, 2);
    static _Atomic uint64_t engines;

    def = (struct kdef){
        .engines = &engines,
        .ncards = 6,
        .ntraits = 3,
        .nzones = 3,
        .ncounters = 6,
        .noptions = 1,
        .ngame = 3,
        .nseat = 1,
        .ncardctr = 2,
        .min_people = 2,
        .max_people = 2,
        .ncls = 1,
        .nhooks = 1,
        .npures = 1,
        .cards = k_cards,
        .trait_value = trait_value,
        .trait_expr = trait_expr,
        .trait_list = trait_list,
        .traits = k_traits,
        .zones = k_zones,
        .holds = holds,
        .counters = k_counters,
        .game_ctr = game_ctr,
        .seat_ctr = seat_ctr,
        .card_ctr = card_ctr,
        .options = k_opts,
        .exprs = exprs,
        .seats = k_seatsets,
        .sels = sels,
        .tests = tests,
        .bits = {bits, 1},
        .prog = prog,
        .nprog = N(prog),
        .order = k_order,
        .norder = 1,
        .score = REF_NONE,
        .nsels = SELS,
        .nexprs = 1,
        .limits = {.queue = 16,
                   .work = USUAL_WORK,
                   .game_work = USUAL_GAME_WORK,
                   .watchers = 4,
                   .masks = 4,
                   .depth = 8,
                   .picks = 1000,
                   .effects = 1000},
    };
}

struct game {
    struct script *script;
    struct kengine e;
    struct kstate *s;
    char text[8192]; /* which the script looks at as long as it is there */
};

/* What the hook names after g, e: "" or ", NAME ...". */
static const char *named = "";

/* A game whose hook is effect.try(g, e) with this body, after `before`. */
static void begin(struct game *g, const char *before, const char *body)
{
    static const int32_t opts[] = {1};

    make_def();
    memset(g, 0, sizeof *g);
    snprintf(g->text, sizeof g->text,
             "local hand, deck, row = sel{id = 0}, sel{id = 1}, sel{id = 3}\n"
             "local bound = sel{id = 2, n = 2}\n%s\neffect.try = function(g, e%s)\n"
             "local A, B for s in g:seats 'all' do A, B = B, s end\n%s\nend\n",
             before, named, body);
    g->script = load(g->text);
    if (!g->script)
        print_error("%s:%d: %s\n", err.file, err.line, err.message);
    assert_non_null(g->script);
    assert_int_equal(k_engine_init(&g->e, &def), 0);
    g->e.host = script_host(g->script);
    uint32_t size = k_size(&g->e, 2, opts, true);
    assert_true(size > 0);
    g->s = calloc(1, size);
    assert_int_equal(k_start(&g->e, g->s, 2, opts, 1, true), 0);
    k_frames(g->s)->kind = FRAME_EFFECT; /* the hook is an effect's; what it is given is 0 */
    k_frames(g->s)->effect.known = 1;    /* and of no card */
}

static void end(struct game *g)
{
    k_engine_free(&g->e);
    script_free(g->script);
    free(g->s);
}

static int advance(struct game *g)
{
    int rc = k_advance(&g->e, g->s);

    err = *script_error(g->script);
    if (rc < 0 && g->e.err.code != K_E_HOOK)
        print_error("kernel error %d\n", g->e.err.code);
    return rc;
}

/* Scripts run in the C locale; the host has its own again, whether they fail or not. */
static void the_host_keeps_its_locale(void **state)
{
    locale_t mine = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0), before = uselocale(mine);
    struct game g;

    (void)state;
    assert_true(mine != (locale_t)0);
    for (int fails = 0; fails < 2; fails++) {
        begin(&g, "", fails ? "error('no')" : "assert(('b'):find('%a') == 1)");
        assert_true(uselocale((locale_t)0) == mine);
        assert_int_equal(advance(&g), fails ? -1 : 0);
        assert_true(uselocale((locale_t)0) == mine);
        end(&g);
    }
    uselocale(before);
    freelocale(mine);
}

/* The child of a fork: its hooks are counted as before, and it can free them. */
static void a_fork_is_guarded(void **state)
{
    struct game g;
    int status = 0;

    (void)state;
    begin(&g, "", "while true do end");
    assert_int_equal(advance(&g), -1);
    pid_t child = fork();
    if (!child) {
        alarm(60);
        int rc = k_advance(&g.e, g.s);
        end(&g);
        _exit(rc == -1 ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    end(&g);
}

/* The hook runs to its end; its body tells by error or assert what is wrong. */
static void runs_with(const char *before, const char *body)
{
    struct game g;

    begin(&g, before, body);
    int rc = advance(&g);
    if (rc)
        print_error("%s\n -> %d %s:%d: %s\n", body, rc, err.file, err.line, err.message);
    assert_int_equal(rc, 0);
    end(&g);
}

static void runs(const char *body)
{
    runs_with("", body);
}

static void breaks(const char *body, const char *part)
{
    struct game g;

    begin(&g, "", body);
    int rc = advance(&g);
    if (rc != -1 || !strstr(err.message, part))
        print_error("%s\n -> %d %s\n", body, rc, err.message);
    assert_int_equal(rc, -1);
    assert_int_equal(g.e.err.code, K_E_HOOK);
    assert_int_equal(g.e.err.a, 0);
    assert_string_equal(err.hook, "effect.try");
    assert_non_null(strstr(err.message, part));
    end(&g);
}

static void reading(void **state)
{
    (void)state;
    runs("assert(g.players == 2 and g.luck == 0 and g.boss == nil and g.option.level == "
         "'hard')");
    runs("assert(A.index == 0 and B.index == 1 and A.left == B and B.left == A and A.right == "
         "B and A.gold == 0)");
    runs("assert(A.kind == nil and A == A.left.left and A ~= B and tostring(B) == 'seat 1')");
    runs("assert(g:count(deck) == 6 and g:count(hand) == 0 and not g:has(row) and g:card(row) "
         "== nil)");
    runs("local c = g:card(deck) assert(c.id == 'ant' and c.value == 1 and c.suit == 'red' and "
         "c.zone == 'deck')");
    runs("local c = g:card(deck) assert(c.at == 1 and c.mark == 0 and c.owner == nil and "
         "c.plain == false)");
    runs("local c = g:card(deck) assert(c:is('suit', 'red') and not c:is('suit', 'blue') and "
         "tostring(c) == 'ant')");
    runs("assert(g:sum('value', deck) == 21 and g:most('value', deck) == 6 and "
         "g:least('value', deck) == 1)");
    runs("assert(g:sum('mark', deck) == 0 and g:most('value', hand) == 0)");
    runs("local s = '' for c in g:cards(deck) do s = s .. c.id:sub(1, 1) end assert(s == "
         "'abcdef', s)");
    runs("local n = 0 for c in g:cards(deck) do for d in g:cards(deck) do if d == c then break "
         "end n = n + 1 end end "
         "assert(n == 15, n)");
    runs("assert(e.you == nil and e.this == nil and e.count == 0)");
    runs("local seen = {} for c in g:cards(deck) do seen[c] = true end "
         "assert(seen[g:card(deck)])");
    breaks("return g:card(deck).valu", "a card has no `valu` (did you mean `value`?)");
    breaks("return A.golt", "a seat has no `golt` (did you mean `gold`?)");
    breaks("return A.mark", "a seat has no `mark`");
    breaks("return g.lukc", "g has no `lukc` (did you mean `luck`?)");
    breaks("return g.level", "g.option.level");
    breaks("return e.cuont", "e has no `cuont` (did you mean `count`?)");
    breaks("return g:count(5)", "a selector or a card is needed, not 5");
    runs("assert(g:card('dog').id == 'dog' and g:count('eel') == 1 and g:trait('dog', 'value') "
         "== "
         "g:card('dog').value)");
    breaks("return g:count('dgo')",
           "a selector or a card is needed, not `dgo` (did you mean `dog`?)");
    breaks("return g:trait('dgo', 'value')", "the id of a card is needed, not `dgo` (did you");
    breaks("return g:trait('dog', 'valeu')", "a trait is needed, not `valeu` (did you");
    breaks("return g:trait('dog', 'value', 'red')", "a trait of words is needed, not `value`");
    breaks("return g:cards{zone = 'hand'}", "selectors are made by sel{...}");
    breaks("return g:sum('suit', deck)", "a trait or counter of cards is needed");
    breaks("return g:sum('brand', deck)", "a trait or counter of cards is needed, not `brand`");
    breaks("g.luck = 3", "g:set(COUNTER, VALUE)");
    breaks("A.gold = 3", "seat:set(COUNTER, VALUE)");
    breaks("local c = g:card(deck) c.mark = 1", "card:set(COUNTER, VALUE)");
    breaks("local t = {} for c in g:cards(deck) do t[c] = 1 end for c in pairs(t) do end",
           "has no order");
}

static void stepping(void **state)
{
    (void)state;
    runs("assert(g:deal('all', 'deck', 'hand', 2) == 4) assert(g:count(bound(A, nil)) == 2) "
         "assert(g:count(bound(A, 'red')) == 1 and g:count(bound('all', 'red')) == 2 and "
         "g:count(deck) == 2)");
    runs("assert(A:add('gold', 3) == 1 and A.gold == 3 and A:set('gold', 1) == 1 and A.gold == "
         "1)");
    runs("g:add('all', 'gold', 2) g:add('luck', 5) g:set('boss', B) assert(A.gold + B.gold == "
         "4 and g.luck == 5 and g.boss == B) "
         "g:set('boss', nil) assert(g.boss == nil)");
    runs("g:deal(A, 'deck', 'row', 3) local c = g:card(row) assert(c.owner == A and c.face == "
         "'up' and c.at == 1) "
         "assert(c:turn 'down' == 1 and c.face == 'down' and c:turn('down') == 0) "
         "assert(g:turn(row, 'up') == 1)");
    runs("g:deal(A, 'deck', 'row', 3) g:add(row, 'mark', 2) assert(g:sum('mark', row) == 6) "
         "g:card(row):add('mark', 1) assert(g:most('mark', row) == 3)");
    runs("g:deal(A, 'deck', 'hand', 1) local c = g:card(bound(A)) assert(c:move('row') == 1 "
         "and c.zone == 'row') "
         "c:move('hand', B) assert(c.owner == B and g:count(bound(B)) == 1)");
    runs("g:deal(A, 'deck', 'hand', 3) local t = {} for c in g:cards(bound(A)) do t[#t + 1] = "
         "c end "
         "assert(g:move(t, 'row') == 3 and g:count(row) == 3)");
    runs("local n = math.random(6) assert(n >= 1 and n <= 6) n = math.random(5, 7) assert(n >= "
         "5 and n <= 7) "
         "assert(g:roll(1) == 1)");
    runs("assert(g.trump == nil) g:set('trump', 'blue') assert(g.trump == 'blue') "
         "g:set('trump', g:card(deck).suit) "
         "assert(g.trump == 'red') g:set('trump', nil) assert(g.trump == nil)");
    runs("g:deal(A, 'deck', 'row', 1) local c = g:card(row) c:set('brand', 'blue') "
         "assert(c.brand == 'blue' and c.mark == 0)");
    runs("g:shuffle('deck') assert(g:count(deck) == 6)");
    runs("g:say('because', 3, g:card(deck), A)");
    breaks("g:deal('al', 'deck', 'hand', 2)",
           "a seat or a seat word is needed, not `al` (did you mean `all`?)");
    breaks("g:deal('all', 'dekc', 'hand', 2)",
           "a zone is needed, not `dekc` (did you mean `deck`?)");
    breaks("g:deal('all', 'deck', 'hand', 1.5)", "whole number, not 1.5");
    breaks("A:add('gold', 1 << 31)", "out of range");
    breaks("A:add('mark', 1)", "counter of cards");
    breaks("A:add('luck', 1)", "counter of the game");
    breaks("g:add('gold', 1)", "`you` is unknown");
    breaks("g:set('boss', 5)", "a seat is needed, not 5");
    breaks("g:add('boss', 1)", "Use set");
    breaks("g:add('trump', 1)", "trump is not a number. Use set");
    breaks("g:set('trump', 'green')", "trump must be a word of suit, not `green`");
    breaks("g:set('trump', 1)", "trump must be a word of suit, not 1");
    breaks("g:set('trump', g:card(deck))", "trump must be a word of suit, not");
    breaks("g:card(deck):turn('left')", "a face (\"up\" or \"down\") is needed, not `left`");
    breaks("g:card(deck):move('row', A, 'up', 'top')",
           "a place is \"first\", \"last\" or a number");
    breaks("g:card(deck):move('row', A, 'first')", "a face");
    breaks("g:count(bound)", "open places");
    breaks("g:count(bound(A, 'green'))", "must be a word of suit, not `green`");
    breaks("g:count(bound(A, 'red', 1))", "has 2 open places, but gets 3 values");
    breaks("local b = bound(A) for i = 1, 64 do bound(B) end g:count(b)", "bound too long ago");
    breaks("g:say('becuase')", "did you mean `because`?");
}

/* ---- parameters that a hook names ------------------------------------------------ */

/* The hook of a game in which the effect under way has this parameter and these slots. */
static void given(unsigned type, ref trait, int32_t v, const char *body)
{
    struct game g;

    verbs[0].type[0] = (uint8_t)type;
    verbs[0].trait[0] = trait;
    begin(&g, "", body);
    struct kframe *f = k_frames(g.s);
    f->effect.param[0] = v;
    f->card[BOUND_HELPER] = 2;
    f->card[BOUND_TARGET] = 3;
    f->them = f->seat = 1;
    f->number = -4;
    if (advance(&g)) {
        print_error("%s\n -> %s:%d: %s\n", body, err.file, err.line, err.message);
        fail();
    }
    end(&g);
    verbs[0].type[0] = V_NUMBER;
    verbs[0].trait[0] = REF_NONE;
}

static void named_parameters(void **state)
{
    static const uint8_t types[] = {V_NUMBER, V_NUMBER_OR_ALL, V_FLAG, V_SEAT,    V_SEATS,
                                    V_CARD,   V_ZONE,          V_WORD, V_SELECTOR};

    (void)state;
    named = ", count";
    given(V_NUMBER, REF_NONE, -7, "assert(count == -7 and e.count == -7)");
    given(V_NUMBER, REF_NONE, K_ALL, "assert(count == e.count and count == 0x7fffffff)");
    given(V_NUMBER_OR_ALL, REF_NONE, 7, "assert(count == 7 and e.count == 7)");
    given(V_NUMBER_OR_ALL, REF_NONE, K_ALL, "assert(count == 'all' and e.count == 'all')");
    given(V_FLAG, REF_NONE, 0, "assert(count == false and e.count == false)");
    given(V_FLAG, REF_NONE, 1, "assert(count == true and e.count == true)");
    given(V_SEAT, REF_NONE, 1, "assert(count == B and e.count == B)");
    given(V_SEAT, REF_NONE, -1, "assert(count == nil and e.count == nil)");
    given(V_SEATS, REF_NONE, 3,
          "assert(count == e.count) local n = 0 for s in g:seats(count) do n = n + 1 end "
          "assert(n == 2)");
    given(V_SEATS, REF_NONE, 0,
          "assert(count == e.count) for s in g:seats(count) do error 'nobody' end");
    given(V_CARD, REF_NONE, 4, "assert(count == e.count and count.id == 'eel')");
    given(V_CARD, REF_NONE, -1, "assert(count == nil and e.count == nil)");
    given(V_ZONE, REF_NONE, ROW, "assert(count == 'row' and e.count == 'row')");
    given(V_WORD, SUIT, 1, "assert(count == 'blue' and e.count == 'blue')");
    given(V_WORD, REF_NONE, 5, "assert(count == 'fox' and e.count == 'fox')");
    given(V_WORD, OF_WORDS, 1, "assert(count == 'because' and e.count == 'because')");
    given(V_SELECTOR, REF_NONE, SEL_DECK,
          "assert(g:count(count) == 6 and g:count(e.count) == 6)");
    for (int i = 0; i < N(types); i++)
        given(types[i], types[i] == V_WORD ? SUIT : REF_NONE, K_ABSENT,
              "assert(count == nil and e.count == nil)");
    named = ", helper, them, count, target, suit, seat, number, card, this, you";
    given(V_NUMBER, REF_NONE, 9,
          "assert(helper.id == 'cat' and target.id == 'dog' and them == B and seat == B and "
          "number == -4 and count == 9) "
          "assert(helper == e.helper and target == e.target and them == e.them and seat == "
          "e.seat and number == e.number) "
          "assert(not card and not this and not you and not e.card and not e.this and not "
          "e.you and suit == e.suit)");
    /* what they are does not change while the hook runs, be they read before or after */
    named = ", target";
    given(V_NUMBER, REF_NONE, 9,
          "g:move(target, 'row', A) g:shuffle('deck') assert(target == e.target and "
          "target.zone == 'row')");
    named = "";
    given(V_NUMBER, REF_NONE, 9,
          "g:move(g:card(deck), 'row', A) assert(e.count == 9 and e.target.id == 'dog')");
}

static void named_wrongly(void **state)
{
    (void)state;
    refused("\n\neffect.try = function(g, e, cuont) end",
            "effect.try has no parameter `cuont` (did you mean `count`?); after g and e you "
            "may have count, suit, this, you",
            3);
    assert_string_equal(err.file, "rules/test.lua");
    refused("effect.try = function(g, e, suit, taget) end",
            "no parameter `taget` (did you mean `target`?)", 1);
    refused("effect.try = function(g, e, zzzzzz) end", "no parameter `zzzzzz`; after g", 1);
    refused("effect.try = function(g, e, all) end", "no parameter `all`", 1);
    refused("effect.try = function(g, e, suit, count, suit) end",
            "effect.try names `suit` twice", 1);
    named = ", ...";
    runs("assert(select('#', ...) == 0)");
    named = ", count, ...";
    runs("assert(select('#', ...) == 0 and count == 0)");
    named = "";
}

/* In which order a table has its keys is chance: of several faults it is always the same that is told. */
static void the_same_of_several_faults(void **state)
{
    (void)state;
    for (int i = 0; i < 24; i++) {
        breaks("g:queue('try', {zeta = 1, count = 1, beta = 2, alpha = 3, gamma = 4, [g] = 5})",
               "try has no parameter `alpha`");
        fails(
            "for k in pairs{[1.5] = 1, [true] = 2, [{}] = 3, a = 4, [2.5] = 5} do end return 0",
            "pairs: a key is 1.5,");
        fails("return next{[1.5] = 1, [true] = 2, [{}] = 3, a = 4, [2.5] = 5}",
              "next: a key is 1.5,");
        refused("local a, b, c, d = 1, 2, 3, 4\n"
                "local t = {z = function() d = 5 end, y = function() c = 5 end,\n"
                "x = function() b = 5 end, w = function() a = 5 end}\n"
                "pure.f = function(g, k) return t[k]() end",
                "`c` belongs to the file", 2);
    }
}

/* Handles that are new are made when the hook is called; the memory fails, and the engine goes on. */
static void named_after_a_failure(void **state)
{
    struct game g;

    (void)state;
    named = ", target, count";
    begin(&g, "",
          "if count == 1 then local t = {} for i = 1, 1e9 do t[i] = {} end end "
          "assert(target.id == 'dog')");
    for (int k = 0; k < 4; k++) {
        int32_t level[] = {1};

        memset(g.s, 0, k_size(&g.e, 2, level, true));
        assert_int_equal(k_start(&g.e, g.s, 2, level, 1, true), 0);
        k_frames(g.s)->card[BOUND_TARGET] = 3;
        k_frames(g.s)->kind = FRAME_EFFECT;
        k_frames(g.s)->effect.param[0] = k & 1 ? 0 : 1;
        assert_int_equal(advance(&g), k & 1 ? 0 : -1);
    }
    end(&g);
    named = "";
}

/* The library's own functions called between questions and answers. */
static void asking(void **state)
{
    struct game g;

    (void)state;
    begin(&g, "",
          "g:deal(A, 'deck', 'hand', 2)\n local c = g:choose(A, bound(A), 'which')\n"
          "assert(c.zone == 'hand') c:move('row') A:add('gold', c.value)");
    assert_int_equal(advance(&g), 1);
    /* while it is asked, the block is as the hook left it */
    assert_int_equal(k_slots(g.s)[k_slot_of(g.s, &def, HAND, 0)].count, 2);
    assert_int_equal(k_choices_of(&g.e, g.s, 0), 2);
    assert_int_equal(k_pick(&g.e, g.s, 0, 1), 0);
    assert_int_equal(advance(&g), 0);
    assert_int_equal(k_slots(g.s)[k_slot_of(g.s, &def, HAND, 0)].count, 1);
    assert_int_equal(k_slots(g.s)[k_slot_of(g.s, &def, ROW, 0)].count, 1);
    assert_int_equal(k_seatctr(g.s)[0], 2);
    assert_int_equal(k_know(g.s)->reruns, 1);
    end(&g);
    runs("assert(g:choose(A, bound(A)) == nil)");
    breaks("g:choose(A, 'which')", "a selector or an action is needed");
    breaks("g:choose('all', deck)", "one seat is needed, but `all` is several");
    breaks("g:choose(A, g:card(deck))", "offers the cards of a selector");
    breaks("g:choose(A, {})", "the list has no action");
    breaks("g:choose(A, {deck})", "an action is needed in the list, not");
    breaks("g:choose(A, {'which'})", "an action is needed in the list, not `which`");
    breaks("g:choose_cards(A, {'which'})", "an action is needed in the list");
}

static void asking_all(void **state)
{
    struct game g;

    (void)state;
    begin(&g, "",
          "g:deal('all', 'deck', 'hand', 2)\n"
          "for seat, c in g:choose_all('all', hand, 'which') do c:move('row') seat:add('gold', "
          "c.value) end");
    assert_int_equal(advance(&g), 1);
    assert_int_equal(k_rules(g.s)->pending, 3);
    assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
    assert_int_equal(advance(&g), 1);
    assert_int_equal(k_pick(&g.e, g.s, 1, 1), 0);
    assert_int_equal(advance(&g), 0);
    assert_int_equal(k_seatctr(g.s)[0] + k_seatctr(g.s)[1], 1 + 4);
    end(&g);
}

/* The chosen cards are cards wherever these are wanted. */
static void asking_for_cards(void **state)
{
    struct game g;

    (void)state;
    begin(&g, "",
          "g:deal('all', 'deck', 'hand', 2)\n"
          "local c = g:choose_cards('all', hand, 'which')\n"
          "assert(g:count(c) == 2 and g:has(c) and g:card(c).owner == A)\n"
          "local n = 0 for card in g:cards(c) do n = n + card.value end\n"
          "assert(n == g:sum('value', c) and n == 5)\n"
          "local more = g:choose_cards(c, hand)\n" /* the owners of the cards */
          "assert(g:move(c, 'row') == 2 and g:move(more, 'row') == 2)\n"
          "assert(g:count(c) == 2)\n"
          "local none = g:choose_cards(bound(A), hand)\n"
          "assert(g:count(none) == 0 and not g:has(none) and g:card(none) == nil)\n"
          "assert(g:turn(none, 'down') == 0) A:add('gold', n)");
    assert_int_equal(advance(&g), 1);
    assert_int_equal(k_rules(g.s)->pending, 3);
    assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
    assert_int_equal(k_pick(&g.e, g.s, 1, 1), 0);
    int rc;
    while ((rc = advance(&g)) == 1)
        for (int i = 0; i < 2; i++)
            if (k_rules(g.s)->pending >> i & 1)
                assert_int_equal(k_pick(&g.e, g.s, i, k_choices_of(&g.e, g.s, i) - 1), 0);
    if (rc)
        print_error("%d %s:%d %s\n", rc, err.file, err.line, err.message);
    assert_int_equal(rc, 0);
    assert_int_equal(k_seatctr(g.s)[0], 5);
    end(&g);
    breaks("g:choose_cards(A, g:card(deck))", "offers the cards of a selector");
    breaks("g:deal(A, 'deck', 'hand', 1) g:card(g:choose_cards(A, hand)):nonsense()",
           "a card has no `nonsense`");
    breaks("local f, l = g:choose_all(A, bound(A)) g:count(l)",
           "cards are needed, not answers");
}

/* A question from inside a function of the library, or of a handle, leaves the hook at once. */
static void asking_from_within(void **state)
{
    static const char *const bodies[] = {
        "table.sort({3, 1, 2}, function(a, b) g:choose(A, bound(A)) return a < b end)",
        "('abc'):gsub('.', function() g:choose(A, bound(A)) end)",
        "local t = {} for x in function() return g:choose(A, bound(A)) and nil end do t[1] = x "
        "end",
        "local function f(n) if n == 0 then g:choose(A, bound(A)) else f(n - 1) end end f(20)",
        "for c in g:cards(deck) do for d in g:cards(bound(A)) do g:choose(A, bound(A)) break "
        "end break end",
        "for s in g:seats 'all' do g:choose(A, bound(A)) break end",
        "for k in pairs{a = 1, b = 2} do g:choose(A, bound(A)) break end",
    };
    char body[500];

    (void)state;
    for (int i = 0; i < N(bodies); i++) {
        struct game g;
        int rc, picks = 0;

        snprintf(body, sizeof body,
                 "g:deal(A, 'deck', 'hand', 2); A:add('gold', 1); %s; A:add('gold', 10)",
                 bodies[i]);
        begin(&g, "", body);
        while ((rc = advance(&g)) == 1) {
            assert_int_equal(k_seatctr(g.s)[0], 1);
            assert_int_equal(k_pick(&g.e, g.s, 0, 0), 0);
            picks++;
        }
        if (rc)
            print_error("%s\n -> %d %s:%d %s\n", body, rc, err.file, err.line, err.message);
        assert_int_equal(rc, 0);
        assert_true(picks >= 1);
        assert_int_equal(k_seatctr(g.s)[0], 11);
        end(&g);
    }
}

/* The hook fails; then the same engine plays another game. */
static void a_failure_in_a_game(void **state)
{
    static const char *const bad[] = {
        "while true do end", "local t = {} for i = 1, 1e9 do t[i] = {} end",
        "local x = nil + 1", "local function f(x) return 1 + f(x) end f(1)",
        "error 'no'",
    };
    char body[500];
    int often = getenv("CT_LONG") ? 4 : 3;

    (void)state;
    for (int i = 0; i < N(bad); i++) {
        struct game g;

        snprintf(body, sizeof body,
                 "if g.option.level == 'easy' then\n%s\nend g:add('luck', 1)", bad[i]);
        begin(&g, "", body);
        for (int k = 0; k < often; k++) {
            int32_t level[] = {k & 1 ? 0 : 1};

            memset(g.s, 0, k_size(&g.e, 2, level, true));
            assert_int_equal(k_start(&g.e, g.s, 2, level, 1, true), 0);
            assert_int_equal(advance(&g), k & 1 ? -1 : 0);
            assert_int_equal(k_gamectr(g.s)[0], k & 1 ? 0 : 1);
        }
        end(&g);
    }
}

static void pure_in_acting(void **state)
{
    (void)state;
    runs_with("local function twice(c) return c.value * 2 end",
              "local n = 0 for c in g:cards(deck) do n = n + twice(c) end assert(n == 42)");
}

static void tools(void **state)
{
    struct game g;
    bool has;

    (void)state;
    begin(&g,
          "check.six = function(g) return g:count(deck) == 6 end\n"
          "bot.value = function(g, seat) return seat.gold + 5 end\n",
          "g:add('luck', 1)");
    g.e.s = g.s;
    assert_int_equal(script_checks(g.script, &g.e, &err), 1);
    assert_int_equal(script_bot(g.script, &g.e, 1, "value", &has), 5);
    assert_true(has);
    assert_false(script_bot(g.script, &g.e, 1, "hopeless", &has));
    assert_false(has);
    end(&g);
    begin(&g,
          "check.five = function(g) return g:count(deck) == 5 end\n"
          "bot.value = function(g, seat) seat:add('gold', 1) return 1 end\n",
          "");
    g.e.s = g.s;
    assert_int_equal(script_checks(g.script, &g.e, &err), 0);
    assert_string_equal(err.hook, "check.five");
    script_bot(g.script, &g.e, 1, "value", &has);
    assert_int_equal(g.e.err.code, K_E_HOOK);
    assert_non_null(
        strstr(script_error(g.script)->message, "bot.value may not change the game: seat:add"));
    end(&g);
}

int main(void)
{
    const struct CMUnitTest all[] = {
        cmocka_unit_test(names_that_are_missing),
        cmocka_unit_test(numbers_that_go_into_the_kernel),
        cmocka_unit_test(order),
        cmocka_unit_test(sorting),
        cmocka_unit_test(texts),
        cmocka_unit_test(endless_loops),
        cmocka_unit_test(loops_are_counted),
        cmocka_unit_test(lists_are_short),
        cmocka_unit_test(endless_calls),
        cmocka_unit_test(the_host_keeps_its_locale),
        cmocka_unit_test(a_fork_is_guarded),
        cmocka_unit_test(memory),
        cmocka_unit_test(what_is_kept),
        cmocka_unit_test(tables_of_the_file_are_frozen),
        cmocka_unit_test(lengths),
        cmocka_unit_test(what_cannot_be_changed),
        cmocka_unit_test(loading),
        cmocka_unit_test(many_jumps),
        cmocka_unit_test(long_path),
        cmocka_unit_test(errors),
        cmocka_unit_test(selectors_load),
        cmocka_unit_test(fingerprints),
        cmocka_unit_test(reading),
        cmocka_unit_test(stepping),
        cmocka_unit_test(named_parameters),
        cmocka_unit_test(named_wrongly),
        cmocka_unit_test(the_same_of_several_faults),
        cmocka_unit_test(named_after_a_failure),
        cmocka_unit_test(asking),
        cmocka_unit_test(asking_all),
        cmocka_unit_test(asking_for_cards),
        cmocka_unit_test(asking_from_within),
        cmocka_unit_test(a_failure_in_a_game),
        cmocka_unit_test(pure_in_acting),
        cmocka_unit_test(tools),
    };

    return cmocka_run_group_tests(all, NULL, NULL);
}
