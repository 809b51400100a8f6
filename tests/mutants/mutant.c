/* mutant.c - MUTANT=N switches mutant N on. MUTANT_MET=FOLDER notes which mutants a program reaches: each process
 * writes a file there, with a byte for each mutant. */
#include "tests/mutants/mutant.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

int mutant_now;
unsigned char mutant_met[MUTANTS_MOST];
static char met_path[400];

__attribute__((constructor)) static void mutant_read(void)
{
    const char *n = getenv("MUTANT"), *folder = getenv("MUTANT_MET");

    mutant_now = folder ? -1 : n ? atoi(n) : 0;
    if (folder)
        snprintf(met_path, sizeof met_path, "%s", folder);
}

__attribute__((destructor)) static void mutant_write(void)
{
    char path[440];

    if (!*met_path)
        return;
    snprintf(path, sizeof path, "%s/%ld", met_path, (long)getpid());
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (fd < 0 || write(fd, mutant_met, sizeof mutant_met) < 0)
        perror(path);
    if (fd >= 0)
        close(fd);
}
