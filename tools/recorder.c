/* recorder.c - writes the replays of several threads in the order of their games. */
#include "recorder.h"

#include "inorder.h"
#include "memory.h"
#include "textfile.h"

#include <stdlib.h>
#include <string.h>

struct recorder {
    struct inorder queue;
    struct textfile file;
};

static bool take(void *ctx, void *text)
{
    struct recorder *r = ctx;

    buffer_add(&r->file.text, "%s\n", (const char *)text);
    free(text);
    return textfile_flush(&r->file, false);
}

struct recorder *recorder_new(const char *path)
{
    struct recorder *r = mem_alloc(sizeof *r);

    if (!textfile_open(&r->file, path, false)) {
        free(r);
        return NULL;
    }
    inorder_begin(&r->queue, take, free, r);
    return r;
}

bool recorder_put(struct recorder *r, uint64_t i, char *text)
{
    return inorder_put(&r->queue, i, text, strlen(text));
}

void recorder_give_up(struct recorder *r)
{
    inorder_give_up(&r->queue);
}

bool recorder_end(struct recorder *r, bool wanted)
{
    inorder_end(&r->queue);
    bool good = textfile_close(&r->file, wanted);
    free(r);
    return good;
}
