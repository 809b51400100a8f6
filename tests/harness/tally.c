/* tally.c - a stranger's tally, what `cantrip merge` reads; its sum is made right. One that is taken is written as the same bytes, and
 * adds up with another part of its run in either order. `merge` prints it, or says what is wrong with it. */
#include "shared/game.h"
#include "shared/served.h"

#include "base/str.h"
#include "tools/common.h"
#include "tools/stats/tallyfile.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>

static const char path[] = "a\x1b.tally";

static bool read_tally(const struct str *text, struct tally_file *f, struct transcript *t)
{
    char *copy = malloc(text->n + 1), *wrong = NULL;

    memcpy(copy, text->s, text->n + 1);
    bool good = tallyfile_take(f, path, copy, text->n, &wrong);
    if (!good && !wrong)
        finding("a tally is refused without a word");
    tell_line(t, "why it is refused", wrong);
    free(wrong);
    free(copy);
    return good;
}

static void check_same(const char *what, const struct tally_file *f, const char *text, size_t n)
{
    size_t size;
    char *written = tallyfile_text(f, &size);

    if (size != n || memcmp(written, text, n) != 0)
        finding("%s is written as\n%.*s\nnot\n%.*s", what, (int)size, written, (int)n, text);
    free(written);
}

/* Another part of its run: the same counts, of a game behind its last. */
static bool make_other(const struct str *text, struct tally_file *f, struct transcript *t)
{
    if (!read_tally(text, f, t))
        finding("a tally is refused when it is read again");
    uint64_t next = numbers_last(&f->numbers) + 1;
    numbers_free(&f->numbers);
    f->numbers = (struct numbers){0};
    numbers_add(&f->numbers, next, next);
    return next <= f->of;
}

static void merge(struct tally_file *one, const struct str *text, struct transcript *t)
{
    struct tally_file other, again;
    char *wrong = NULL;
    bool fits = make_other(text, &other, t);

    if (!tallyfile_belongs(one, one, &wrong))
        finding("a tally does not belong to itself: %s", wrong);
    if (!read_tally(text, &again, t))
        finding("a tally is refused when it is read again");
    bool good = fits && tallyfile_merge(one, &other);
    if (fits && tallyfile_merge(&other, &again) != good)
        finding("two parts add up in one order only");
    if (good) {
        size_t n;
        char *sum = tallyfile_text(one, &n);
        tell_bytes(t, "both parts", sum, n);
        check_same("their sum in the other order", &other, sum, n);
        free(sum);
    }
    tallyfile_free(&other);
    tallyfile_free(&again);
}

/* The command, in a form that the input chooses. A page is whole or not there. */
static void print(const struct str *text, bool good, struct transcript *t)
{
    char file[300], page[300];
    const char *const forms[] = {NULL, "--json", "--parts", "--report"};
    uint64_t form = sum_of(text->s, text->n) % 4;

    snprintf(file, sizeof file, "%sa.tally", folder());
    snprintf(page, sizeof page, "%spage.html", folder());
    write_file("a.tally", text->s, text->n);
    remove_file("page.html");
    const char *const words[] = {
        "merge", file, "--partial", forms[form], form == 3 ? page : NULL, NULL};
    int status = tell_command(cmd_merge, words, "", 0, good ? "" : "a.tally", t);
    if (!good && status != EXIT_USAGE)
        finding("a tally that cannot be read is merged");
    if (form == 3 && !access(page, F_OK) != (status != EXIT_USAGE))
        finding("merge ends with %d, and its page is %sthere", status,
                status == EXIT_USAGE ? "" : "not ");
}

static enum ran run(const uint8_t *data, size_t n, struct transcript *t)
{
    struct str text = {0};
    struct tally_file f;

    str_addn(&text, (const char *)data, n);
    str_addf(&text, "end: %016llx\n", (unsigned long long)XXH64(data, n, 0));
    bool good = read_tally(&text, &f, t);
    if (good) {
        check_same("a tally", &f, text.s, text.n);
        merge(&f, &text, t);
    }
    print(&text, good, t);
    tallyfile_free(&f);
    str_free(&text);
    return good ? RAN_WHOLE : RAN_REFUSED;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n)
{
    return run_twice(run, data, n);
}
