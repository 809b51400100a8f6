/* module.c - finds and loads the module that draws. */
#include "print.h"

#include "tools/common.h"
#include "tools/folder.h"

#include <dlfcn.h>

/* Warns of text that is smaller, in points. */
static const double readable = 5;

print_fn print_load(const char *command)
{
    char path[2 * PATH_MAX];
    void *module = program_file("print.so", "../lib/cantrip/print.so", path, sizeof path)
                       ? dlopen(path, RTLD_NOW | RTLD_LOCAL)
                       : NULL;
    const char *why = module ? NULL : dlerror();
    print_fn prints = NULL;

    if (module)
        *(void **)&prints = dlsym(module, "print_cards");
    if (why)
        complain("%s: %s", command, why);
    else if (!prints)
        complain("%s: this build cannot draw. Install the package cantrip-print, or "
                 "libpango1.0-dev, librsvg2-dev and fonts-dejavu-core (Debian: apt-get install "
                 "libpango1.0-dev librsvg2-dev fonts-dejavu-core) and build again",
                 command);
    return prints;
}

static int lacks_part(const struct print_job *job, const char *id)
{
    complain("%s: %s: nothing has the id '%s', so that part of the cards is not printed",
             job->command, ct_get_drawing(job->edition->def).face.text, id);
    return EXIT_FINDING;
}

int print_lacks(const struct print_job *job, const struct print_done *done)
{
    int rc = done->unpainted ? EXIT_FINDING : EXIT_OK;

#define X(part, name)                                                                          \
    if (done->lacks >> PART_##part & 1)                                                        \
        rc = lacks_part(job, name);
    FACE_PARTS(X)
#undef X
    if (done->least < readable) {
        complain("%s: %s: so much text that its letters are only %.1f points high",
                 job->command, job->edition->face[done->smallest].id, done->least);
        rc = EXIT_FINDING;
    }
    if (done->missing >= 0) {
        complain("%s: %s: no font here has these letters, so they are printed as boxes "
                 "(--font)",
                 job->command, job->rules ? "the rules" : job->edition->face[done->missing].id);
        rc = EXIT_FINDING;
    }
    return rc;
}
