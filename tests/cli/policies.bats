#!/usr/bin/env bats
# The policies that the shipped games bring (make policies).

load ../helper
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  export CANTRIP_PATH="$ROOT/rulesets"
}

# What is said but how far it is: on a loaded machine a game takes so long that this is told.
said() { grep -v '^\[[#.]*\]' <<<"$stderr" || true; }

@test "a policy that a game brings is of its rules, and wins more than what is even" {
  export XDG_CACHE_HOME=$PWD/cache
  local file game people
  for file in "$ROOT"/rulesets/*/policies/*.policy; do
    game=$(basename "$(dirname "$(dirname "$file")")") people=$(basename "$file" .policy)
    run --separate-stderr "$CANTRIP" sim "$game" --seats "$people" --bots learnt --games 1 --seed 1
    [ "$status" -eq 0 ]
    case $game:$people in # what has learnt nothing here is not played by, and that is said
      go-fish:4 | scopa:2 | scopa:4 | old-maid:4) [[ "$stderr" == *"mcts:200 plays in its place"* ]] && continue ;;
    esac
    [ -z "$(said)" ] || { echo "$file: $stderr (make policies)"; return 1; }
    [ "$people" = 1 ] || awk -v file="$file" '/^random: / { share = $2; error = $3 } /^even: / { exit !(share - 2 * error > $2) }' "$file"
  done
  [ "$people" ] && [ -z "$(find cache -name '*.policy' 2>/dev/null)" ]
}

@test "a level takes the policy for another number of players, and nobody waits" {
  export XDG_CACHE_HOME=$PWD/cache
  run --separate-stderr "$CANTRIP" arena crazy-eights --seats 3 --bots learnt,games=1000,random --games 60 --seed 1 --json
  [ -z "$(said)" ]
  jq -e '.bots[0].share > 0.4' <<<"$output"
  [ -z "$(find cache -name '*.policy' 2>/dev/null)" ]
  # where nobody ever has a choice nothing is trained
  run --separate-stderr "$CANTRIP" arena war --bots learnt --games 2 --seed 1
  lacks "in its place" "games more"
  [[ "$stderr" != *"games more"* ]]
  # with other rules it is trained as before
  run --separate-stderr "$CANTRIP" arena fairytale --seats 2 --option expert=false --bots learnt,games=64 --games 2 --seed 1
  [[ "$stderr" == *"training bots"* ]]
  # a file that is named must be for as many players
  run "$CANTRIP" arena crazy-eights --seats 3 --bots "learnt:$ROOT/rulesets/crazy-eights/policies/4.policy" --games 2 --seed 1
  [ "$status" -eq 2 ]
  [[ "$output" == *"it was trained for 4 players, and 3 play"* ]]
}
