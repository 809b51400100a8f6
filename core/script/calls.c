/* calls.c - what scripts may call, as a table. */
#include "script/script.h"

const struct script_call script_calls[] = {
#define G_CALL(name, takes, gives)    {"g", #name, takes, GIVES_##gives, true},
#define CARD_CALL(name, takes, gives) {"card", #name, takes, GIVES_##gives, true},
#define SEAT_CALL(name, takes, gives) {"seat", #name, takes, GIVES_##gives, true},
#include "kernel/steps.def"
#define G_CALL(name, takes, gives)           {"g", #name, takes, GIVES_##gives, true},
#define G_READ(name, fn, takes, gives)       {"g", #name, takes, GIVES_##gives, false},
#define CARD_READ(name, fn, takes, gives)    {"card", #name, takes, GIVES_##gives, false},
#define SEAT_READ(name, fn, takes, gives)    {"seat", #name, takes, GIVES_##gives, false},
#define LIB(library, name, fn, takes, gives) {#library, #name, takes, GIVES_##gives, false},
#define LIB_VALUE(library, name)             {#library, #name, NULL, GIVES_NUMBER, false},
#include "script/calls.def"
};
const int script_ncalls = sizeof script_calls / sizeof *script_calls;
