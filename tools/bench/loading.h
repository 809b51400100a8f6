/* loading.h - how long the command takes to read games. */
#ifndef CANTRIP_BENCH_LOADING_H
#define CANTRIP_BENCH_LOADING_H

struct loading {
    const char *args[3]; /* of the command; NULL after the last */
    double seconds, cpu; /* of the best run: by the clock; of the processor */
};

/* Runs COMMAND with these arguments silently, several times. 0, or -1 after a message. */
int loading_measure(struct loading *l, const char *command, int times);

#endif
