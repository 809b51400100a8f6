# A game of one's own that builds on a shipped one, in a folder outside of the tree.
load ../helper

setup() {
  export CANTRIP_PATH="$ROOT/rulesets"
  cd "$BATS_TEST_TMPDIR"
  mkdir -p mine/scenarios mine/mine
  cat > mine/ruleset.yaml <<'E'
cantrip: 1
extends: fairytale
cards: [fairytale, mine]
E
  cat > mine/mine/cards.yaml <<'E'
cantrip: 1
cards:
  great-wyrm: {like: eldest-wyrm, name: Great Wyrm, points: 12}
E
  cat > mine/scenarios/wyrm.yaml <<'E'
cantrip: 1
ruleset: mine
seats: [A, B]
scenarios:
  - name: the Great Wyrm is worth 12
    at: end
    given: {A.story: [great-wyrm]}
    then:
      - expect: {A.score: 12}
  - name: so it is with a card of the scenario
    at: end
    cards: {small-wyrm: {like: great-wyrm, points: 2}}
    given: {A.story: [small-wyrm]}
    then:
      - expect: {A.score: 2}
E
}

@test "a folder anywhere extends a game that is found by its name" {
  run "$CANTRIP" check ./mine
  [ "$status" -eq 0 ]
  has "mine: ok (101 cards, 48 different; "
  run "$CANTRIP" test ./mine
  [ "$status" -eq 0 ]
  has "2 passed, 0 failed"
  run "$CANTRIP" sim ./mine --games 5 --seed 1
  [ "$status" -eq 0 ]
  CANTRIP_PATH="$ROOT/rulesets:." run "$CANTRIP" list
  [ "$status" -eq 0 ]
  has "  mine  "
  lacks "does not load"
}

@test "a name to extend that is not found: the nearest of those that are" {
  sed -i 's/fairytale$/fairytail/' mine/ruleset.yaml
  run "$CANTRIP" check ./mine
  [ "$status" -eq 2 ]
  has "mine/ruleset.yaml:2:10: error: found no ruleset 'fairytail', neither beside './mine' nor among your games" \
      "did you mean 'fairytale'?"
}

@test "files that are not found: the nearest beside, above, and of the ruleset that is extended" {
  sed -i 's/, mine\]/, mien, farytale]/' mine/ruleset.yaml
  run "$CANTRIP" check ./mine
  [ "$status" -eq 2 ]
  has "no cards 'mien'" "did you mean 'mine'?" "no cards 'farytale'" "did you mean 'fairytale'?"
  printf 'cantrip: 1\nextends: fairytale\nscripts: [fairytael.lua]\n' > mine/ruleset.yaml
  run "$CANTRIP" check ./mine
  [ "$status" -eq 2 ]
  has "no script 'fairytael.lua'" "did you mean 'fairytale.lua'?"
}

@test "what a list of one's own leaves out of the extended ruleset's is told at that list" {
  mkdir -p scripts phases cards base
  printf 'cantrip: 1\nextends: fairytale\nscripts: [mine.lua]\n' > scripts/ruleset.yaml
  echo 'local x = 1' > scripts/mine.lua
  run "$CANTRIP" check ./scripts
  [ "$status" -eq 2 ]
  has "scripts/ruleset.yaml:3:1: error: no script defines effect.hunt [HOOK-MISSING]" \
      "'scripts' replaces that of 'fairytale'. For both, write '[fairytale.lua, mine.lua]'"
  [ "$(grep -c error: <<<"$output")" -eq 1 ]
  printf 'cantrip: 1\nextends: fairytale\nphases: [{finish: {}}]\n' > phases/ruleset.yaml
  run "$CANTRIP" check ./phases
  has "phases/ruleset.yaml:3:1: error: 'play' is not a phase of this ruleset [PHASE-UNKNOWN]" \
      "write a map: 'phases: {NAME: {…}}'"
  lacks "fairytale/ruleset.yaml"
  cat > base/ruleset.yaml <<'E2'
cantrip: 1
players: 1
cards: [base.yaml]
traits: {n: {is: number}}
zones: {row: {as: row, seen_by: all, holds: [{}]}}
phases: [{add: {points: {count: {zone: row, card: ant}}}}]
counters: {points: {per: player}}
result: {score: points}
E2
  printf 'cantrip: 1\ncards: {ant: {name: Ant}}\n' > base/base.yaml
  printf 'cantrip: 1\nextends: base\ncards: [bees.yaml]\n' > cards/ruleset.yaml
  printf 'cantrip: 1\ncards: {bee: {name: Bee}}\n' > cards/bees.yaml
  run "$CANTRIP" check ./cards
  has "cards/ruleset.yaml:3:1: error: there is no card 'ant' [CARD-UNKNOWN]" "write '[base.yaml, bees.yaml]'"
}

@test "cards of one's own that are too few, for they took the place of all others: check says so" {
  printf 'cantrip: 1\nextends: fairytale\ncards: [mine]\n' > mine/ruleset.yaml
  printf 'cantrip: 1\ncards: {giant: {name: Giant, points: 3}}\n' > mine/mine/cards.yaml
  for how in "" --deep; do
    run "$CANTRIP" check ./mine $how
    [ "$status" -eq 2 ]
    has "mine/ruleset.yaml:3:1: error: no number of players can start this game: " \
        "the deck is too small for so many players [REQUIRES]" "write '[fairytale, mine]'"
    lacks ok
  done
  run "$CANTRIP" check ./mine --json
  [ "$(jq '.[].ok' <<<"$output")" = false ]
}

@test "check --deep of a number of people that cannot begin has played nothing, and says so" {
  run "$CANTRIP" check fairytale-factions --deep --seats 5
  [ "$status" -eq 2 ]
  has "fairytale-factions: no such game can start: " "[REQUIRES]"
  lacks "every law holds"
}

@test "files and folders beside the cards that look like cards and are not read" {
  mkdir mine/mine/sub mine/mine/pictures
  touch mine/mine/pictures/owl.png mine/mine/notes.txt
  for f in more.yml X.YAML sub/more.yaml; do
    printf 'cantrip: 1\ncards: {owl: {name: Owl, points: 3}}\n' > "mine/mine/$f"
  done
  run "$CANTRIP" check ./mine
  [ "$status" -eq 0 ]
  has "mine/mine/more.yml: warning: in a folder of cards only .yaml and .csv files are read" "[CARDS-IGNORED]" "call 'more.yml' 'more.yaml'" \
      "mine/mine/X.YAML: warning: " "call 'X.YAML' 'X.yaml'" \
      "mine/mine/sub: warning: " "name the folder in 'cards', too: 'mine/sub'"
  [ "$(grep -c warning: <<<"$output")" -eq 3 ]
  sed -i 's|mine\]|mine, mine/sub, mine/X.YAML]|' mine/ruleset.yaml
  sed -i 's/owl:/elk:/' mine/mine/X.YAML
  run "$CANTRIP" check ./mine
  has "more.yml: warning"
  [ "$(grep -c warning: <<<"$output")" -eq 1 ]
  rm -r mine/mine/cards.yaml mine/mine/sub mine/mine/X.YAML
  printf 'cantrip: 1\nextends: fairytale\ncards: [fairytale, mine]\n' > mine/ruleset.yaml
  run "$CANTRIP" check ./mine
  has "the folder ./mine/mine has no .yaml and no .csv file [CARDS-NONE]" "call 'more.yml' 'more.yaml'"
}

@test "cards and scripts of the games that are installed are found from everywhere, a copy of a game too; what is not is told once" {
  mkdir high
  printf 'cantrip: 1\ntitle: High\nplayers: 2\ncards: [standard]\ntraits: {suit: {one_of: [clubs, diamonds, hearts, spades]}, rank: {is: number}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: owner}}
phases: [{deal: {who: all, from: deck, to: hand, count: 1}}]\nresult: {score: {sum: rank, cards: {zone: hand}}}\n' >high/ruleset.yaml
  run "$CANTRIP" check ./high
  [ "$status" -eq 0 ]
  cp -R "$ROOT/rulesets/fairytale" copy
  run "$CANTRIP" test ./copy
  [ "$status" -eq 0 ]
  sed -i 's/cards: \[fairytale\]/cards: [fairytail]/' copy/ruleset.yaml
  run "$CANTRIP" test ./copy
  [ "$status" -eq 2 ]
  has "./copy/ruleset.yaml:13:9: error: found no cards 'fairytail' beside the ruleset, in a folder cards/ above it or beside your games" \
      "did you mean 'fairytale'?"
  lacks passed
  [ "$(grep -c FILE-MISSING <<<"$output")" -eq 1 ]
}
