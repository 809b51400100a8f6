#!/usr/bin/env bats
# The manual's pages: made from the tables of commands and flags, without a fault of man(7).

load ../helper

setup_file() {
  export PAGES=$BATS_FILE_TMPDIR/man SOURCE_DATE_EPOCH=1700000000
  mkdir -p "$PAGES"
  cd "${CANTRIP_ROOT:-$BATS_TEST_DIRNAME/../..}"
  "$CANTRIP" --help=man >"$PAGES/cantrip.1"
  for c in $("$CANTRIP" complete -- | cut -f1 | grep -vx help); do
    "$CANTRIP" "$c" --help=man >"$PAGES/cantrip-$c.1"
  done
}

# page NAME: its text in $output
page() {
  output=$(man -l "$PAGES/$1.1" | col -bx)
}

@test "man: there is a page of each command, and one of all" {
  [ "$(ls "$PAGES" | wc -l)" = $(($("$CANTRIP" --help | sed -n '/^commands:/,/--version/p' | grep -c '^  [a-z]') + 1)) ]
  run cat "$PAGES/cantrip.1"
  for c in "$PAGES"/cantrip-*.1; do
    c=${c##*/cantrip-}
    has "cantrip\\-${c%.1} (1)"
  done
}

@test "man: groff and mandoc find no fault" {
  command -v groff >/dev/null || command -v mandoc >/dev/null || skip "neither groff nor mandoc is here"
  for p in "$PAGES"/*; do
    if command -v groff >/dev/null; then
      run groff -man -ww -b -z -Tutf8 "$p"
      [ "$status" -eq 0 ] && [ -z "$output" ] || { echo "$p: $output"; return 1; }
    fi
    if command -v mandoc >/dev/null; then
      run mandoc -T lint -W warning "$p"
      [ "$status" -eq 0 ] && [ -z "$output" ] || { echo "$p: $output"; return 1; }
    fi
  done
}

# bats test_tags=long
@test "man: a page has what --help has: each flag with its argument and help, the text, the examples" {
  command -v man >/dev/null && command -v groff >/dev/null || skip "no man or no groff here"
  for c in $("$CANTRIP" complete -- | cut -f1 | grep -vx help); do
    page "cantrip-$c"
    shown=$(tr -s ' \n' ' ' <<<"$output" | sed 's/‐ //g')
    while IFS= read -r line; do
      case $line in usage:* | flags: | examples: | '--help this text' | --help | 'this text') continue ;; esac
      [[ "$shown" == *"$line"* ]] || { echo "cantrip-$c lacks: $line"; echo "$shown"; return 1; }
    done < <("$CANTRIP" "$c" --help | tr -s ' ' | sed 's/^ //; s/ $//')
  done
}

@test "man: nothing in a text is taken for a request or an escape" {
  command -v man >/dev/null && command -v groff >/dev/null || skip "no man or no groff here"
  page cantrip-sim
  has "'mcts'" '`cantrip learn`'
  [[ $(tr -s ' \n' ' ' <<<"$output") == *"(5000; in a solitaire 50000)"* ]]
  # an example is a line, however long
  has "cantrip sim fairytale --against ./my-fairytale --games 10000 --cards keep_one"
  page cantrip-learn
  has "GAME.policy"
  # a plain - is a hyphen to man(7), which nobody can copy into a command line
  run grep -nE '(^|[^\\])-' $(ls "$PAGES"/*)
  [ -z "$(grep -v ':\.TH ' <<<"$output")" ]
  page cantrip
  has '$CANTRIP_PATH' '~/.local/share/cantrip/rulesets' "cantrip sim fairytale --seats 4 --games 10000 --json"
}

@test "man: the date is that of SOURCE_DATE_EPOCH, so that two builds have the same pages" {
  head -1 "$PAGES/cantrip.1" | grep -q '2023-11-14'
  [ "$("$CANTRIP" sim --help=man | sha256sum)" = "$(TZ=Asia/Tokyo LC_ALL=C "$CANTRIP" help --help=man | sha256sum)" ] && return 1
  [ "$("$CANTRIP" sim --help=man | sha256sum)" = "$(TZ=Asia/Tokyo LC_ALL=C "$CANTRIP" sim --help=man | sha256sum)" ]
}

@test "man: --help takes no other value" {
  run "$CANTRIP" sim --help=html
  [ "$status" -eq 2 ]
  has "cantrip: sim: --help takes no value except 'man'"
}

@test "man: make install puts pages and completion in place, make uninstall takes them away" {
  make --no-print-directory -o all install PREFIX="$BATS_TEST_TMPDIR/at" >/dev/null
  cd "$BATS_TEST_TMPDIR/at/share"
  for f in $(cd "$PAGES" && ls); do [ -s "man/man1/$f" ] || { echo "no $f"; return 1; }; done
  cmp "$ROOT/tools/completion/cantrip.bash" bash-completion/completions/cantrip
  cmp "$ROOT/tools/completion/cantrip.zsh" zsh/site-functions/_cantrip
  cmp "$ROOT/tools/completion/cantrip.fish" fish/vendor_completions.d/cantrip.fish
  # their date is that of the changelog's topmost entry
  day=$(date -u -d "$(sed -n 's/^ -- .*>  //p' "$ROOT/tools/deb/changelog" | head -1)" +%Y-%m-%d)
  unset SOURCE_DATE_EPOCH
  cd "$ROOT"
  make --no-print-directory -o all install PREFIX="$BATS_TEST_TMPDIR/at" >/dev/null
  grep -q "^.TH CANTRIP 1 $day " "$BATS_TEST_TMPDIR/at/share/man/man1/cantrip.1"
  make --no-print-directory uninstall PREFIX="$BATS_TEST_TMPDIR/at" >/dev/null
  [ -z "$(find "$BATS_TEST_TMPDIR/at" -type f -o -type l)" ]
}

@test "deb: the package has the version of cantrip.h" {
  [ "$(sed -n '1s/^cantrip (\(.*\)) .*/\1/p' tools/deb/changelog)" = "$("$CANTRIP" --version | cut -d' ' -f2)" ]
}
