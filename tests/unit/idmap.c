/* core/base/idmap.c: what was added is found at its place, what was not is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/idmap.h"

static void an_empty_map_finds_nothing(void **state)
{
    (void)state;
    assert_int_equal(idmap_find(&(struct idmap){0}, "fox"), -1);
}

static void every_id_is_found_at_its_place(void **state)
{
    struct arena *mem = arena_new();
    struct idmap map = {0};
    char id[32];
    (void)state;
    for (int i = 0; i < 3000; i++) {
        snprintf(id, sizeof id, "card-%d", i);
        assert_int_equal(idmap_find(&map, id), -1);
        idmap_add(&map, mem, arena_strdup(mem, id), i);
    }
    for (int i = 0; i < 3000; i++) {
        snprintf(id, sizeof id, "card-%d", i);
        assert_int_equal(idmap_find(&map, id), i);
    }
    assert_int_equal(idmap_find(&map, "card-3000"), -1);
    assert_int_equal(idmap_find(&map, ""), -1);
    arena_free(mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_map_finds_nothing),
        cmocka_unit_test(every_id_is_found_at_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
