#!/usr/bin/env bats
# The guide is written in short sentences and the players' words (tests/prose), and its pages say what
# the program does (tests/book). Here both meet pages that are wrong.

load ../helper

page() { cat >"$BATS_TEST_TMPDIR/page.md"; }

prose() { run "$ROOT/tests/prose" "$BATS_TEST_TMPDIR/page.md"; }
book() { run "$ROOT/tests/book" "$@" "$BATS_TEST_TMPDIR/page.md"; }

words() { printf "%0.sword " $(seq "$1"); }

@test "every page of the guide and of each game is easy to read" {
  run tests/prose
  echo "$output"
  [ "$status" = 0 ]
}

@test "long sentences, cells, lines and pages are told, and words that players do not use" {
  touch "$BATS_TEST_TMPDIR/words.txt"
  page <<EOF
# A page

$(words 36 | fold -sw 90).

Who wins is a player. He wins by chance, as \`he\` knows. See [there](there.md) or [the list](words.txt).

| $(words 25) | a cell |
$(printf 'x%.0s' $(seq 101))
$(for _ in $(seq 120); do words 10; echo .; done)
EOF
  prose
  [ "$status" = 1 ]
  has ':3: a sentence of 36 words' ':6: a sentence begins with a relative clause: Who wins' "'He': write they" "'by chance'" \
    'a link to there.md, which is not there' 'a link to words.txt, which is no page of the site' ':8: a cell of 124 characters' ':9: a line of 101 characters' ' words, more than 1200'
  [ "$(grep -c "write they" <<<"$output")" = 1 ]
}

@test "messages, helps and log lines have the players' words, too" {
  run tests/prose --messages
  echo "$output"
  [ "$status" = 0 ]
  printf '/* he says "by lot" */\nconst char *says[] = {"he", "a card is drawn "\n "by lot", "They know."};\n' >"$BATS_TEST_TMPDIR/a.c"
  run tests/prose --messages "$BATS_TEST_TMPDIR/a.c"
  [ "$status" = 1 ]
  [ "$output" = "$BATS_TEST_TMPDIR/a.c:2: 'by lot': write at random" ]
}

@test "sentences are short on average" {
  page <<<"$(for _ in 1 2 3; do words 19; echo .; done | fold -sw 90)"
  prose
  [ "$status" = 1 ]
  has '19.0 words in a sentence on average, more than 18'
}

game() {
  cat <<'EOF'
The game:

<!-- file: tiny/ruleset.yaml -->
```yaml
cantrip: 1
title: Tiny
players: 2
cards: [{ant: {copies: 4}}]
zones: {deck: {as: pile, seen_by: nobody, holds: [{}]}, hand: {per: player, seen_by: owner}}
phases:
  - deal: {who: all, from: deck, to: hand, count: 2}
result: {score: {count: {zone: hand}}}
```
EOF
}

# shows WINNERS: the game, and what a page says comes of it
shows() {
  page <<EOF
$(game)

\`\`\`console
\$ cantrip check tiny
tiny: ok (4 cards, ...)
\$ cantrip play tiny --bots random --seed 1
...
$1
...
\`\`\`
EOF
}

@test "a page that is right passes, and may leave out lines and text" {
  shows 'Alice and Bob share the win with 2.'
  book
  echo "$output"
  [ "$status" = 0 ]
  has '2 passed, 0 failed'
}

@test "a page that shows another answer fails, and --write mends it" {
  shows 'Alice and Bob share the win with 3.'
  book
  [ "$status" = 1 ]
  has 'page.md:15:' 'share the win with 2.' '1 passed, 1 failed'
  book --write
  [ "$status" = 0 ]
  shown=$(cat "$BATS_TEST_TMPDIR/page.md")
  shows 'Alice and Bob share the win with 2.'
  [ "$(cat "$BATS_TEST_TMPDIR/page.md")" = "$shown" ]
}

@test "a wrong status, an edit that finds no place and a block for nothing fail" {
  page <<EOF
$(game)

\`\`\`console
\$ cantrip check tinny
...
\`\`\`

Paint it:

<!-- after: tiny/ruleset.yaml "colour:" -->
\`\`\`yaml
a: 1
\`\`\`

\`\`\`yaml
b: 1
\`\`\`
EOF
  book
  [ "$status" = 1 ]
  has 'ends with status 2' "no line of tiny/ruleset.yaml begins with 'colour:'" 'a block that belongs to no file' '1 passed, 3 failed'
}

# renames COMMENT...: the game, and a last part that begins with these lines
renames() {
  page <<EOF
$(game)

$1
EOF
  book
}

@test "an edit that only a comment makes fails: the page must show it" {
  edit='<!-- replace: tiny/ruleset.yaml "title: Tiny" "title: Wee" -->'
  renames "Give it another name."$'\n\n'"$edit"
  [ "$status" = 1 ]
  has 'only a comment changes tiny/ruleset.yaml' 'shows Wee'
  renames "Call it \`Wee\`."$'\n\n'"$edit"
  [ "$status" = 0 ]
  renames "Give it another name:"$'\n\n'"$edit"$'\n```yaml\ntitle: Wee\n```'
  [ "$status" = 0 ]
  renames "$edit"$'\n```yaml\ntitle: Wee\n```'
  [ "$status" = 1 ]
  has 'no sentence before the block'
  undo=$'\n\n<!-- replace: tiny/ruleset.yaml "title: Wee" "title: Tiny" -->'
  renames "Call it \`Wee\`."$'\n\n'"$edit"$'\n\nGo on.'"$undo"
  [ "$status" = 1 ]
  has "does not say 'back'"
  renames "Call it \`Wee\`."$'\n\n'"$edit"$'\n\nPut it back.'"$undo"
  [ "$status" = 0 ]
  renames "Others may see the hand."$'\n\n<!-- replace: tiny/ruleset.yaml ", seen_by: owner" ", seen_by: all" -->'
  [ "$status" = 1 ]
  renames $'Begin again.\n\n<!-- original: tiny/ruleset.yaml -->'
  [ "$status" = 1 ]
  has "does not say 'above'"
  renames $'Begin again with the game above.\n\n<!-- original: tiny/ruleset.yaml -->'
  [ "$status" = 0 ]
}

@test "a page must leave a game behind that loads without a warning" {
  page <<EOF
$(game)
<!-- replace: tiny/ruleset.yaml "result: {score: {count: {zone: hand}}}" "" -->
EOF
  book
  [ "$status" = 1 ]
  has 'cantrip check tiny, at the end' RESULT-NONE
}

@test "the site: the index of the guide is its menu and names each page; links lead to pages, nothing comes from elsewhere" {
  /usr/bin/python3 -c 'import yaml' || skip "no python3-yaml"
  run /usr/bin/python3 - "$ROOT" <<'P'
import importlib.machinery, os, sys
site = importlib.machinery.SourceFileLoader("site_of_the_book", sys.argv[1] + "/tools/site/site").load_module()
menu = site.menu()
assert [list(m)[0] for m in menu] == ["Cantrip", "The guide", "Learn it", "Do one thing", "Understand it", "Look it up"], menu
assert menu[2]["Learn it"][0] == {"Two files make a game": "rulesets/guide/tutorial/01-two-files.md"}
real, site.named = site.named, lambda folder: real(folder) + ["rulesets/guide/howto/forgotten.md"]
site.menu()
P
  echo "$output"
  [ "$status" = 1 ]
  [[ "$output" == *"README.md does not name rulesets/guide/howto/forgotten.md"* ]]
  command -v mkdocs >/dev/null || skip "no mkdocs (make site installs it)"
  "$ROOT/tools/site/site" "$BATS_TEST_TMPDIR/out"
  [ -e "$BATS_TEST_TMPDIR/out/html/rulesets/guide/howto/follow-suit.html" ]
  ! grep -rhoE '<(script|link|img)[^>]* (src|href)="?https?://[^" >]+' "$BATS_TEST_TMPDIR/out/html" --include='*.html'
}

@test "cantrip guide: which pages there are, one of them, a name that is close; none where there is no guide" {
  cd "$ROOT"
  run "$CANTRIP" guide
  [ "$status" = 0 ]
  [ "$(grep -c . <<<"$output")" = $((7 + $(ls rulesets/guide/{tutorial,howto,explain,reference/{steps,rules,commands,lua}}/*.md | wc -l))) ]
  [[ "$output" == *"two-files"*"1. Two files make a game"*"follow-suit"*"How to make players follow suit"* ]]
  run "$CANTRIP" guide follow-suit
  [ "$status" = 0 ]
  [ "$output" = "$(grep -v '^<!--' rulesets/guide/howto/follow-suit.md)" ]
  run "$CANTRIP" guide folow-suit
  [ "$status" = 2 ]
  [ "$output" = "cantrip: guide: there is no page 'folow-suit'; did you mean 'follow-suit'?" ]
  cp "$CANTRIP" "$BATS_TEST_TMPDIR/cantrip"
  cd "$BATS_TEST_TMPDIR"
  run env -u CANTRIP_PATH HOME="$PWD" ./cantrip guide
  [ "$status" = 2 ]
  [[ "$output" == *"the guide is not installed"* ]]
  # a command that was built and not installed has that of its tree
  [ "$(env -u CANTRIP_PATH HOME="$PWD" "$CANTRIP" guide)" = "$(cd "$ROOT" && "$CANTRIP" guide)" ]
  [ "$(env -u CANTRIP_PATH HOME="$PWD" "$CANTRIP" explain TYPE | head -1)" = "# TYPE: a value of another type is needed" ]
}

@test "guide and help find a page by a step, key, command or call; keys names it" {
  cd "$ROOT"
  [ "$("$CANTRIP" help move)" = "$(grep -v '^<!--' rulesets/guide/reference/steps/move.md)" ]
  [ "$("$CANTRIP" guide refill)" = "$("$CANTRIP" guide zones)" ]
  [ "$("$CANTRIP" guide g:count)" = "$("$CANTRIP" guide reading)" ]
  [ "$("$CANTRIP" guide commands/show | head -1)" = "# cantrip show" ]
  run "$CANTRIP" help lasts
  [ "$status" = 0 ]
  has "'lasts' is on several pages:" '  cantrip guide counters' '  cantrip guide block'
  [ "$("$CANTRIP" help luck | head -1)" = "# scenarios: tests of a game" ]
  # a key of steps, and how-tos whose names begin with it
  run "$CANTRIP" help who
  has "cantrip guide deal" "cantrip guide who-begins" "cantrip guide who-is-you"
  [ "$("$CANTRIP" help answers | head -1)" = "# How to build a stack with answers" ]
  run "$CANTRIP" help mvoe
  [ "$status" = 2 ]
  has "there is no command and no page 'mvoe' (see cantrip --help and cantrip guide); did you mean 'move'?"
  run "$CANTRIP" help scoring
  has "no page 'scoring'" "did you mean 'score'?"
  run "$CANTRIP" help priority
  [ "$status" = 2 ]
  has "no page 'priority'" "these pages have the word: cantrip guide stack-with-answers"
  [ "$("$CANTRIP" help redeal | head -1)" = "# How to hold an auction for tricks and trump" ] # "**Redeal if ..." begins a paragraph
  run "$CANTRIP" keys lasts
  has 'Examples: cantrip guide block, show, counters, watchers'
}

# reference PROGRAM: Python, with tests/reference.py; `cantrip` is the program that is tried
reference() {
  PYTHONPATH="$ROOT/tests" PYTHONDONTWRITEBYTECODE=1 CANTRIP="$CANTRIP" /usr/bin/python3 -c "
import os, pathlib, reference
cantrip = os.environ['CANTRIP']
$1"
}

@test "the reference: a row without a page, and a page of the row alone, are told" {
  /usr/bin/python3 -c 'import yaml' || skip "no python3-yaml"
  cp -r "$ROOT/rulesets/guide/reference" "$BATS_TEST_TMPDIR/r"
  rm "$BATS_TEST_TMPDIR"/r/{steps/fill,commands/tune,lua/queue,lua/changing}.md
  sed -i '/^| `others` /d' "$BATS_TEST_TMPDIR/r/rules/seats.md"
  printf '# turn\n\n<!-- says: step turn -->\n<!-- end -->\n\n<!-- keys: turn -->\n<!-- end -->\n' >"$BATS_TEST_TMPDIR/r/steps/turn.md"
  run reference "
assert reference.missing(cantrip) == []
reference.REFERENCE = pathlib.Path('$BATS_TEST_TMPDIR/r')
print('\\n'.join(reference.missing(cantrip)))"
  echo "$output"
  [ "$status" = 0 ]
  has 'has the key fill of step' 'has the key from of fill' 'has the call g:fill' 'has the call g:roll' 'has the command tune' \
    'rules/seats.md has no row for others' 'steps/turn.md has no sentence of its own' 'steps/turn.md has no example that runs' 'no script of the guide uses g:fill'
}

@test "the reference: a part that is behind the program's lists fails, and --write renews it" {
  page <<EOF
$(game)

<!-- keys: zone size refill -->
| key | value | without it | what it does |
|---|---|---|---|
| \`size\` | formula |  | anything |
<!-- end -->
EOF
  book
  [ "$status" = 1 ]
  has 'a generated part is behind' '+| `refill`'
  book --write
  [ "$status" = 0 ]
  [ "$(sed -n '/keys: zone/,/end/p' "$BATS_TEST_TMPDIR/page.md" | grep -c '^| `')" = 2 ]
}

@test "the reference: an example that comes out the same without its key fails" {
  shows 'Alice and Bob share the win with 2.'
  for key in count as note; do
    sed -i "/shows:/d; 1i <!-- shows: $key -->" "$BATS_TEST_TMPDIR/page.md"
    book
    echo "$key: $output"
    case $key in
      count) [ "$status" = 0 ] ;;
      as) [ "$status" = 1 ] && has 'without `as` the same comes out' ;;
      note) [ "$status" = 1 ] && has 'without `note` it is as it is: no file has it' ;;
    esac
  done
}
