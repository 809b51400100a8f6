/* fixed.c - a harness without libFuzzer: the kept inputs, then mutants of them, the same on every machine.
 *
 *   NAME CASES DICTIONARY FOLDER     (built with each harness; run it in the top folder)
 *
 * What libFuzzer tries depends on what its inputs reached before, and that on addresses and the clock. */
#include "base/files.h"
#include "cantrip.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerInitialize(int *argc, char ***argv) __attribute__((weak));
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t n);

enum { INPUTS = 200, WORDS = 2000, LONGEST = 6000, CHANGES = 6, RANGE = 64, SEED = 1 };

struct text {
    char *at;
    size_t n;
};

static struct text inputs[INPUTS], words[WORDS];
static uint32_t ninputs, nwords;
static char now[LONGEST + 1];
static size_t nnow;
static struct ct_rng rng;

static uint32_t below(size_t n)
{
    return ct_rng_below(&rng, (uint32_t)n);
}

static void read_inputs(const char *folder)
{
    struct dirent **names;
    int n = scandir(folder, &names, NULL, alphasort);

    for (int i = 0; i < n; i++) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, names[i]->d_name);
        if (names[i]->d_name[0] != '.' && ninputs < INPUTS)
            inputs[ninputs].at = ct_file_read(path, &inputs[ninputs].n, NULL);
        ninputs += names[i]->d_name[0] != '.' && ninputs < INPUTS && inputs[ninputs].at;
        free(names[i]);
    }
    if (n >= 0)
        free(names);
}

/* Lines of "WORD", as libFuzzer takes them. */
static void read_words(const char *path)
{
    char *text = ct_file_read(path, &(size_t){0}, NULL);

    for (char *line = text ? strtok(text, "\n") : NULL; line && nwords < WORDS;
         line = strtok(NULL, "\n"))
        if (*line == '"' && strlen(line) > 2)
            words[nwords++] = (struct text){line + 1, strlen(line) - 2};
}

static void cut(size_t at, size_t n)
{
    memmove(now + at, now + at + n, nnow - at - n);
    nnow -= n;
}

static void insert(size_t at, const char *bytes, size_t n)
{
    char copy[LONGEST];

    if (nnow + n > LONGEST)
        return;
    memcpy(copy, bytes, n);
    memmove(now + at + n, now + at, nnow - at);
    memcpy(now + at, copy, n);
    nnow += n;
}

/* A range of a text, of at most RANGE bytes. */
static struct text range(const char *bytes, size_t n)
{
    size_t from = below(n + 1), most = n - from < RANGE ? n - from : RANGE;

    return (struct text){(char *)bytes + from, below(most + 1)};
}

static bool blank(char c)
{
    return c == ' ' || c == '\n';
}

/* The word in which a byte of a text lies. */
static struct text word_at(char *bytes, size_t n, size_t at)
{
    size_t from = at, to = at;

    while (from > 0 && !blank(bytes[from - 1]))
        from--;
    while (to < n && !blank(bytes[to]))
        to++;
    return (struct text){bytes + from, to - from};
}

/* A whole word becomes another one, so that the rest is read as before. */
static void change_word(size_t at)
{
    static const char *const numbers[] = {
        "0", "-1", "1", "2", "7", "99", "65536", "2147483647", "18446744073709551615"};
    const struct text *other = &inputs[below(ninputs)];
    struct text was = word_at(now, nnow, at), r = words[below(nwords)];
    uint32_t how = below(4);

    if (how < 2) {
        const char *number = numbers[below(sizeof numbers / sizeof *numbers)];
        r = (struct text){(char *)(uintptr_t)number, strlen(number)};
    } else if (how == 2) {
        r = word_at(other->at, other->n, below(other->n + 1));
    }
    if (r.n > RANGE)
        return;
    at = (size_t)(was.at - now);
    cut(at, was.n);
    insert(at, r.at, r.n);
}

static void change(void)
{
    struct text r = range(now, nnow), *other = &inputs[below(ninputs)];
    size_t at = below(nnow + 1);

    switch (below(12)) {
    case 0: cut((size_t)(r.at - now), r.n); break;
    case 1: insert(at, r.at, r.n); break;
    case 2:
        r = range(other->at, other->n);
        insert(at, r.at, r.n);
        break;
    case 3: /* a word in place of what stands there */
        cut((size_t)(r.at - now), r.n);
        at = (size_t)(r.at - now);
        /* fall through */
    case 4:
        r = words[below(nwords)];
        insert(at, r.at, r.n);
        break;
    case 5: insert(at, &(char){(char)below(256)}, 1); break;
    case 8:
    case 9:
    case 10:
    case 11: change_word(at); break;
    case 6:
        if (at < nnow)
            now[at] = (char)below(256);
        break;
    default:
        if (at < nnow)
            now[at] ^= (char)(1 << below(8));
    }
}

static void mutant(void)
{
    const struct text *from = &inputs[below(ninputs)];

    nnow = from->n < LONGEST ? from->n : LONGEST;
    memcpy(now, from->at, nnow);
    for (uint32_t i = 1 + below(CHANGES); i > 0; i--)
        change();
}

/* What is asked now, for whoever looks at a finding. */
static void keep(const char *name, const char *bytes, size_t n)
{
    FILE *f = name ? fopen(name, "w") : NULL;

    if (f) {
        fwrite(bytes, 1, n, f);
        fclose(f);
    }
}

/* A copy of its own length, so that a byte read behind it is seen. */
static void ask(const char *bytes, size_t n)
{
    uint8_t *copy = malloc(n ? n : 1);

    if (!copy)
        exit(2);
    keep(getenv("HARNESS_INPUT"), bytes, n);
    memcpy(copy, bytes, n);
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
}

int main(int argc, char **argv)
{
    if (argc != 4)
        return 2;
    if (LLVMFuzzerInitialize)
        LLVMFuzzerInitialize(&argc, &argv);
    read_words(argv[2]);
    read_inputs(argv[3]);
    if (!ninputs || !nwords) {
        fprintf(stderr, "no inputs in %s, or no words in %s\n", argv[3], argv[2]);
        return 2;
    }
    for (uint32_t i = 0; i < ninputs; i++)
        ask(inputs[i].at, inputs[i].n);
    rng = ct_rng_make(SEED, 1);
    for (int i = 0; i < atoi(argv[1]); i++) {
        mutant();
        ask(now, nnow);
    }
    printf("%u kept inputs, %s mutants\n", ninputs, argv[1]);
    return 0;
}
