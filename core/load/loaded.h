/* loaded.h: a definition with what its scripts need, made once and shared by all threads. */
#ifndef CT_LOAD_LOADED_H
#define CT_LOAD_LOADED_H

#include "load/definition.h"

struct loaded {
    struct ct_definition def; /* must be first: callers hold its address */
    struct snames names;
    const struct ssource *source;
};

#endif
