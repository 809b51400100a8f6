/* module.c - finds and loads the module that draws. */
#include "print.h"

#include "tools/common.h"
#include "tools/folder.h"

#include <dlfcn.h>

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
