/* decode.c - each byte chooses one of a list: a hook's statements, and what stands in them. */
#include "decode.h"

#include "base/str.h"

#include <stdbool.h>
#include <string.h>

enum { STATEMENTS = 24, NESTED = 4 };

/* %C cards, %E selector, %S seats, %Z zone, %N number, %K counter, %F face, %L list, %V verb,
 * %W word, %A value, %B body. */
static const char *const statements[] = {
    "local held = %C",
    "g:move(%C, %Z, %S, %F, %N)",
    "g:deal(%S, %Z, %Z, %N, %F)",
    "g:pass(%S, %E, %S)",
    "g:fill(%S, %Z, %Z)",
    "g:turn(%C, %F)",
    "g:shuffle(%Z, %S)",
    "g:show(%S, %C)",
    "g:add(%K, %N)",
    "g:add(%S, %K, %N)",
    "g:add(%C, %K, %N)",
    "g:set(%K, %A)",
    "g:set(%S, %K, %A)",
    "g:set(%C, %K, %A)",
    "g:trigger(%L, %C, %S)",
    "g:cancel(%C)",
    "g:block(%F, %K, %S, %A)",
    "g:block('turn', %F, %S)",
    "g:block('move', %Z, %S, 'day')",
    "if g:count(%C) > 6 then g:finish(%W, %S, %S) end",
    "g:queue(%V, %A, %A)",
    "g:queue(%V, {n = %N, who = %S, c = %A})",
    "g:say(%W, %A, %C, %S)",
    "g:roll(%N)",
    "held = g:choose(%S, %E, %W)",
    "held = g:choose(%S, %V, %W)",
    "held = g:choose_cards(%S, %E, %W)",
    "for seat, card in g:choose_all(%S, %E, %W) do%Bend",
    "for card in g:cards(%C) do%Bend",
    "for seat in g:seats(%S) do%Bend",
    "for i, v in pairs(%A) do%Bend",
    "for i = 1, %N do%Bend",
    "if %A then%Bend",
    "held = {%A, %A, [%A] = %A}",
    "held = table.concat({%A, %A}, %A)",
    "table.sort(held, function(a, b) return %A end)",
    "held = string.format(%A, %A, %A)",
    "held = string.gsub(%A, %A, %A)",
    "held = string.rep(%A, %N)",
    "held = table.unpack({%A, %A}, %N, %N)",
    "held = string.find(%A, %A, %N)",
    "held[%A] = %A",
    "table.insert(held, %N, %A)",
    "error(%A)",
    "assert(%A, %A)",
    "card = %C",
    "while %A do%Bend",
    "do return %A end",
};
static const char *const cards[] = {
    "mine",
    "theirs",
    "all",
    "held",
    "card",
    "e.this",
    "e.card",
    "worth(%A)",
    "of(%S)",
    "g:card(%E)",
    "{g:card(%E), held}",
    "nil",
    "g:choose_cards(%S, %E)",
    "late(%A, %A)",
    "{}",
    "g.prize",
    "'ant'",
};
static const char *const selectors[] = {"mine",   "theirs",       "all",   "worth(%A)",
                                        "of(%S)", "late(%A, %A)", "worth", "random"};
static const char *const seats[] = {
    "you",     "'all'",      "'others'",       "seat", "g.you",    "'left'",   "'right'",
    "'ghost'", "card.owner", "e.who",          "nil",  "'leader'", "g.leader", "you.left",
    "'them'",  "'seats'",    "g:seats('all')", "held", "7",
};
static const char *const zones[] = {"'hand'",   "'row'",     "'pool'",   "'deck'",
                                    "'market'", "'trash'",   "'supply'", "'dark'",
                                    "nil",      "card.zone", "''"};
static const char *const numbers[] = {"1",          "2",
                                      "0",          "-1",
                                      "nil",        "'all'",
                                      "2147483647", "-2147483648",
                                      "1.5",        "300",
                                      "g.gold",     "you.gold",
                                      "e.n",        "g:sum('worth', %C)",
                                      "0/0",        "math.mininteger",
                                      "#held",      "4294967296"};
static const char *const counters[] = {"'gold'", "'leader'", "'prize'", "'mark'", "'short'",
                                       "'mood'", "'pet'",    "'none'",  "nil",    "'add'"};
static const char *const faces[] = {"'up'", "'down'", "nil", "'add'", "'sideways'"};
static const char *const lists[] = {"'effects'", "'stand'", "'worth'", "nil"};
static const char *const verbs[] = {"'earn'", "'dream'",   "'peek'", "'play'",  "'wish'",
                                    "'rob'",  "'nothing'", "nil",    "'colour'"};
static const char *const words[] = {"'which'", "'back'",    "'told'",
                                    "nil",     "'nothing'", "'\\27[2J'"};
static const char *const values[] = {
    "held",
    "%N",
    "%S",
    "%C",
    "nil",
    "true",
    "false",
    "'red'",
    "{}",
    "{%A, %A}",
    "tostring(%A)",
    "'%%d%%s'",
    "card.worth",
    "card:is('colour', %A)",
    "g:count(%C)",
    "g:has(%C)",
    "g:let('rich', %S)",
    "g:least('worth', %C)",
    "held == card",
    "held < %A",
    "%A .. %A",
    "string.char(27, 10, 200)",
    "'(.-)(.-)%%1*$'",
    "tonumber(%A)",
    "e.n",
    "g:due('n', %S)",
    "type(%A)",
    "next(%A)",
    "%N // %N",
    "%N << 40",
    "g",
    "sel",
    "string",
    "function() return held end",
    "card.at",
    "g.option.lots",
    "g.day",
    "string.sub(%A, %N, %N)",
    "select('#', %A)",
    "'a' .. string.rep('x', 300)",
};

struct decoder {
    const uint8_t *at, *end;
    struct str out;
    int statements, depth;
};

static unsigned take(struct decoder *d, size_t n)
{
    return d->at < d->end ? *d->at++ % (unsigned)n : 0;
}

static void add(struct decoder *d, const char *form);

#define ONE_OF(d, list) add((d), (list)[take((d), sizeof(list) / sizeof *(list))])

static void body(struct decoder *d)
{
    str_add(&d->out, "\n");
    for (unsigned n = 1 + take(d, 5); n > 0 && d->statements < STATEMENTS && d->at < d->end;
         n--) {
        d->statements++;
        ONE_OF(d, statements);
        str_add(&d->out, "\n");
    }
}

static void fill(struct decoder *d, char kind)
{
    switch (kind) {
    case 'C': ONE_OF(d, cards); break;
    case 'E': ONE_OF(d, selectors); break;
    case 'S': ONE_OF(d, seats); break;
    case 'Z': ONE_OF(d, zones); break;
    case 'N': ONE_OF(d, numbers); break;
    case 'K': ONE_OF(d, counters); break;
    case 'F': ONE_OF(d, faces); break;
    case 'L': ONE_OF(d, lists); break;
    case 'V': ONE_OF(d, verbs); break;
    case 'W': ONE_OF(d, words); break;
    case 'A': ONE_OF(d, values); break;
    case 'B': body(d); break;
    default: str_addn(&d->out, &kind, 1); break;
    }
}

static void add(struct decoder *d, const char *form)
{
    d->depth++;
    for (; *form; form++) {
        if (*form != '%')
            str_addn(&d->out, form, 1);
        else if (*++form != 'B' && d->depth > NESTED)
            str_add(&d->out, "nil");
        else if (*form != 'B' || d->depth <= NESTED)
            fill(d, *form);
    }
    d->depth--;
}

char *decode_script(const uint8_t *data, size_t n)
{
    static const struct {
        const char *takes, *all;
    } hooks[] = {
        {"step.gamble = function(g, e)", "g, e"},
        {"effect.dream = function(g, e, n)", "g, e, n"},
        {"effect.peek = function(g, e, who)", "g, e, who"},
        {"pure.fit = function(g, card)", "g, card"},
        {"pure.worthy = function(g, seat)", "g, seat"},
        {"check.fine = function(g)", "g"},
        {"bot.value = function(g, seat)", "g, seat"},
        {"bot.hopeless = function(g, seat)", "g, seat"},
    };
    static const struct {
        const char *name, *keys;
    } sels[] = {
        {"mine", "zone = 'hand', of = 'you'"},
        {"theirs", "zone = 'hand', of = 'left'"},
        {"all", "zone = {'hand', 'row', 'pool'}, of = 'all'"},
        {"worth", "zone = 'hand', of = 'all', worth = '$1'"},
        {"of", "zone = 'row', of = '$1'"},
        {"late", "zone = 'row', of = '$1', colour = '$2'"},
        {"random", "zone = 'pool', random = 1"},
    };
    struct decoder d = {.at = data, .end = data + n};
    bool seen = n && data[n - 1] % 8 == 0;

    /* What `unseen` gives is not known before the script runs: else the loader would refuse what the bridge is to
     * refuse. In one of eight all is known. */
    str_add(&d.out, "local function unseen(...) return ... end\n");
    for (size_t i = 0; i < sizeof sels / sizeof *sels; i++)
        str_addf(&d.out, "local %s = %ssel{%s}%s\n", sels[i].name, seen ? "" : "unseen(",
                 sels[i].keys, seen ? "" : ")");
    for (size_t i = 0; i < sizeof hooks / sizeof *hooks; i++) {
        str_addf(&d.out, "%s\nlocal held\n", hooks[i].takes);
        if (!seen)
            str_addf(&d.out, "%s = unseen(%s)\n", hooks[i].all, hooks[i].all);
        str_addf(&d.out, "%s\nlocal you = seat\n",
                 strstr(hooks[i].takes, "seat)")   ? "local card"
                 : strstr(hooks[i].takes, "card)") ? "local seat = g.you"
                                                   : "local seat, card = g.you");
        body(&d);
        str_add(&d.out, "do return ");
        ONE_OF(&d, values);
        str_add(&d.out, " end\nend\n");
        d.statements = 0;
    }
    return d.out.s;
}
