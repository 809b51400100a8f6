/* fuzz.c - spoils files at random and checks how every command answers.
 *
 * Bad input must end with status 2 and a message (or 1, a finding): never with a signal, a
 * sanitizer's report, a leak, silence or a hang. Each case runs in its own process. Case i of seed
 * S depends on (S, i) alone, so you can run one case again. */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "fuzz.h"

#include "tools/common.h"
#include "tools/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATIENCE = 60, BATCH = 50, FOUND_MOST = 20, SANITIZER = 99, LONGEST = 100000 };

/* ---- the playground ---- */

char *read_text(const char *path, size_t *n)
{
    return ct_file_read(path, n, NULL);
}

bool write_text(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "w");
    bool ok = f && fwrite(text, 1, n, f) == n;

    return (!f || !fclose(f)) && ok;
}

static void take_file(struct playground *g, const char *path)
{
    g->file = mem_realloc(g->file, (g->nfiles + 1) * sizeof *g->file);
    g->file[g->nfiles++] = mem_strdup(path);
}

/* Takes all files below a folder. */
static void take_folder(struct playground *g, const char *folder)
{
    DIR *dir = opendir(folder);
    struct dirent *entry;
    struct stat st;

    while (dir && (entry = readdir(dir)) != NULL) {
        char *path = mem_printf("%s/%s", folder, entry->d_name);
        bool there = *entry->d_name != '.' && !stat(path, &st);
        if (there && S_ISDIR(st.st_mode))
            take_folder(g, path);
        else if (there && st.st_size <= LONGEST)
            take_file(g, path);
        free(path);
    }
    if (dir)
        closedir(dir);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Makes records to spoil: games that end, games that are open, input for the prompt and for a
 * program. */
static bool make_records(void)
{
    static const char *const games[] = {"fairytale", "wizard-quest", "card-ring",
                                        "once-upon-a-draft"};
    static const char typed[] =
        "1\n?\nhint\n\nundo\n2\nlog\ntable\nview\n3\n1\nsave\n9\nmemory\n1\nquit\n";
    static const char answers[] =
        "{\"choice\":0}\n{\"choice\":1}\n{\"choice\": 0, \"x\": [1]}\n"
        "{\"choice\":2}\n{\"choice\":0}\n{\"choice\":0}\n";
    char path[64], save[64];

    if (!write_text("records/in.answers", answers, strlen(answers)))
        return false;
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        snprintf(path, sizeof path, "records/%s.replay", games[i]);
        snprintf(save, sizeof save, "records/%s.save", games[i]);
        if (cantrip("play", games[i], "--bots", "random", "--seed", "1", "--record", path,
                    NULL))
            return false;
        if (!write_text("records/in.typed", typed, strlen(typed)) ||
            !freopen("records/in.typed", "r", stdin))
            return false;
        if (cantrip("play", games[i], "--seat", "0=human", "--seed", "1", "--save", save, NULL))
            return false;
    }
    return tallies_make();
}

/* Runs a command of the shell. */
static bool runs(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
static bool runs(const char *fmt, ...)
{
    va_list args;

    va_start(args, fmt);
    char *line = mem_vprintf(fmt, args);
    va_end(args);
    int rc = system(line);
    free(line);
    return !rc;
}

/* Copies the games to `dir`, and makes it the working directory. */
static bool playground_make(struct playground *g, char *dir)
{
    if (!runs("mkdir -p '%s/records' && cp -R rulesets cards scripts '%s' && "
              "cp -R tests/rulesets/* '%s/rulesets'",
              dir, dir, dir) ||
        chdir(dir))
        return false;
    fflush(stdout);
    int out = dup(1), err = dup(2), quiet = open("/dev/null", O_WRONLY);
    dup2(quiet, 1);
    dup2(quiet, 2);
    bool ok = make_records();
    fflush(stdout);
    dup2(out, 1);
    dup2(err, 2);
    close(out);
    close(err);
    close(quiet);
    take_folder(g, ".");
    if (g->nfiles)
        qsort(g->file, g->nfiles, sizeof *g->file, by_name);
    for (size_t i = 0; i < g->nfiles && ok; i++) {
        size_t n;
        char *text = read_text(g->file[i], &n);
        ok = text != NULL;
        if (text)
            corpus_add(&g->corpus, text, n);
        free(text);
    }
    return ok;
}

static void playground_free(struct playground *g)
{
    for (size_t i = 0; i < g->nfiles; i++)
        free(g->file[i]);
    free(g->file);
    corpus_free(&g->corpus);
    free(g->last);
}

/* ---- cases ---- */

struct run {
    uint64_t seed;
    int64_t cases, first;
    char *pristine, *found; /* folders */
};

/* Spoils any file of the target for this case. Its path; NULL: there is none. */
static const char *spoil(struct playground *g, const struct target *t, struct ct_rng *rng)
{
    const char *path = NULL;
    uint32_t seen = 0;

    for (size_t i = 0; i < g->nfiles; i++)
        if (t->spoils(g->file[i] + 2) && ct_rng_below(rng, ++seen) == 0)
            path = g->file[i] + 2;
    char *text = path ? read_text(path, &g->nlast) : NULL;
    free(g->last);
    g->last_path = path;
    g->last = text ? mutated(&g->corpus, rng, text, &g->nlast) : NULL;
    free(text);
    return g->last && write_text(path, g->last, g->nlast) ? path : NULL;
}

/* Puts the files back from the other copy. */
static bool mend(const struct playground *g, const char *pristine)
{
    size_t n;

    if (!g->last_path)
        return true;
    char *from = mem_printf("%s/%s", pristine, g->last_path), *text = read_text(from, &n);
    bool ok = text && write_text(g->last_path, text, n);
    free(text);
    free(from);
    return ok;
}

/* Puts all files back after a child that did not. */
static void mend_all(struct playground *g, const struct target *t, const struct run *r)
{
    for (size_t i = 0; i < g->nfiles; i++) {
        g->last_path = g->file[i] + 2;
        if (t->spoils(g->last_path) && !mend(g, r->pristine))
            complain("fuzz: %s cannot be mended", g->last_path);
    }
}

/* What is wrong with a case, judged by its exit status and its output, or NULL. */
static const char *verdict(const struct target *t, int status)
{
    size_t n = 0;
    char *said = read_text("said", &n);
    const char *wrong = NULL;

    if (status < 0 || status > EXIT_USAGE)
        wrong = "an exit status that is not 0, 1 or 2";
    else if (status == EXIT_USAGE && !n)
        wrong = "status 2 without a message";
    else if (said && !strncmp(said, "stack traceback", 15))
        wrong = "a traceback comes first";
    else if (status == EXIT_USAGE && t->one_line && strchr(said, '\n') != said + n - 1)
        wrong = "more than one line, or half of one";
    free(said);
    return wrong;
}

static const char *one_case(struct playground *g, const struct target *t, uint64_t seed,
                            int64_t i)
{
    struct ct_rng rng = ct_rng_make(seed, (uint64_t)i);
    const char *path = spoil(g, t, &rng);

    if (!path)
        return "nothing to spoil";
    alarm(PATIENCE);
    if (!freopen("said", "w", stdout) || dup2(fileno(stdout), 2) < 0 ||
        !freopen("/dev/null", "r", stdin))
        return "no place for what it says";
    int status = t->run(&rng, path);
    fflush(stdout);
    alarm(0);
    return verdict(t, status);
}

/* What a child tells its parent: the case under way (`last` when all are done), and what was wrong
 * with it. */
struct told {
    int64_t at;
    char wrong[64];
};

/* Memory shared with children, for the life of the process. */
static struct told *told_make(void)
{
    void *told = mmap(NULL, sizeof(struct told), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);

    return told == MAP_FAILED ? NULL : told;
}

static _Noreturn void child(struct playground *g, const struct target *t, const struct run *r,
                            struct told *told, int64_t last)
{
    for (; told->at < last; told->at++) {
        const char *wrong = one_case(g, t, r->seed, told->at);
        if (wrong) {
            snprintf(told->wrong, sizeof told->wrong, "%s", wrong);
            _exit(0);
        }
        if (!mend(g, r->pristine))
            _exit(125);
    }
    playground_free(g);
    exit(0); /* exit, not _exit: the sanitizer looks for leaks */
}

/* Runs the cases from told->at to `last` in their own process. NULL: all well; else what was wrong
 * with case told->at. If that is `last`, it came at the end (a leak), and any case may be the
 * cause. */
static const char *batch(struct playground *g, const struct target *t, const struct run *r,
                         struct told *told, int64_t last)
{
    int status;

    *told->wrong = 0;
    fflush(NULL);
    pid_t pid = fork();
    if (!pid)
        child(g, t, r, told, last);
    if (pid < 0 || waitpid(pid, &status, 0) < 0)
        return strerror(errno);
    if (*told->wrong)
        return told->wrong;
    if (WIFSIGNALED(status))
        return WTERMSIG(status) == SIGALRM ? "it hangs" : strsignal(WTERMSIG(status));
    return WEXITSTATUS(status) == SANITIZER ? "a sanitizer's report"
           : WEXITSTATUS(status)            ? "the child ended early"
                                            : NULL;
}

/* Keeps the case beside the build, and prints how to run it again. */
static void keep(struct playground *g, const struct target *t, const struct run *r, int64_t i,
                 const char *wrong)
{
    struct ct_rng rng = ct_rng_make(r->seed, (uint64_t)i);
    size_t n = 0;
    char *said = read_text("said", &n);

    spoil(g, t, &rng); /* only the child had the spoilt text */
    mkdir(r->found, 0777);
    char *path = mem_printf("%s/%s-%" PRIu64 "-%" PRId64, r->found, t->name, r->seed, i);
    write_text(path, g->last ? g->last : "", g->last ? g->nlast : 0);
    printf("%s: case %" PRId64 ": %s, with %s as in %s\n", t->name, i, wrong,
           g->last_path ? g->last_path : "no file", path);
    printf("  again: make fuzz FUZZ_FLAGS='--seed %" PRIu64 " --first %" PRId64
           " --cases 1 %s'\n",
           r->seed, i, t->name);
    if (said)
        printf("%.*s\n", (int)(n < 4000 ? n : 4000), said);
    free(said);
    free(path);
}

/* ---- the command ---- */

/* Runs all cases of one target. Were they all well? */
static bool run_target(struct playground *g, const struct target *t, const struct run *r,
                       struct told *told)
{
    /* cases before this run one by one */
    int64_t i = r->first, end = r->first + r->cases, alone = 0;
    int bad = 0, together = -1;

    while (i < end && bad < FOUND_MOST) {
        int64_t last = i < alone ? i + 1 : i + BATCH < end ? i + BATCH : end;
        told->at = i;
        const char *wrong = batch(g, t, r, told, last);
        if (wrong && told->at == last && last > i + 1) {
            /* something leaks: run them again one by one; if none leaks alone, the last is
             * blamed */
            alone = last;
            together = bad;
            continue;
        }
        if (!wrong && last == alone && together == bad)
            wrong = "a sanitizer's report, though not alone";
        int64_t at = told->at < last ? told->at : last - 1;
        if (wrong) {
            mend_all(g, t, r);
            keep(g, t, r, at, wrong);
            mend(g, r->pristine);
            bad++;
        }
        i = at + 1;
    }
    printf("%-10s %" PRId64 " cases, %d bad: %s\n", t->name, i - r->first, bad, t->says);
    fflush(stdout);
    return !bad;
}

static bool wanted(const struct target *t, const struct list *names)
{
    for (int i = 0; i < names->n; i++)
        if (!strcmp(names->v[i], t->name))
            return true;
    return !names->n;
}

/* Makes two copies: one is spoilt, and put back from the other. */
static int fuzz(struct run *r, const struct list *names)
{
    struct playground g = {0};
    char here[4096], dir[] = "/tmp/cantrip-fuzz-XXXXXX";
    int passed = 0, failed = 0;
    struct told *told = NULL;

    if (!getcwd(here, sizeof here) || !mkdtemp(dir) || !playground_make(&g, dir) ||
        (told = told_make()) == NULL)
        return refuse(
            "fuzz: cannot copy the games to %s; run it where rulesets/ and tests/ are", dir);
    r->pristine = mem_printf("%s.pristine", dir);
    r->found = mem_printf("%s/build/fuzz-found", here);
    bool ok = runs("cp -R '%s' '%s'", dir, r->pristine);
    printf("seed %" PRIu64 "\n", r->seed);
    for (int i = 0; ok && i < ntargets; i++)
        if (wanted(&targets[i], names))
            (*(run_target(&g, &targets[i], r, told) ? &passed : &failed))++;
    playground_free(&g);
    ok &= !chdir("/") && runs("rm -rf '%s' '%s'", dir, r->pristine);
    free(r->pristine);
    free(r->found);
    printf("\n%d passed, %d failed\n", passed, failed);
    return failed || !passed || !ok;
}

int main(int argc, char **argv)
{
    struct run r = {.cases = 1000};
    struct list names = {0};
    bool seeded = false;
    const struct flag flags[] = {
        COUNT_FLAG("cases", &r.cases, "N", "of each target (1000)", 1, INT32_MAX),
        COUNT_FLAG("first", &r.first, "N", "number of the first case (0)", 0, INT32_MAX),
        SEED_FLAG(&r.seed, "the same seed spoils the same (random)", .given = &seeded),
    };
    const struct usage usage =
        USAGE("fuzz", flags, 0, -1,
              "targets: rules, scenarios, records, prompt, answers, tallies (all)",
              "fuzz --cases 100 rules");
    int rc = args_parse(&usage, argc, argv, &names);

    unsetenv("CANTRIP_PATH");
    if (rc < 0) {
        if (!seeded)
            r.seed = seed_by_chance();
        rc = fuzz(&r, &names);
    }
    args_free(&names);
    return rc;
}
