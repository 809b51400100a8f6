/* write.c - files that are whole at every moment: what is on the disk before a name is given, what
 * others may have put into the folder, what a process that ended left behind, one writer at a time.
 *
 * open, fsync, rename and linkat are taken over here, to see their order and to have a file system
 * that knows no files without a name.
 */
#define _GNU_SOURCE
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/files.h"
#include "base/write.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- calls that are seen ---- */

static bool named; /* this file system has no files without a name */
static char seen[256];

static void note(const char *what)
{
    strncat(seen, what, sizeof seen - strlen(seen) - 1);
}

#pragma GCC visibility push(default)

int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
    va_end(args);
    if (named && (flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}

int fsync(int fd)
{
    struct stat st;
    note(!fstat(fd, &st) && S_ISDIR(st.st_mode) ? "folder " : "file ");
    return 0;
}

int rename(const char *from, const char *to)
{
    note("rename ");
    return (int)syscall(SYS_renameat2, AT_FDCWD, from, AT_FDCWD, to, 0);
}

#pragma GCC visibility pop

/* ---- a folder of its own ---- */

static char folder[] = "/tmp/cantrip-write-XXXXXX";

static int setup(void **state)
{
    (void)state;
    return mkdtemp(folder) && !chdir(folder) ? 0 : -1;
}

static int teardown(void **state)
{
    (void)state;
    return chdir("/") || rmdir(folder);
}

static void put(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

static void is(const char *path, const char *text)
{
    struct str wrong = {0};
    size_t n;
    char *there = file_read(path, &n, &wrong);
    assert_non_null(there);
    assert_string_equal(there, text);
    free(there);
}

/* How many files lie in the folder; all but `kept` are removed. */
static int files(const char *kept)
{
    DIR *dir = opendir(".");
    int n = 0;
    for (const struct dirent *e; (e = readdir(dir));)
        if (strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0) {
            n++;
            if (strcmp(e->d_name, kept) != 0)
                unlink(e->d_name);
        }
    closedir(dir);
    return n;
}

/* ---- the tests, on both kinds of file systems ---- */

static void the_bytes_are_on_the_disk_before_the_name(void **state)
{
    struct str wrong = {0};

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        named = kind;
        *seen = 0;
        assert_true(file_replace("x", "one", 3, false, &wrong));
        assert_string_equal(seen, "file rename ");
        *seen = 0;
        assert_true(file_replace("x", "two", 3, true, &wrong));
        assert_string_equal(seen, "file rename folder ");
        is("x", "two");
        assert_int_equal(files(""), 1);
    }
    named = false;
}

static void a_draft_leaves_nothing(void **state)
{
    struct str wrong = {0};
    struct draft d;

    (void)state;
    put("x", "old");
    for (int kind = 0; kind < 2; kind++) {
        named = kind;
        assert_true(draft_open(&d, "x", false, &wrong));
        assert_int_equal(!!d.beside, kind);
        assert_int_equal(fcntl(d.fd, F_GETFD) & FD_CLOEXEC, FD_CLOEXEC);
        assert_true(draft_write(&d, "new", 3));
        is("x", "old");
        draft_drop(&d);
        is("x", "old");
        assert_int_equal(files("x"), 1);
    }
    named = false;
    files("");
}

static void links_and_modes(void **state)
{
    struct str wrong = {0};
    struct stat st;

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        named = kind;
        put("victim", "precious");
        put("x", "old");
        chmod("x", 0600);
        assert_int_equal(symlink("victim", ".x.new"), 0); /* where it was written once */
        assert_int_equal(symlink("x", "link"), 0);
        assert_true(file_replace("link", "new", 3, true, &wrong));
        is("victim", "precious");
        is("x", "new");
        assert_int_equal(lstat("link", &st), 0);
        assert_true(S_ISLNK(st.st_mode));
        assert_int_equal(stat("x", &st), 0);
        assert_int_equal(st.st_mode & 0777, 0600);
        assert_int_equal(files(""), 4);
    }
    named = false;
    assert_int_equal(symlink("nothing", "link"), 0);
    assert_false(file_may_become("link", "save", &wrong));
    assert_string_equal(wrong.s, "link is a link that leads nowhere");
    str_free(&wrong);
    files("");
}

static void what_a_killed_process_left_is_taken_away(void **state)
{
    static const char left[] = ".x.0123456789abcdef.new", at_work[] = ".x.1123456789abcdef.new",
                      pipe[] = ".x.2123456789abcdef.new", link[] = ".x.3123456789abcdef.new",
                      other[] = ".xy.0123456789abcdef.new", own[] = ".x.notes.new";
    struct str wrong = {0};

    (void)state;
    put(left, "half");
    put(at_work, "half");
    put(other, "half");
    put(own, "mine");
    assert_int_equal(mkfifo(pipe, 0600), 0);
    assert_int_equal(symlink(own, link), 0);
    int fd = open(at_work, O_RDONLY);
    assert_int_equal(flock(fd, LOCK_EX), 0);
    assert_true(file_may_write("x", "save", &wrong));
    assert_int_equal(access(left, F_OK), -1);
    assert_int_equal(access(at_work, F_OK), 0);
    assert_int_equal(access(pipe, F_OK), 0);
    assert_int_equal(access(link, F_OK), 0);
    assert_int_equal(access(other, F_OK), 0);
    is(own, "mine");
    close(fd);
    assert_true(file_may_write("x", "save", &wrong));
    assert_int_equal(access(at_work, F_OK), -1);
    files("");
}

static void one_process_at_a_time(void **state)
{
    struct str wrong = {0};
    struct kept a, b, c;

    (void)state;
    for (int kind = 0; kind < 2; kind++) {
        named = kind;
        assert_true(kept_open(&a, "x", "save", &wrong));
        assert_true(kept_open(&b, "x", "save", &wrong)); /* there is none yet */
        assert_true(kept_write(&a, "cantrip save 1", 14, true, &wrong));
        assert_false(kept_write(&b, "cantrip save 2", 14, true, &wrong));
        assert_string_equal(wrong.s, "x: another process has written this file, so it is not "
                                     "overwritten");
        str_clear(&wrong);
        assert_false(kept_open(&c, "x", "save", &wrong));
        assert_string_equal(wrong.s, "x: another process plays on it");
        str_clear(&wrong);
        assert_true(kept_write(&a, "cantrip save 3", 14, false, &wrong));
        assert_false(kept_open(&c, "x", NULL, &wrong));
        str_clear(&wrong);
        is("x", "cantrip save 3");
        str_free(&wrong);
        kept_close(&a);
        kept_close(&b);
        assert_true(kept_open(&c, "x", "save", &wrong));
        kept_close(&c);
        assert_int_equal(files(""), 1);
    }
    named = false;
}

static void a_file_put_in_its_place_stays(void **state)
{
    struct str wrong = {0};
    struct kept k;

    (void)state;
    assert_true(kept_open(&k, "x", "save", &wrong));
    assert_true(kept_write(&k, "cantrip save 1", 14, true, &wrong));
    put("y", "cantrip save of another");
    assert_int_equal(rename("y", "x"), 0);
    assert_false(kept_write(&k, "cantrip save 2", 14, true, &wrong));
    is("x", "cantrip save of another");
    unlink("x");
    str_clear(&wrong);
    assert_true(
        kept_write(&k, "cantrip save 3", 14, true, &wrong)); /* taken away: made again */
    is("x", "cantrip save 3");
    kept_close(&k);
    str_free(&wrong);
    files("");
}

static void what_cannot_be_written_is_known_beforehand(void **state)
{
    struct str wrong = {0};

    (void)state;
    assert_false(file_may_write("nowhere/x", "replay", &wrong));
    assert_string_equal(wrong.s, "nowhere/x: cannot be written: No such file or directory");
    str_clear(&wrong);
    assert_false(file_may_write("/dev/full", "replay", &wrong));
    assert_string_equal(wrong.s, "/dev/full is no file");
    str_clear(&wrong);
    assert_int_equal(mkfifo("pipe", 0600), 0); /* and does not wait for its other end */
    assert_false(file_may_write("pipe", "replay", &wrong));
    str_free(&wrong);
    files("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bytes_are_on_the_disk_before_the_name),
        cmocka_unit_test(a_draft_leaves_nothing),
        cmocka_unit_test(links_and_modes),
        cmocka_unit_test(what_a_killed_process_left_is_taken_away),
        cmocka_unit_test(one_process_at_a_time),
        cmocka_unit_test(a_file_put_in_its_place_stays),
        cmocka_unit_test(what_cannot_be_written_is_known_beforehand),
    };
    return cmocka_run_group_tests(tests, setup, teardown);
}
