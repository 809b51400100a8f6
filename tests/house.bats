#!/usr/bin/env bats
# The house: what lies where, and which part may know of which.

setup() {
  cd "$BATS_TEST_DIRNAME/.."
}

# Every file that is or would be under version control; without git, every file but build/.
files() {
  local list
  list=$(git ls-files --cached --others --exclude-standard 2>/dev/null) || list=
  if [ -z "$list" ]; then
    list=$(find . -path ./.git -prune -o -path ./build -prune -o -type f -print | sed 's|^\./||')
  fi
  printf '%s\n' "$list" | while IFS= read -r f; do [ ! -e "$f" ] || printf '%s\n' "$f"; done
}

c_files() { # c_files FOLDER...
  find "$@" \( -name '*.c' -o -name '*.h' -o -name '*.def' -o -name '*.inc' \) -type f 2>/dev/null | sort
}

# file:line:"name" or <name>, one for each #include below the folders.
includes() {
  c_files "$@" | xargs -r grep -nHE '^[[:space:]]*#[[:space:]]*include' |
    sed -E 's/^([^:]+:[0-9]+:)[[:space:]]*#[[:space:]]*include[[:space:]]*/\1 /'
}

# A file without its comments, lines kept.
code() {
  "${CC:-cc}" -fpreprocessed -dD -E -w -x c "$1" 2>/dev/null
}

# none TEXT WHAT: fails and shows TEXT when there is any.
none() {
  [ -n "$1" ] || return 0
  printf '%s:\n%s\n' "$2" "$1"
  return 1
}

@test "the top level holds what it shall and nothing else" {
  extra=$(files | cut -d/ -f1 | sort -u |
    grep -vxE 'Makefile|README\.md|LICENSE|core|scripts|cards|rulesets|tests|tools|\..*' || true)
  none "$extra" "has no place there"
  [ -f Makefile ] && [ -f README.md ] && [ -f LICENSE ]
}

@test "nothing of build/ is under version control" {
  none "$(files | grep '^build/' || true)" "built files"
}

@test "each folder has its README" {
  missing=
  for d in core scripts cards rulesets tests tools; do
    [ ! -d $d ] || [ -s $d/README.md ] || missing="$missing $d/README.md"
  done
  none "$missing" "missing"
}

@test "README begins with make play and make test" {
  commands=$(awk '/^[[:space:]]*```/ { code = !code; next } code || /^(    |\t)/' README.md |
    sed -E 's/^[[:space:]]*(\$ )?//; s/[[:space:]]*(#.*)?$//' |
    grep -vE '^$|^git clone|^cd ' | head -n 2 | paste -sd'|')
  echo "first commands: $commands"
  [ "$commands" = "make play|make test" ]
}

@test ".ci/run is executable and calls make test" {
  [ -x .ci/run ]
  grep -qE '^(exec )?make test$' .ci/run
}

@test "the licence is MIT" {
  head -n 1 LICENSE | grep -qx 'MIT License'
}

@test "make help lists the targets" {
  run make --no-print-directory help
  [ "$status" -eq 0 ]
  for t in all play test check unit scenarios cli property sanitize tsan valgrind bench harness lint \
    format install uninstall clean help; do
    echo "$output" | grep -qE "^  make $t +[^ ]" || { echo "make help does not list $t"; return 1; }
  done
}

@test "core bears no word of a game" {
  # A word ends at an underscore too, so that names in the code count.
  words='fairy|fairytale|dragon|dragonvale|homesteaders?|shadow|hunt|wizard|spells?|clubs?|gems?|ghosts?|monsters?|traps?|finale|tricks?'
  found=$(c_files core | xargs -r grep -niE "(^|[^a-z])($words)([^a-z]|\$)" /dev/null || true)
  none "$found" "words of games"
}

@test "core/kernel includes neither Lua, YAML nor stdio" {
  found=$(includes core/kernel | grep -iE '[<"/](lua|lauxlib|lualib|yaml|stdio|jansson|fcntl|unistd|locale|histedit|editline)' || true)
  none "$found" "includes that the kernel may not have"
}

@test "core/kernel does no input or output" {
  found=
  for f in $(c_files core/kernel); do
    hits=$(code "$f" | grep -nwE '(f|d|v|vf|vd|s|sn|vs|vsn)?printf|FILE|f(open|close|read|write|puts|gets|putc|getc)|puts|putchar|perror|stdin|stdout|stderr|exit|abort|getenv|system' || true)
    [ -z "$hits" ] || found="$found$f: $hits
"
  done
  none "$found" "calls that the kernel may not make"
}

@test "core/kernel includes only kernel/ and system headers" {
  none "$(includes core/kernel | grep '"' | grep -vE ' "kernel/[^"]*"' || true)" "arrows that point up"
}

# false_names README: what it names in core/ (files, functions, functions of a file) and is not there.
false_names() {
  python3 - "$1" <<'PY'
import glob, os, re, sys
files = {}
for room, _, names in os.walk("core"):
    for f in names:
        if f.endswith((".c", ".h", ".def")):
            files[os.path.join(room, f)] = open(os.path.join(room, f)).read()
def called(path):  # the files of ours that a reader may mean by it
    return [f for f in files if f.endswith("/" + path)] or glob.glob(path)
def has(path, name):  # not, where it is only called
    return re.search(rf"^[A-Za-z].*\b{name}\((?!.*;$)|\b{name}\b(?!\()", files.get(path, ""), re.M)
def says(names, path):
    return [f"{n} is not in {path}" for n in names if n.lower() == n and not any(has(f, n) for f in called(path))]
wrong = []
text = open(sys.argv[1]).read()
for code in re.findall(r"`([^`\n]+)`", text):
    if re.fullmatch(r"[\w/]+\.(c|h|def)", code) and not called(code):
        wrong.append(f"{code}: no such file")
    if re.fullmatch(r"[a-z]+(_[a-z]+)+", code) and not any(re.search(rf"\b{code}\b", t) for t in files.values()):
        wrong.append(f"{code}: no such name")
for path, names in re.findall(r"`([\w/]+\.[ch])`: ((?:`\w+`(?:, )?)+)", text):
    wrong += says(re.findall(r"\w+", names), path)
for name, path in re.findall(r"^ +(\w+)(?: \.\.\.)? +(\w+/\w+\.[ch])(?: |$)", text, re.M):
    wrong += says([name], path)
print("\n".join(sorted(set(wrong))))
PY
}

@test "the files and functions that core/README.md names are there" {
  none "$(false_names core/README.md)" "false names"
}

@test "a false name is found" {
  printf '%s\n' 'In `base/none.h` and `base/str.c` is `no_such_name`; (`move.c`: `zone_shift`, `know_moved`).' \
    '      k_pick    run/start.c   takes it' '      k_run ...   run/exec.c' >"$BATS_TEST_TMPDIR/r.md"
  [ "$(false_names "$BATS_TEST_TMPDIR/r.md" | paste -sd';')" = \
    "base/none.h: no such file;k_pick is not in run/start.c;know_moved is not in move.c;no_such_name: no such name" ]
}

@test "the files that comments in core name by a path are there" {
  files >"$BATS_TEST_TMPDIR/files"
  none "$(c_files core | xargs -r cat | grep -v '#include <' | grep -oE '\b[a-z_]+(/[a-z_]+)+\.(c|h|def)\b' | sort -u |
    while read -r f; do grep -q "^$f$\|/$f$\|^core/$f$" "$BATS_TEST_TMPDIR/files" || echo "$f"; done)" "no such files"
}

# Each room, a folder of core/, and what it may include besides itself: arrows run one way.
# Of load/ those that speak or play know what it makes, not how.
rooms() {
  cat <<'ROOMS'
kernel
base
script kernel base
load script kernel base
say cantrip.h load/definition.h script kernel base
api cantrip.h say load/definition.h load/load.h load/keys.h script kernel base
bot cantrip.h kernel/wide.h
record cantrip.h api base
battery cantrip.h api script kernel base
mutate cantrip.h api say load/definition.h load/load.h load/edit.h load/sites.h load/keys.h load/exprparse.h script/syntax.h kernel base
scenario cantrip.h api mutate say load/definition.h load/load.h script kernel base
ROOMS
}

# forbidden CORE: what the rooms of a tree like core/ include and may not, with its place.
forbidden() {
  local room may where to
  for room in "$1"/*/; do
    room=$(basename "$room")
    may=$(rooms | sed -n "s/^$room\b/& /p")
    [ -n "$may" ] || echo "$room is in no list of rooms"
    includes "$1/$room" | sed -nE 's/ "([^"]+)"$/ \1/p' | while read -r where to; do
      case " $may " in *" ${to%%/*} "* | *" $to "*) ;; *) echo "$where $room may not include $to" ;; esac
    done
  done
}

@test "the rooms of core include only those below them" {
  none "$(forbidden core)" "arrows that point up"
}

@test "an arrow that points up is found" {
  local tree=$BATS_TEST_TMPDIR/core room to found
  # Each room includes a header of itself and of every other.
  for room in $(rooms | cut -d' ' -f1); do
    mkdir -p "$tree/$room"
    for to in $(rooms | cut -d' ' -f1) tools; do
      echo "#include \"$to/a.h\"" > "$tree/$room/$to.c"
    done
  done
  found=$(forbidden "$tree" | sed -E 's/^[^ ]+ //; s/\/a\.h$//')
  for one in "kernel base" "base kernel" "script load" "load say" "say load" "say api" "api record" \
    "bot api" "record kernel" "battery scenario" "scenario tools"; do
    echo "$found" | grep -qx "${one% *} may not include ${one#* }" || { echo "not found: $one"; return 1; }
  done
  none "$(echo "$found" | grep -xE '(script may not include (script|kernel|base)|load may not include script)' || true)" \
    "allowed, yet found"
}

# The floors of the kernel, from below: each knows those below it, and nothing of those above.
floors="state ask know run"

@test "the floors of the kernel include only those below them" {
  may=
  for floor in $floors; do
    may="$may|$floor"
    none "$(includes core/kernel/"$floor" | grep '"kernel/[a-z]*/' | grep -vE " \"kernel/(${may#|})/")" "include from above"
  done
}

# upward OBJECTS FLOOR/NAME.o...: which symbols these objects want of floors above them.
upward() {
  (cd "$1" && nm -A -g "${@:2}") | awk -v floors="$floors" '
    BEGIN { n = split(floors, f); for (i = 1; i <= n; i++) height[f[i]] = i }
    { split($1, at, "[/:]"); floor = at[1] }
    $(NF - 1) == "U" { wants[floor " " at[2] " " $NF] = 1; next }
    { of[$NF] = floor }
    END { for (w in wants) { split(w, p); if (p[3] in of && height[of[p[3]]] > height[p[1]])
      print p[1] "/" p[2] " wants " p[3] " of " of[p[3]] } }'
}

@test "the floors of the kernel call only those below them" {
  local obj=${BUILD:-build}/obj/core/kernel
  objects=$(cd core/kernel && printf '%s\n' */*.c | sed 's/c$/o/')
  # shellcheck disable=SC2086 # names without blanks
  (cd "$obj" && ls $objects >/dev/null) && upward "$obj" $objects >"$BATS_TEST_TMPDIR/up"
  none "$(sort "$BATS_TEST_TMPDIR/up")" "calls of what lies above"
}

@test "a call of what lies above is found" {
  local obj=$BATS_TEST_TMPDIR/obj
  mkdir -p "$obj/state" "$obj/ask" "$obj/know" "$obj/run"
  echo 'int below(void); int up(void); int know_this(void) { return below() + up(); }' | cc -xc -c - -o "$obj/know/a.o"
  echo 'int below(void) { return 1; }' | cc -xc -c - -o "$obj/ask/b.o"
  echo 'int up(void) { return 2; }' | cc -xc -c - -o "$obj/run/c.o"
  [ "$(upward "$obj" know/a.o ask/b.o run/c.o)" = "know/a.o wants up of run" ]
}

@test "each fast way has its row of what it is worth, and one that is worth little says why it stays" {
  of() { sed -nE "s/^($1)\(([A-Z_]+),.*/\2/p" core/kernel/fastways.def; }
  diff <(of 'WAY|STAYS') <(grep -v '^#' tests/fastways.txt | awk '{ print $1 }')
  none "$(of WAY | while read -r way; do awk -v w="$way" '$1 == w && $2 < 3 { print w }' tests/fastways.txt; done)" "too little"
}

# The command is a program like any other, linked against the library that is installed
# (tests/cli/library.bats). bench is a test: it looks inside.
@test "tools include cantrip.h and each other" {
  found=$(includes $(find tools -maxdepth 1 -name '*.[ch]') tools/desk tools/lsp tools/mcp tools/mutate tools/new tools/print tools/screen tools/serve tools/stats tools/text |
    sed -nE 's/ "([^"]+)"$/ \1/p' | grep -vE ' (cantrip\.h|[a-z]+\.h|tools/[a-z/]+\.h)$' || true)
  none "$found" "not in the public header"
}

# Words are found by name, when they are needed: a wrong one would be noticed by a player.
# Functions that a header of ours declares and that nobody but the file which has them names: they are this file's own.
lonely() { # FOLDER... ; those who may use them are all C files of the tree
  c_files "$@" | grep '\.h$' | grep -v '^core/cantrip\.h$' >"$BATS_TEST_TMPDIR/headers"
  c_files core tools tests "$@" | sort -u | awk -v headers="$BATS_TEST_TMPDIR/headers" '
    BEGIN { while ((getline h < headers) > 0) ours[h] = 1 }
    {
      file = $0
      while ((getline line < file) > 0) {
        if (file in ours && line ~ /^[a-z].*[a-z0-9_]+\(/ && line !~ /^(static|typedef)|#|\)\(/) {
          name = line
          sub(/\(.*/, "", name)
          sub(/.*[^a-z0-9_]/, "", name)
          declared[name] = file
        }
        gsub(/"[^"]*"/, "", line)
        n = split(line, word, /[^A-Za-z0-9_]+/)
        for (i = 1; i <= n; i++)
          if (!((file, word[i]) in met) || file in ours) {
            met[file, word[i]] = 1
            names[word[i]]++
          }
      }
      close(file)
    }
    END { for (name in declared) if (names[name] < 3) print declared[name] ": " name }' | sort
}

@test "a function that one file alone uses is its own" {
  none "$(lonely core tools)" "declared in a header, used by nobody else"
}

@test "such a function is found" {
  mkdir -p "$BATS_TEST_TMPDIR/room"
  printf 'int lonely_one(void);\nint used_one(int n);\n' >"$BATS_TEST_TMPDIR/room/room.h"
  printf 'int lonely_one(void)\n{\n    return lonely_one();\n}\nint used_one(int n)\n{\n    return n;\n}\n' >"$BATS_TEST_TMPDIR/room/room.c"
  printf 'int other(void)\n{\n    return used_one(1);\n}\n' >"$BATS_TEST_TMPDIR/room/other.c"
  [ "$(lonely "$BATS_TEST_TMPDIR/room" | sed 's|.*/||')" = "room.h: lonely_one" ]
}

@test "words.def has each word that tools name" {
  found=$(for f in $(grep -lE '"(.*/)?(words|board|cardview|prompt|play)\.h"' tools/*.c tools/*/*.c); do code "$f"; done |
    cat - tools/screen/*.lua tools/term/*.lua | grep -vE '_FLAG\(|getenv|usage' | grep -oE '"[A-Z][A-Z_]+"' | tr -d '"' | sort -u)
  [ "$(echo "$found" | wc -l)" -gt 20 ]
  none "$(echo "$found" | comm -23 - <(sed -nE 's/^X\(([A-Z_]+),.*/\1/p' core/say/words.def | sort -u))" "not in words.def"
}

@test "what the page says in another language, a server says in English" {
  none "$(python3 - <<'PY'
import pathlib, re
says = re.sub(r'"\s*\\?\s*"', "", " ".join(p.read_text() for p in pathlib.Path("tools/serve").glob("*.[ch]")))
for name, text in re.findall(r'^X\((SAID_\w+), "([^"]*)"', pathlib.Path("core/say/words.def").read_text(), re.M):
    if not re.search(re.escape(text).replace(r"\{n\}", "%d"), says):
        print(name, text)
PY
)" "no server says so"
}

@test "nothing in core includes from tools or tests" {
  none "$(includes core | grep -E '"(.*/)?(tools|tests)/' || true)" "arrows that point up"
}

@test "cantrip.h stands alone" {
  [ -f core/cantrip.h ]
  none "$(grep -nE '^[[:space:]]*#[[:space:]]*include[[:space:]]*"' core/cantrip.h || true)" \
    "the public header includes private ones"
  echo '#include "core/cantrip.h"' | "${CC:-cc}" -std=c11 -Wall -Wextra -Werror -fsyntax-only -I. -x c -
}

@test "no locale changes how numbers and names are read or sorted" {
  found=$(c_files core tools tests | xargs -r grep -nHE 'setlocale[^;]*LC_(ALL|COLLATE|NUMERIC)' /dev/null || true)
  none "$found" "setlocale"
}

# Other versions lay some lines out otherwise; .clang-format is for Debian 12's.
@test "the C files are as make format leaves them" {
  case $(clang-format --version) in
  *version\ 14.*) ;;
  *) skip "note: clang-format 14 is needed for this, here is $(clang-format --version)" ;;
  esac
  none "$(c_files core tools tests | grep -E '\.[ch]$' | xargs clang-format --dry-run 2>&1 |
    sed -nE 's/^([^ ]+:[0-9]+:[0-9]+): warning: .*/\1/p' | head -n 20)" "lines for make format"
}

@test "core never ends the program" {
  # But for an arena that was never told where to jump to: a fault of the code, found by the first test.
  found=$(grep -rnE '\b(mem_(alloc|zero|realloc|strndup|die)|abort|exit)\(' core --include=*.c |
    grep -v '^core/base/arena.c:[0-9]*:        abort();' || true)
  none "$found" "calls that end the program"
}

# What other programs play must not be able to write to our files.
@test "whatever is opened is closed in programs that are started" {
  found=$(grep -rnE '\b(fopen|fdopen|open|openat|pipe|socket|socketpair|mkstemp|popen|accept|dup)\(' core tools/*.c tools/desk tools/lsp tools/mcp tools/mutate tools/new tools/print tools/screen tools/serve tools/stats tools/text --include=*.c |
    grep -vE '_?CLOEXEC|"[rwab+]+e"|/\*.*\(.*\*/|^[^:]+:[0-9]+: \*' || true)
  none "$found" "without close-on-exec"
}

@test "the page of promises has the rows that make promises measures" {
  tests/promises --check
}

# Another reader than libyaml, which takes a `?` in { }: property tests and models read them by it.
@test "PyYAML reads what is written for games, and whole rulesets of the book" {
  python3 -c 'import yaml' 2>/dev/null || skip "note: no PyYAML here"
  found=$(git ls-files 'rulesets/*.yaml' 'cards/*.yaml' 'rulesets/guide/*.md' | python3 -c '
import re, sys, yaml
for name in sys.stdin.read().split():
    text = open(name, encoding="utf-8").read()
    for one in re.findall(r"^```yaml\n(cantrip: .*?)^```", text, re.M | re.S) if name.endswith(".md") else [text]:
        try:
            yaml.safe_load(one)
        except yaml.YAMLError as wrong:
            print(name, str(wrong).replace("\n", " "))')
  none "$found" "no YAML for PyYAML"
}
