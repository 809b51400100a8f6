# What the files of tests/cli share; `load ../helper` stands at their head.
#
# $ROOT is the top folder and $CANTRIP the command, both absolute.

ROOT="${CANTRIP_ROOT:-$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)}"
CANTRIP="${CANTRIP:-$ROOT/build/cantrip}"

# script(1) runs its command in $SHELL: everywhere the one that CI has
export SHELL=/bin/sh
# nothing that is learnt goes to the cache of who tests
export XDG_CACHE_HOME="${BATS_FILE_TMPDIR:-${TMPDIR:-/tmp}}/cache"

# Each test begins in the top folder; a file that wants another place has a setup of its own.
setup() {
  unset CANTRIP_PATH
  cd "$ROOT"
}

# has TEXT...: each stands in $output
has() {
  local text
  for text in "$@"; do
    [[ "$output" == *"$text"* ]] || { printf 'missing: %s\n---\n%s\n' "$text" "$output"; return 1; }
  done
}

# lacks TEXT...: none stands in $output
lacks() {
  local text
  for text in "$@"; do
    [[ "$output" != *"$text"* ]] || { printf 'present: %s\n---\n%s\n' "$text" "$output"; return 1; }
  done
}

# copy_games FOLDER: the games with all they need, to spoil them there
copy_games() {
  mkdir -p "$1"
  cp -R "$ROOT/rulesets" "$ROOT/cards" "$ROOT/scripts" "$1/"
}

# often SHORT LONG: how often something is tried: LONG in `make test` (CT_LONG is set), else SHORT
often() {
  if [ -n "${CT_LONG:-}" ]; then echo "$2"; else echo "$1"; fi
}
