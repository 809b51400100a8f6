#!/usr/bin/env bash
# Runs suites of tests and totals them:  tests/run.sh SUITE...
#
#   unit scenarios cli book gallery house property serve browser wasm python machines disk sanitize hostile tsan m32 valgrind harness wordings deb
#
# `make` builds what they need first.  Output of a program is shown only when it fails (all of
# it with VERBOSE=1), but lines that begin with "note:" always.  The last line is always
# `N passed, N failed`; the exit status is 1 when anything failed, crashed, hung for longer than
# TEST_TIMEOUT seconds (900) or ran no test at all.  A suite that has no files yet is skipped
# with a note.  JOBS programs run at once (one more than processors).  With QUICK=1 (make check) what is tagged `long` is
# left out, and unit tests that can be short are.  With SHORT=1 (make test) property and valgrind are short, and of unit's
# and cli's long tests and of what sanitize and tsan run, a quarter is drawn by lot (make long is not short).  Under sanitize, tsan, m32,
# valgrind and harness, a program counts as one test.
set -u
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 2
unset CMOCKA_MESSAGE_OUTPUT CMOCKA_TEST_ABORT CMOCKA_XML_FILE CANTRIP_PATH
build=${BUILD:-build} # of unit, scenarios, property, serve, hostile, cli; the other suites have theirs
export CANTRIP="$PWD/$build/cantrip" CANTRIP_ROOT="$PWD" LC_ALL=C.UTF-8
export UBSAN_OPTIONS=print_stacktrace=1 TSAN_OPTIONS=exitcode=99:halt_on_error=1 ASAN_OPTIONS=exitcode=99:detect_leaks=1

limit=${TEST_TIMEOUT:-900}
passed=0
failed=0
jobs=${JOBS:-$(($(nproc 2>/dev/null || echo 1) + 1))} # some wait
# pyenv's python3 is a script that takes half a second to find the real one: it is found once.
real=$(python3 -c 'import sys; print(sys.executable)' 2>/dev/null)
[ -z "$real" ] || [ "$real" = "$(command -v python3)" ] || PATH=${real%/*}:$PATH
export LOT_SEED=${LOT_SEED:-$RANDOM}
work=$(mktemp -d) || exit 2
trap 'for p in $(jobs -rp); do pkill -P "$p"; done; wait; rm -rf "$work"' EXIT
trap 'exit 130' INT TERM

# The counters: read a program's output, print "PASSED FAILED SKIPPED".
count_cmocka() {
  awk '/^\[  PASSED  \] [0-9]+ test/ { p += $4 }
       /^\[  FAILED  \] .*[0-9]+ test\(s\)/ { match($0, /[0-9]+ test\(s\)/); f += substr($0, RSTART) + 0 }
       /^\[  SKIPPED \] .*[0-9]+ test\(s\)/ { match($0, /[0-9]+ test\(s\)/); s += substr($0, RSTART) + 0 }
       END { print p + 0, f + 0, s + 0 }' "$out"
}
count_tap() {
  awk '/^1\.\.[0-9]+/ { plan = substr($0, 4) + 0 }
       /^ok .*# skip/ { s++; next }
       /^ok / { p++ }
       /^not ok / { f++ }
       END { lost = plan - p - f - s; print p + 0, f + (lost > 0 ? lost : 0), s + 0 }' "$out"
}
count_total() { # the last "N passed, N failed"
  awk '/^[0-9]+ passed, [0-9]+ failed$/ { p = $1; f = $3 } END { print p + 0, f + 0, 0 }' "$out"
}
count_status() { # the program is one test
  if [ "$1" = 0 ]; then echo 1 0 0; else echo 0 1 0; fi
}

# Programs run JOBS at once; they are told in the order in which they began.
begun=0
told=0
declare -A told_as

# run COUNTER LABEL COMMAND...
run() {
  told_as[$begun]=$(printf '%s\t%s\t%s' "$1" "$2" "${*:3}")
  start $begun "${@:3}" &
  begun=$((begun + 1))
  tell
  while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n || :; done
}

# start NUMBER COMMAND...: leaves its output, then its status and seconds.
start() {
  local from=$SECONDS rc
  timeout -k 10 "$limit" "${@:2}" >"$work/$1.out" 2>&1 </dev/null
  rc=$?
  echo $rc $((SECONDS - from)) >"$work/$1.part"
  mv "$work/$1.part" "$work/$1.end"
}

# Tells of all that have ended up to the first that has not.
tell() {
  while [ $told -lt $begun ] && [ -e "$work/$told.end" ]; do
    tell_one
    told=$((told + 1))
  done
}
tell_all() {
  wait
  tell
}

tell_one() {
  local counter label command rc seconds p f s why= out=$work/$told.out
  IFS=$'\t' read -r counter label command <<<"${told_as[$told]}"
  read -r rc seconds <"$work/$told.end"
  read -r p f s <<<"$("count_$counter" "$rc")"
  case $rc in
  0) ;;
  124) why="stopped after ${limit}s" ;;
  126 | 127) why="could not be run" ;;
  99) why="sanitizer report" ;;
  97) why="valgrind report" ;;
  *) if [ "$rc" -gt 128 ]; then why="crashed (signal $((rc - 128)))"; else why="exit status $rc"; fi ;;
  esac
  if [ "$rc" != 0 ] && { [ "$f" = 0 ] || [ "$rc" -gt 2 ]; } && [ "$counter" != status ]; then
    # Nothing it counted explains this status; cmocka alone exits with its number of failures.
    { [ "$counter" = cmocka ] && [ "$rc" = "$f" ]; } || f=$((f + 1))
  fi
  if [ "$rc" = 0 ] && [ $((p + f + s)) = 0 ]; then
    f=1
    why="ran no test"
  fi
  passed=$((passed + p))
  failed=$((failed + f))
  if [ "$f" != 0 ] || [ "${VERBOSE:-}" = 1 ]; then
    printf -- '---- %s: %s\n' "$label" "$command"
    sed 's/^/  | /' "$out"
  else
    sed -n -E 's/^(# )?(note:.*)/       \2/p' "$out"
  fi
  if [ "$f" != 0 ]; then
    printf 'FAIL   %s: %d passed, %d failed%s\n' "$label" "$p" "$f" "${why:+ ($why)}"
  else
    printf 'ok     %-34s %5d passed' "$label" "$p"
    [ "$s" = 0 ] || printf ', %d skipped' "$s"
    [ "$seconds" -lt 2 ] || printf '  %ds' "$seconds"
    printf '\n'
  fi
}

note() { echo "note: $*"; }

# drawn NAME: is it in the quarter that is run? All are, unless SHORT; the same ones for the same LOT_SEED.
drawn() { [ -z "${SHORT:-}" ] || [[ $(md5sum <<<"$LOT_SEED $1") == [0-3]* ]]; }

# by_lot N NAME...: one of N of the names, at least one; the same ones for the same LOT_SEED
by_lot() {
  printf '%s\n' "${@:2}" | sort -R --random-source=<(yes "$LOT_SEED") | head -n $((($# - 2 + $1) / $1))
}

# Programs are named by their sources, so that a stale one in build/ never runs.
sources() { # sources GLOB...: those that exist
  local f
  for f in "$@"; do [ -e "$f" ] && printf '%s\n' "$f"; done
}
scenario_places() {
  local d f
  for d in rulesets/*/ tests/rulesets/*/*/; do
    d=${d%/}
    for f in "$d"/scenarios "$d"/scenarios.yaml "$d"/*.scenario.yaml; do
      if [ -e "$f" ]; then
        echo "$d"
        break
      fi
    done
  done
  for f in tests/scenario/*; do
    case $f in *README.md | *'*') ;; *) echo "$f" ;; esac
  done
}
rulesets() { sources rulesets/*/ruleset.yaml | sed 's|^rulesets/||; s|/ruleset.yaml$||'; }

suite_unit() {
  local f n=0
  for f in $(sources tests/unit/*.c); do
    n=1
    f=$(basename "$f" .c)
    if drawn "unit $f, long"; then
      run cmocka "unit $f" env ${QUICK:+CT_QUICK=1} "$build/test/unit/$f"
    else
      run cmocka "unit $f" env -u CT_LONG "$build/test/unit/$f"
    fi
  done
  [ -z "${SHORT:-}" ] || note "unit: a quarter is in its long form, by lot; LOT_SEED=$LOT_SEED draws it again"
  [ $n = 1 ] || note "unit: nothing in tests/unit yet, skipped"
}
suite_scenarios() {
  local d n=0
  for d in $(scenario_places); do
    n=1
    run total "scenarios $d" "$build/cantrip" test "$d"
    run total "scenarios $d --plain" "$build/cantrip" test --plain "$d"
  done
  [ $n = 1 ] || note "scenarios: none yet, skipped"
}
suite_cli() {
  local f n=0 only left=0
  for f in $(sources tests/cli/*.bats); do
    n=1 only=()
    if grep -q '_tags=long' "$f" && { [ -n "${QUICK:-}" ] || ! drawn "$f"; }; then
      only=(--filter-tags '!long')
      left=$((left + $(grep -c '_tags=long' "$f")))
      ! grep -q '^# bats file_tags=long' "$f" || continue
    fi
    run tap "cli $(basename "$f" .bats)" bats --tap "${only[@]}" "$f"
  done
  [ $left = 0 ] || note "cli: $left long tests and files of them are left out; LOT_SEED=$LOT_SEED draws the others again, make cli runs all"
  [ $n = 1 ] || note "cli: nothing in tests/cli yet, skipped"
}
suite_book() { run total book tests/book; }
suite_gallery() { # a game after the other, for some take longer
  local f models games=200
  mapfile -t models < <(sources tests/gallery/*.py)
  if [ -n "${SHORT:-}" ]; then
    games=8
    mapfile -t models < <(by_lot 2 "${models[@]}")
    note "gallery: half by lot; LOT_SEED=$LOT_SEED draws it again, make gallery runs all"
  fi
  for f in "${models[@]}"; do
    f=${f##*/}
    run total "gallery ${f%.py}" tests/gallery/run "$games" "${f%.py}"
  done
}
suite_house() { run tap house bats --tap tests/house.bats; }
suite_property() {
  local d n=0 how=(env)
  [ -z "${SHORT:-}" ] || how=(env -u CT_LONG)
  for d in tests/property/*/; do
    d=$(basename "$d")
    if [ -x "tests/property/$d/run" ]; then
      run total "property $d" "${how[@]}" "tests/property/$d/run"
    elif [ -n "$(sources "tests/property/$d/"*.c)" ]; then
      run total "property $d" "${how[@]}" "$build/test/property/$d"
    else
      continue
    fi
    n=1
  done
  [ $n = 1 ] || note "property: nothing in tests/property yet, skipped"
}
# Games over HTTP; strangers meet the build with ASan and UBSan where there is one.
suite_serve() {
  if "$CANTRIP" serve no-such-game 2>&1 | grep -q libmicrohttpd; then
    note "serve: built without libmicrohttpd, skipped"
    return
  fi
  export CANTRIP_SERVE=$CANTRIP
  run total "serve views" python3 tests/serve/views.py
  run total "serve kept" python3 tests/serve/kept.py
  run total "serve together" python3 tests/serve/together.py
  run total "serve limits" python3 tests/serve/limits.py
  run total "desk" python3 tests/serve/desk.py
  if [ "$build" = build ] && [ -x build/san/cantrip ]; then
    run total "serve strangers, sanitized" env CANTRIP_SERVE=build/san/cantrip python3 tests/serve/strangers.py
  else
    run total "serve strangers" python3 tests/serve/strangers.py
  fi
  [ "$build" = build ] || return # a browser would wait for a slow build in vain
  if browser_works; then
    suite_browser
  else
    note "serve: no Chromium here that opens a page, with its driver, so not by a browser (make browser)"
  fi
}
browser_works() {
  command -v chromium >/dev/null && command -v chromedriver >/dev/null && /usr/bin/python3 -c 'import selenium' 2>/dev/null &&
    timeout 60 chromium --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --user-data-dir="$work/chromium" \
      --dump-dom about:blank 2>/dev/null | grep -q '<html>'
}
suite_browser() {
  run total "serve, by a browser, half" /usr/bin/python3 tests/serve/browser.py 1/2
  run total "serve, by a browser, other half" /usr/bin/python3 tests/serve/browser.py 2/2
  run total "a report, by a browser" /usr/bin/python3 tests/serve/report.py
}
# The library for JavaScript, and a game in one file.
suite_wasm() {
  if [ ! -e build/wasm/game.html ]; then
    note "wasm: not built (make wasm), skipped"
    return
  fi
  run total "wasm, by Node" node tests/wasm/library.mjs
  if browser_works; then
    run total "wasm, by a browser" /usr/bin/python3 tests/wasm/page.py
    if [ -e build/wasm/playground/index.html ]; then
      run total "the playground" /usr/bin/python3 tests/wasm/playground.py
    else
      note "wasm: the playground is not built (make playground), skipped"
    fi
  else
    note "wasm: no Chromium here that opens a page, with its driver, so not by a browser"
  fi
}
# The same games in 32 bits, in WebAssembly and, where `make same-bytes` has built them, on other machines.
suite_same() {
  local games=()
  if [ -n "${SHORT:-}" ]; then
    mapfile -t games < <(by_lot 3 rulesets/*/ruleset.yaml)
    games=("${games[@]%/ruleset.yaml}")
    note "same bytes: a third by lot; LOT_SEED=$LOT_SEED draws it again, make same-bytes plays all"
  fi
  run total "same bytes everywhere" tests/same-bytes "${games[@]##*/}"
}
suite_python() {
  if ! /usr/bin/python3 -c 'import cffi, numpy, setuptools, pip, ensurepip' 2>/dev/null; then
    note "python: cffi, numpy, setuptools, pip or venv is not here (tools/deps.sh python), skipped"
    return
  fi
  run total "package for Python" env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=tools/python /usr/bin/python3 tests/python/tests.py
}
# Launchers that are not here are told in notes.
suite_machines() { run total machines tests/machines/run; }
# A part of the points, the same on every machine; `make disk` tries all.
suite_disk() { run total disk tests/disk/run ${DISK_FLAGS-400 1}; }
suite_sanitize() {
  local f n=0
  [ -z "${SHORT:-}" ] || note "sanitize, tsan: a quarter by lot; LOT_SEED=$LOT_SEED draws it again, make sanitize tsan run all"
  for f in $(sources tests/unit/*.c); do
    n=1
    f=$(basename "$f" .c)
    drawn "unit $f" || continue
    case $f in
    # What CT_LONG adds is the same code more often, at three times the price.
    memory) run status "sanitize unit $f" env -u CT_LONG CT_QUICK=1 "build/san/test/unit/$f" ;;
    *) run status "sanitize unit $f" env -u CT_LONG "build/san/test/unit/$f" ;;
    esac
  done
  for f in $(scenario_places); do
    n=1
    run status "sanitize scenarios $f" build/san/cantrip test "$f"
  done
  for f in $(rulesets); do
    n=1
    drawn "sim $f" || continue
    run status "sanitize sim $f" build/san/cantrip sim "$f" --games 40 --seed 1 --jobs 2
  done
  # what editors keep open for days
  ! drawn lsp || run status "sanitize lsp" env "CANTRIP=$PWD/build/san/cantrip" "CANTRIP_ROOT=$PWD" bats tests/cli/lsp.bats
  [ $n = 1 ] || note "sanitize: nothing to run yet, skipped"
}
# What runs in several threads: games with scripts and without, bots, replays, the battery, the solver.
# Threads of sim take 16 games at once, those of arena a deal; a minute in all.
suite_tsan() {
  local f c=build/tsan/cantrip n=0
  for f in $(rulesets) tests/rulesets/measure/fairytale-steps tests/rulesets/measure/oh-hell-deal; do
    n=1
    drawn "tsan $f" || continue
    run status "tsan sim $f" $c sim "$f" --games 32 --seed 1 --jobs 4
    case $f in
    card-ring | klondike) continue ;; # a game has hundreds of picks: a quarter of an hour
    gin-rummy) [ -z "${SHORT:-}" ] || continue ;; # minutes
    esac
    run status "tsan sim $f, bots" $c sim "$f" --games 20 --seed 1 --jobs 4 --bots mcts:2,plies=2
  done
  [ $n = 1 ] || { note "tsan: nothing to run yet, skipped"; return; }
  run status "tsan sim, replays, cards" $c sim fairytale --games 64 --seed 1 --jobs 4 --cards all \
    --record "$work/tsan.replays"
  run status "tsan sim, a part, checkpoints" $c sim fairytale --games 1600 --seed 1 --jobs 4 --cards all --pairs \
    --shard 1/2 --tally "$work/tsan.tally" --checkpoint 1
  run status "tsan arena" $c arena fairytale --bots mcts:2,random --seats 2 --games 8 --seed 1 --jobs 4
  run status "tsan learn" $c learn fairytale --seats 2 --games 32 --jobs 4 --out "$work/learn.policy"
  run status "tsan solve" $c solve wizard-quest --deals 8 --nodes 500 --seed 1 --jobs 4
  run status "tsan check --deep" $c check --deep fairytale --games 2 --seats 3 --jobs 4
  run status "tsan mutate" $c mutate tests/rulesets/variants/last-greater-fight --jobs 4 --tally "$work/mutate.tally" --checkpoint 1
}
suite_m32() {
  local f under=
  if [ ! -e build/m32/test/unit ]; then
    note "m32: nothing was built for 32 bits, skipped"
    return
  fi
  build/m32/test/unit/wide >/dev/null 2>&1
  [ $? != 126 ] || under=qemu-i386 # this system runs no such programs
  for f in $(sources tests/unit/*.c); do
    f=$(basename "$f" .c)
    run status "m32 unit $f" env -u CT_LONG CT_QUICK=1 $under "build/m32/test/unit/$f"
  done
}
suite_valgrind() {
  local all drawn f part=1
  if ! command -v valgrind >/dev/null; then
    note "valgrind is not installed, skipped"
    return
  fi
  [ -z "${SHORT:-}" ] || part=12
  local vg=(env -u CT_LONG CT_QUICK=1 valgrind -q --error-exitcode=97 --leak-check=full
    --errors-for-leak-kinds=definite)
  mapfile -t all < <(sources tests/unit/*.c | sed 's|.*/|unit |; s|\.c$||'; rulesets | sed 's/^/sim /')
  [ ${#all[@]} != 0 ] || { note "valgrind: nothing to run yet, skipped"; return; }
  # these take minutes
  [ $part = 1 ] || mapfile -t all < <(printf '%s\n' "${all[@]}" | grep -v -x -E 'unit (plain|memory|resample)')
  mapfile -t drawn < <(by_lot $part "${all[@]}")
  [ $part = 1 ] ||
    note "valgrind: ${#drawn[@]} of ${#all[@]} by lot; LOT_SEED=$LOT_SEED draws these again, make valgrind runs all"
  for f in "${drawn[@]}"; do
    case $f in
    unit\ *) run status "valgrind $f" "${vg[@]}" "build/test/unit/${f#* }" ;;
    *) run status "valgrind $f" "${vg[@]}" build/cantrip sim "${f#* }" --games 1 --seed 1 --jobs 1 ;;
    esac
  done
}
# All of what tests/cli/bench.bats counts a part of.
suite_wordings() { run total wordings tests/wordings; }
# Mods that mean no good: each is a test; a part of them unless it is said which.
suite_hostile() {
  local k part=4
  [ -z "${SHORT:-}" ] || part=8
  for k in $(tests/hostile-mods/run --kinds); do
    run total "hostile $k" env ${BUILD:+CANTRIP_SAN=none} tests/hostile-mods/run ${HOSTILE_FLAGS:---every=$part} "$k"
  done
}
# The packages that `make deb` built, where there are any.
suite_deb() { run tap "deb" bats --tap tests/deb/package.bats; }
# The same inputs on every machine; or libFuzzer for HARNESS_SECONDS each.
suite_harness() {
  local f n=0 form
  for f in $(sources tests/harness/*.c); do
    n=1
    f=$(basename "$f" .c)
    form=HARNESS_CASES=600
    [ "$f" != tally ] || form=HARNESS_CASES=6000 # they take a second
    [ -z "${HARNESS_SECONDS:-}" ] || form=HARNESS_SECONDS=$HARNESS_SECONDS
    run status "harness $f" env $form tests/harness/run "$f"
  done
  [ $n = 1 ] || note "harness: nothing in tests/harness yet, skipped"
}

if [ $# = 0 ]; then
  echo "usage: tests/run.sh unit|scenarios|cli|book|house|property|serve|browser|wasm|same|python|machines|disk|sanitize|hostile|tsan|m32|valgrind|harness|wordings|deb ..." >&2
  exit 2
fi
for suite in "$@"; do
  if ! declare -F "suite_$suite" >/dev/null; then
    echo "tests/run.sh: no suite named '$suite'" >&2
    exit 2
  fi
done
for suite in "$@"; do "suite_$suite"; done
tell_all

echo
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
