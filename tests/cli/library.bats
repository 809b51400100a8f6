#!/usr/bin/env bats
# What `make install` installs as a library: only ct_* leave it, archive and shared, and a program
# that has its own functions of every other name plays a game with either.

load ../helper

setup_file() {
  export ROOT="$BATS_TEST_DIRNAME/../.." AT="$BATS_FILE_TMPDIR/at"
  make --no-print-directory -C "$ROOT" -o all install PREFIX="$AT" >/dev/null 2>&1
  cd "$BATS_FILE_TMPDIR"
  # A function for every name of the tree that is not of the public interface.
  nm -g --defined-only "$ROOT/build/inside.a" | awk 'NF == 3 && $3 !~ /^ct_/ { print $3 }' | sort -u >names
  sed 's/.*/int &(void);\nint &(void) { return others++; }/; 1i static int others;' names >own.c
  cat >game.c <<'C'
#include <cantrip.h>
#include <stdio.h>

int file_exists(const char *path);

int main(int argc, char **argv)
{
    ct_definition *def = argc == 2 ? ct_load(argv[1], NULL) : NULL;
    ct_engine *engine = def ? ct_engine_new(def, NULL) : NULL;
    ct_state *game = engine ? ct_game_new(engine, &(struct ct_setup){.people = 2, .seed = 7}) : NULL;
    int picks = 0, more;

    if (!game)
        return 2;
    while ((more = ct_advance(engine, game)) == 1) {
        int seat = ct_next_seat(game);
        ct_pick(engine, game, seat, ct_choices(engine, game, seat) - 1);
        picks++;
    }
    printf("%d picks, own: %d\n", picks, file_exists("x"));
    ct_state_free(game);
    ct_engine_free(engine);
    ct_free(def);
    return more;
}
C
}

setup() {
  cd "$BATS_FILE_TMPDIR"
  export PKG_CONFIG_PATH="$AT/lib/pkgconfig"
}

# Its own functions count their calls from 0: nobody but the program has called them.
plays() {
  run "$@" "$AT/share/cantrip/rulesets/fairytale"
  echo "$output"
  [ "$status" -eq 0 ]
  [[ "$output" =~ ^[1-9][0-9]*\ picks,\ own:\ 0$ ]]
}

@test "there are names to keep in" {
  grep -qx file_exists names
  [ "$(wc -l <names)" -gt 300 ]
}

@test "only ct_* leave the archive" {
  names=$(nm -g --defined-only "$AT/lib/libcantrip.a" | awk 'NF == 3 { print $3 }')
  echo "$names" | grep -qx ct_load
  others=$(echo "$names" | grep -v '^ct_' || true)
  echo "$others"
  [ -z "$others" ]
}

@test "only ct_* leave the shared library" {
  names=$(nm -D --defined-only "$AT/lib/libcantrip.so.0" | awk 'NF == 3 && $2 != "A" { sub(/@.*/, "", $3); print $3 }')
  echo "$names" | grep -qx ct_load
  others=$(echo "$names" | grep -v '^ct_' || true)
  echo "$others"
  [ -z "$others" ]
}

@test "all that cantrip.h declares is in both" {
  sed 's|/\*.*||' "$AT/include/cantrip.h" | grep -oE '^[^/]*\bct_[a-z_]+\(' | grep -oE 'ct_[a-z_]+\($' | tr -d '(' |
    grep -v '_fn$' | sort -u >declared
  [ "$(wc -l <declared)" -gt 150 ]
  nm -g --defined-only "$AT/lib/libcantrip.a" | awk 'NF == 3 { print $3 }' | sort -u >archive
  nm -D --defined-only "$AT/lib/libcantrip.so.0" | awk '{ sub("@.*", "", $3); print $3 }' | sort -u >shared
  run comm -23 declared archive
  [ -z "$output" ] || { echo "not in the archive: $output"; return 1; }
  run comm -23 declared shared
  [ -z "$output" ] || { echo "not in the shared library: $output"; return 1; }
}

@test "the command takes nothing from the library but what cantrip.h declares" {
  cd "$ROOT"
  objects=$(ls tools/*.c tools/screen/*.c tools/stats/*.c | sed 's|^|build/obj/|; s|c$|o|')
  taken=$(comm -12 <(nm -u $objects | awk '$1 == "U" { print $2 }' | sort -u) \
    <(nm -g --defined-only build/inside.a | awk 'NF == 3 { print $3 }' | sort -u))
  [ "$(echo "$taken" | wc -l)" -gt 100 ]
  others=$(echo "$taken" | grep -vxFf <(grep -oE '\bct_[a-z0-9_]+' "$AT/include/cantrip.h") || true)
  echo "$others"
  [ -z "$others" ]
}

# A compiler may take out a function that does nothing but that.
@test "a batch fetches the memory of its games" {
  objdump -d "$ROOT/build/obj/core/api/batch.o" >code
  case $(uname -m) in
  x86_64) [ "$(grep -c prefetch code)" -ge 8 ] ;;
  aarch64) [ "$(grep -c prfm code)" -ge 8 ] ;;
  *) skip "no prefetch is known here" ;;
  esac
}

@test "a program with names of its own plays a game with the archive" {
  ${CC:-cc} -std=c11 -o with-archive game.c own.c $(pkg-config --cflags cantrip) "$AT/lib/libcantrip.a" \
    $(pkg-config --static --libs-only-l cantrip | sed 's/-lcantrip//')
  [ -z "$(ldd with-archive | grep cantrip)" ]
  plays ./with-archive
}

@test "a program with names of its own plays a game with the shared library" {
  ${CC:-cc} -std=c11 -o with-shared game.c own.c $(pkg-config --cflags --libs cantrip)
  ldd with-shared | grep -q 'libcantrip\.so\.0'
  plays env LD_LIBRARY_PATH="$AT/lib" ./with-shared
}

@test "make uninstall takes all of it away" {
  make --no-print-directory -C "$ROOT" uninstall PREFIX="$AT" >/dev/null
  none=$(find "$AT" -type f -o -type l)
  echo "$none"
  [ -z "$none" ]
}
