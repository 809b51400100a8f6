/* bot.c - what a stranger writes for a bot. Its name is read as the bot that it names. */
#include "shared/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { LONGEST = 400 };

static bool same(const struct ct_bot_spec *a, const struct ct_bot_spec *b)
{
    return a->kind == b->kind && a->n == b->n && a->plies == b->plies &&
           a->forgets == b->forgets && a->no_facts == b->no_facts && a->mast == b->mast &&
           a->mast_prior == b->mast_prior && a->guided == b->guided &&
           a->resample == b->resample && a->seconds == b->seconds && a->games == b->games &&
           a->temperature == b->temperature && !strcmp(a->command, b->command);
}

static bool tell_bot_name(const char *text, struct transcript *t)
{
    struct ct_bot_spec spec, again;
    char why[LONGEST] = "", name[LONGEST], short_name[8];

    if (ct_bot_parse(text, &spec, why, sizeof why)) {
        if (!*why)
            finding("a bot is refused without a word");
        tell_line(t, "why it is no bot", why);
        return false;
    }
    ct_bot_name(&spec, name, sizeof name);
    tell_line(t, "a bot", name);
    if (ct_bot_parse(name, &again, why, sizeof why) || !same(&spec, &again))
        finding("'%s' is read as another bot than '%s'", name, text);
    ct_bot_name(&spec, short_name, sizeof short_name);
    if (strncmp(name, short_name, sizeof short_name - 1) != 0)
        finding("'%s' is cut to '%s'", name, short_name);
    tell_number(t, "it needs knowledge", ct_bot_needs_knowledge(&spec));
    return true;
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    char *text = malloc(n + 1);

    memcpy(text, data, n);
    text[n] = 0;
    bool good = tell_bot_name(text, t);
    free(text);
    return good ? RAN_WHOLE : RAN_REFUSED;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
