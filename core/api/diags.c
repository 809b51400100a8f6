/* diags.c - the public interface: findings of a load. */
#include "api/internal.h"

#include <stdio.h>
#include <stdlib.h>

size_t ct_diags_count(const ct_diags *diags)
{
    return diags ? diags->d.n + diags->d.lost : 0;
}

bool ct_diags_get(const ct_diags *diags, size_t i, struct ct_diag *out)
{
    if (i >= ct_diags_count(diags))
        return false;
    if (i == diags->d.n) { /* findings were lost, or loading ran out of memory */
        *out = (struct ct_diag){.error = true, .code = "MEMORY", .message = "out of memory"};
        return true;
    }
    const struct diag *d = &diags->d.v[i];
    *out = (struct ct_diag){d->level == DIAG_ERROR,
                            d->code,
                            d->file,
                            d->line,
                            d->col,
                            d->message,
                            d->excerpt,
                            d->excerpt ? d->excerpt_col : 0,
                            d->hint,
                            d->instead};
    return true;
}

int ct_diags_order(const ct_diags *diags, size_t *order)
{
    size_t n = ct_diags_count(diags);

    if (!n)
        return 0;
    if (!diags_order(&diags->d, order))
        return -1;
    if (n > diags->d.n) /* that memory ran out has no place */
        order[diags->d.n] = diags->d.n;
    return 0;
}

char *ct_diags_text(const ct_diags *diags, bool colour)
{
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);

    if (!out)
        return NULL;
    diags_print(&diags->d, out, colour);
    bool bad = ferror(out);
    if (fclose(out) || bad) {
        free(text);
        return NULL;
    }
    return text;
}

void ct_diags_free(ct_diags *diags)
{
    if (!diags)
        return;
    diags_free(&diags->d);
    while (diags->nfiles > 0)
        free(diags->file[--diags->nfiles]);
    free(diags->file);
    free(diags);
}

const char *ct_diags_file(const ct_diags *diags, int i)
{
    return diags && i >= 0 && i < diags->nfiles ? diags->file[i] : NULL;
}
