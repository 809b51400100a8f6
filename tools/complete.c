/* complete.c - completes command lines.
 *
 * What a value is follows from its word in COMMANDS or in a table of flags: RULESET, CARD, FILE. A
 * word in small letters stands for itself (a|b|c). A word in capitals that offer_one does not know
 * is a file. */
#include "complete.h"

#include "bots.h"
#include "commands.h"
#include "levels.h"
#include "memory.h"

#include <stdlib.h>
#include <string.h>

struct completing {
    const struct usage *u;
    const char *word;  /* the word under the cursor */
    const char *typed; /* … the part that is completed; what is before it stays */
    struct list rest;  /* earlier arguments that are no flags */
    const char *ruleset;
    ct_definition *def;  /* loaded when first needed */
    const bool *given;   /* [flag] */
    bool files, folders; /* have been offered */
};

/* ---- what is printed ---- */

static void offer(const struct completing *c, const char *text, const char *says)
{
    if (!strncmp(text, c->typed, strlen(c->typed)) && ct_is_line(text) && ct_is_line(says))
        printf("%.*s%s\t%s\n", (int)(c->typed - c->word), c->word, text, says);
}

/* Lets the shell complete file names, once. */
static void offer_files(struct completing *c)
{
    if (!c->files)
        printf("\tfiles\t%.*s\n", (int)(c->typed - c->word), c->word);
    c->files = true;
}

static void offer_folders(struct completing *c)
{
    if (!c->folders)
        printf("\tfolders\t%.*s\n", (int)(c->typed - c->word), c->word);
    c->folders = true;
}

/* Completes only what follows this character, if it is there. Returns what is before it, or NULL
 * (free()). */
static char *step_behind(struct completing *c, char sign)
{
    const char *at = strchr(c->typed, sign);
    char *before = at ? mem_strndup(c->typed, (size_t)(at - c->typed)) : NULL;

    if (at)
        c->typed = at + 1;
    return before;
}

/* ---- the kinds of values ---- */

/* The game in the line. NULL: none, or it does not load. */
static const ct_definition *game(struct completing *c)
{
    ct_diags *diags = NULL;
    char *folder = c->def || !c->ruleset ? NULL : ruleset_folder(c->ruleset);

    if (folder)
        c->def = ruleset_open(folder, &diags);
    ct_diags_free(diags);
    free(folder);
    return c->def;
}

static void offer_name(void *ctx, const char *name, const char *folder)
{
    offer(ctx, name, folder);
}

static void offer_ruleset(struct completing *c)
{
    rulesets_each(offer_name, c);
    if (strpbrk(c->typed, "./~"))
        offer_folders(c);
}

static void offer_card(struct completing *c)
{
    const ct_definition *def = game(c);

    for (int i = 0; def && ct_card_id(def, i); i++)
        offer(c, ct_card_id(def, i), ct_card_name(def, i, language_of(def, NULL)));
}

static void offer_language(struct completing *c)
{
    const ct_definition *def = game(c);

    for (int i = 0; def && ct_language(def, i); i++)
        offer(c, ct_language(def, i), "");
}

static void offer_kind(struct completing *c)
{
    const ct_definition *def = game(c);

    for (int i = 0; def && ct_kind_id(def, i); i++)
        if (*ct_kind_id(def, i))
            offer(c, ct_kind_id(def, i), "");
    offer(c, "all", "every kind of choice");
}

static void offer_values(const struct completing *c, int i, const struct ct_option *o)
{
    const char *v;

    if (o->kind == CT_FLAG) {
        offer(c, "true", "");
        offer(c, "false", "");
    }
    for (int k = 0; (v = ct_option_value(c->def, i, k)); k++)
        offer(c, v, "");
    if (o->kind == CT_NUMBER)
        offer(c, o->standard, "by default");
}

/* Completes the last of several values. */
static void offer_option(struct completing *c)
{
    const ct_definition *def = game(c);
    char *name = step_behind(c, '='), text[128];
    const char *last = name ? strrchr(c->typed, ',') : NULL;
    struct ct_option o;

    c->typed = last ? last + 1 : c->typed;
    for (int i = 0; def && ct_get_option(def, i, language_of(def, NULL), &o); i++) {
        snprintf(text, sizeof text, "%s=", o.name);
        if (!name)
            offer(c, text, o.says);
        else if (!strcmp(o.name, name))
            offer_values(c, i, &o);
    }
    free(name);
}

static void offer_seat(struct completing *c)
{
    const ct_definition *def = game(c);
    int seats = def ? ct_get_info(def, NULL).max_people : CT_MAX_SEATS;
    char text[16];

    for (int i = 0; i < seats; i++) {
        snprintf(text, sizeof text, "%d", i);
        offer(c, text, "");
    }
    offer(c, "spectator", "what all may know");
}

static void offer_level(struct completing *c)
{
    for (int i = 0; i < NLEVELS; i++)
        offer(c, level_name((enum level)i), level_player((enum level)i));
}

/* Does the command take players seat by seat? Then humans may play. */
static bool people_play(const struct usage *u)
{
    for (int i = 0; i < u->nflags; i++)
        if (u->flags[i].argument && !strcmp(u->flags[i].argument, "K=PLAYER"))
            return true;
    return false;
}

/* Completes the last player of a list. Words such as `plies=` may belong to the one before. */
static void offer_bots(struct completing *c)
{
    static const struct {
        const char *name, *word, *says;
        bool file;
    } bots[] = {
#define X(id, name, least, more, says)                                                         \
    {#name, BOT_FORM(name, least, ":", ""), says, sizeof more > 1},
        CT_BOTS(X)
#undef X
    };
    const char *last = strrchr(c->typed, ',');

    c->typed = last ? last + 1 : c->typed;
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++) {
        size_t n = strlen(bots[i].name);
        if (bots[i].file && !strncmp(c->typed, bots[i].name, n) && c->typed[n] == ':') {
            c->typed += n + 1;
            offer_files(c);
            return;
        }
    }
    if (people_play(c->u))
        offer(c, "human", "a player at this terminal");
    for (size_t i = 0; i < sizeof bots / sizeof *bots; i++)
        offer(c, bots[i].word, bots[i].says);
#define X(option)                                                                              \
    if (last)                                                                                  \
        offer(c, option, "");
    CT_BOT_OPTIONS(X)
#undef X
}

static void offer_seated(struct completing *c)
{
    char *seat = step_behind(c, '='), text[16];

    for (int i = 0; !seat && i < CT_MAX_SEATS; i++) {
        snprintf(text, sizeof text, "%d=", i);
        offer(c, text, "");
    }
    if (seat)
        offer_bots(c);
    free(seat);
}

static void offer_place(struct completing *c)
{
    struct ct_key_place at;

    for (int i = 0; ct_get_key_place(i, &at); i++)
        offer(c, at.name, at.says);
}

static void offer_key(struct completing *c)
{
    struct ct_key k, before;

    for (int i = 0; ct_get_key(i, &k); i++) {
        bool known = false;
        for (int j = 0; j < i && ct_get_key(j, &before) && !known; j++)
            known = !strcmp(before.key, k.key);
        if (!known)
            offer(c, k.key, k.says);
    }
}

static void offer_nothing(struct completing *c)
{
    (void)c;
}

/* Completes one kind of value. False: there is no such kind. */
static bool offer_one(struct completing *c, const char *kind)
{
    static const struct {
        const char *kind;
        void (*offer)(struct completing *c);
    } kinds[] = {
        {"RULESET", offer_ruleset},   {"FOLDER", offer_folders},
        {"FILE", offer_files},        {"CARD", offer_card},
        {"K=V", offer_option},        {"K=PLAYER", offer_seated},
        {"BOT[,BOT...]", offer_bots}, {"BOT,BOT[,...]", offer_bots},
        {"LEVEL", offer_level},       {"XX", offer_language},
        {"SEAT", offer_seat},         {"KIND", offer_kind},
        {"PLACE", offer_place},       {"KEY", offer_key},
        {"OLD=NEW", offer_nothing},   {"WHAT±ERROR", offer_nothing},
        {"TEXT", offer_nothing},      {"NAME", offer_nothing},
        {"ADDRESS", offer_nothing},   {"CODE", offer_nothing},
    };

    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!strcmp(kinds[i].kind, kind)) {
            kinds[i].offer(c);
            return true;
        }
    return false;
}

/* Completes "RULESET|PATH...", "[CARD]" or "a|b", n bytes of `says`. */
static void offer_value(struct completing *c, const char *says, size_t n)
{
    char *all = mem_strndup(says, n), *go = all, *one;
    const char *typed = c->typed;

    if (!offer_one(c, all))
        for (all[strcspn(all, "].")] = 0, go += *go == '['; go; go = one) {
            if ((one = strchr(go, '|')))
                *one++ = 0;
            c->typed = typed;
            if (*go < 'A' || *go > 'Z')
                offer(c, go, "");
            else if (!offer_one(c, go))
                offer_files(c);
        }
    free(all);
}

/* ---- the line ---- */

/* Completes argument number n of a command: "RULESET [CARD]". */
static void offer_argument(struct completing *c, int n)
{
    const char *at = command_find(c->u->command)->arguments;
    size_t len = strcspn(at, " ");

    for (; n > 0 && at[len]; n--) {
        at += len + 1;
        len = strcspn(at, " ");
    }
    if (len && (!n || strstr(at, "...")))
        offer_value(c, at, len);
}

static void offer_flags(const struct completing *c)
{
    char name[80];

    for (int i = 0; i < c->u->nflags; i++) {
        snprintf(name, sizeof name, "--%s", c->u->flags[i].name);
        if (!c->given[i] || c->u->flags[i].kind == FLAG_LIST)
            offer(c, name, c->u->flags[i].help);
    }
    offer(c, "--help", "what there is");
}

/* The flag in a word; -1: none. *value: what follows its =, or NULL. */
static int flag_of(const struct usage *u, const char *word, const char **value)
{
    size_t n = strcspn(word, "=");

    *value = word[n] ? word + n + 1 : NULL;
    for (int i = 0; i < u->nflags; i++)
        if (!strncmp(word, "--", 2) && strlen(u->flags[i].name) == n - 2 &&
            !strncmp(u->flags[i].name, word + 2, n - 2))
            return i;
    return -1;
}

static void note_value(struct completing *c, int flag, const char *value)
{
    const char *argument = c->u->flags[flag].argument;

    if (argument && !strcmp(argument, "RULESET") && !c->ruleset)
        c->ruleset = value;
}

/* Reads the words before the last. The flag that the last one is a value of; -1: none. */
static int read_words(struct completing *c, int n, char **words, bool *given, bool *plain)
{
    const char *value;
    int flag = -1;

    for (int i = 0; i < n; i++) {
        if (flag >= 0) {
            note_value(c, flag, words[i]);
            flag = -1;
        } else if (!*plain && !strcmp(words[i], "--")) {
            *plain = true;
        } else if (!*plain && (flag = flag_of(c->u, words[i], &value)) >= 0) {
            given[flag] = true;
            if (value)
                note_value(c, flag, value);
            if (value || c->u->flags[flag].kind == FLAG_SET)
                flag = -1;
        } else if (*words[i] != '-' || *plain) {
            list_add(&c->rest, words[i]);
        }
    }
    if (c->rest.n && strstr(command_find(c->u->command)->arguments, "RULESET"))
        c->ruleset = c->rest.v[0];
    return flag;
}

void complete_command(const struct usage *u, int argc, char **argv)
{
    bool *given = mem_zero((size_t)u->nflags + 1), plain = false;
    const char *word = argc > 0 ? argv[argc - 1] : "", *value = NULL;
    struct completing c = {.u = u, .word = word, .typed = word, .given = given};
    int flag = read_words(&c, argc - 1, argv, given, &plain);

    if (flag < 0 && !plain && (flag = flag_of(u, word, &value)) >= 0) {
        c.typed = value;
        flag = value && u->flags[flag].argument ? flag : -1;
    }
    if (flag >= 0 && (u->flags[flag].kind == FLAG_TEXT || u->flags[flag].kind == FLAG_LIST))
        offer_value(&c, u->flags[flag].argument, strlen(u->flags[flag].argument));
    c.typed = c.typed ? c.typed : word;
    if (flag < 0 && !plain && *word == '-')
        offer_flags(&c);
    else if (flag < 0)
        offer_argument(&c, c.rest.n);
    args_free(&c.rest);
    ct_free(c.def);
    free(given);
}
