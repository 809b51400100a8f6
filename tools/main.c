/* main.c - the `cantrip` command: finds the subcommand and runs it on a large enough stack. Memory
 * that cannot be had ends it with a message. */
#define _GNU_SOURCE /* pthread_setattr_default_np */
#include "commands.h"

#include "guide.h"
#include "manpage.h"
#include "tools/memory.h"
#include "tools/screen/table.h"
#include "tools/stopped.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void help(void)
{
    struct table t = {.wrap = true};
    const struct command *c;

    puts("usage: cantrip COMMAND [FLAGS] [ARGUMENTS]\n" CANTRIP_SUMMARY ".\n");
    table_heads(&t, "commands:|");
    for (int i = 0; (c = command_at(i)); i++) {
        table_addf(&t, "  %s%s%s|%s", c->name, *c->arguments ? " " : "", c->arguments,
                   c->summary);
    }
    table_addf(&t, "  --version|the version");
    table_print(&t, stdout, help_width(stdout), false);
    table_free(&t);
    text_fill(stdout, "\n" CANTRIP_MORE "\nexamples:\n", help_width(stdout));
    text_put_behind(stdout, CANTRIP_EXAMPLES, "  ");
}

/* Runs `cantrip COMMAND ...`; -1: there is no such command. */
static int command(int argc, char **argv)
{
    const struct command *c = command_find(argv[0]);

    return c ? c->run(argc, argv) : -1;
}

static int unknown(const char *word)
{
    struct list names = {0};
    const struct command *c;

    for (int i = 0; (c = command_at(i)); i++)
        list_add(&names, c->name);
    list_add(&names, "--help");
    list_add(&names, "--version");
    complain_near(word, names.v, names.n, "there is no command '%s' (see cantrip --help)",
                  word);
    args_free(&names);
    return EXIT_USAGE;
}

/* `cantrip help`, of a command or of a page of the guide. `how`: --help, or another form of it. */
static int help_on(int argc, char **argv, char *how)
{
    if (argc < 2 || !strcmp(argv[1], "help") || !strcmp(argv[1], "--help")) {
        if (!strcmp(how, HELP_MAN))
            manpage_overview();
        else
            help();
        return EXIT_OK;
    }
    int rc = command(2, (char *[]){argv[1], how, NULL});
    if (rc < 0)
        rc = guide_tell(argv[1]);
    return rc < 0 ? unknown(argv[1]) : rc;
}

/* Success means that all output arrived (the disk may be full) and that nothing was stopped. */
static int finish(int status)
{
    if (fflush(stdout) || ferror(stdout)) {
        fputs("cantrip: cannot write the output\n", stderr);
        return EXIT_USAGE; /* also instead of a finding, which nobody could read */
    }
    return status == EXIT_OK ? stopped_status() : status;
}

/* Copies the arguments, in one piece, and makes seeds unreadable in the command line itself. Every
 * process can read that, also a bot that plays, and a seed tells all hands. */
static char **take_arguments(int argc, char **argv)
{
    size_t room = 0;
    char **own, *at;

    for (int i = 0; i < argc; i++)
        room += strlen(argv[i]) + 1;
    own = mem_alloc(((size_t)argc + 1) * sizeof *own + room);
    at = (char *)(own + argc + 1);
    for (int i = 0; i < argc; i++) {
        own[i] = strcpy(at, argv[i]);
        at += strlen(at) + 1;
        if (!strncmp(argv[i], "--seed=", 7))
            memset(argv[i] + 7, '*', strlen(argv[i] + 7));
        else if (i && !strcmp(own[i - 1], "--seed"))
            memset(argv[i], '*', strlen(argv[i]));
    }
    own[argc] = NULL;
    return own;
}

static int run(int argc, char **argv)
{
    char help_flag[] = "--help", man_flag[] = HELP_MAN;
    int rc;

    if (argc < 2) {
        help();
        return finish(EXIT_USAGE);
    }
    if (!strcmp(argv[1], "--help") || !strcmp(argv[1], "-h") || !strcmp(argv[1], "help"))
        return finish(help_on(argc - 1, argv + 1, help_flag));
    if (!strcmp(argv[1], HELP_MAN))
        return finish(help_on(1, argv + 1, man_flag));
    if (!strcmp(argv[1], "--version")) {
        puts("cantrip " CT_VERSION);
        return finish(EXIT_OK);
    }
    rc = command(argc - 1, argv + 1);
    return rc < 0 ? unknown(argv[1]) : finish(rc);
}

/* Eight times what nested formulas may need; `ulimit -s` may allow less. */
enum { STACK = 8 << 20 };

struct command_line {
    int argc;
    char **argv;
    sigset_t signals; /* signals held back at the start */
    int rc;
};

static void *run_there(void *arg)
{
    struct command_line *c = arg;

    pthread_sigmask(SIG_SETMASK, &c->signals, NULL);
    c->rc = run(c->argc, c->argv);
    return NULL;
}

/* Runs on the stack of the process or, if that is small, in a thread with a larger one, which then
 * gets all signals. */
static int run_with_room(int argc, char **argv)
{
    struct command_line c = {.argc = argc, .argv = argv, .rc = EXIT_USAGE};
    sigset_t all;
    pthread_attr_t attr;
    pthread_t thread;
    struct rlimit r;

    if (!pthread_attr_init(&attr)) {
        pthread_attr_setstacksize(&attr, STACK);
        pthread_setattr_default_np(&attr);
        pthread_attr_destroy(&attr);
    }
    if (getrlimit(RLIMIT_STACK, &r) || r.rlim_cur >= STACK)
        return run(argc, argv);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &c.signals);
    if (pthread_create(&thread, NULL, run_there, &c)) {
        pthread_sigmask(SIG_SETMASK, &c.signals, NULL);
        return run(argc, argv);
    }
    pthread_join(thread, NULL);
    return c.rc;
}

/* A file that is opened later must not take the place of a closed stdin, stdout or stderr: output
 * would go into it. So each is opened the wrong way round, and reading and writing still fail. */
static void hold_streams(void)
{
    static const int how[] = {O_WRONLY, O_RDONLY, O_RDONLY};

    for (int fd = 0; fd < 3; fd++)
        if (fcntl(fd, F_GETFD) < 0 && errno == EBADF &&
            open("/dev/null", how[fd] | O_CLOEXEC) < 0)
            return; /* then no file can be opened at all */
}

int main(int argc, char **argv)
{
    hold_streams();
    char **own = take_arguments(argc, argv);

    setlocale(LC_CTYPE, "");
    signal(SIGXFSZ, SIG_IGN); /* a file at its size limit is an ordinary write error */
    json_set_alloc_funcs(mem_alloc, free); /* never half a text */
    int rc = run_with_room(argc, own);
    free(own);
    return rc;
}
