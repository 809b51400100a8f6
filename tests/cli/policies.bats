#!/usr/bin/env bats
# The policies that the shipped games bring (make policies).

load ../helper
bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  export CANTRIP_PATH="$ROOT/rulesets"
}

@test "a policy that a game brings is of its rules, and wins more than what is even" {
  export XDG_CACHE_HOME=$PWD/cache
  local file game people
  for file in "$ROOT"/rulesets/*/policies/*.policy; do
    game=$(basename "$(dirname "$(dirname "$file")")") people=$(basename "$file" .policy)
    run --separate-stderr "$CANTRIP" sim "$game" --seats "$people" --bots learnt --games 1 --seed 1
    [ "$status" -eq 0 ]
    case $game:$people in # what has learnt nothing here is not played by, and that is said
      go-fish:4 | scopa:2 | scopa:4) [[ "$stderr" == *"mcts:200 plays in its place"* ]] && continue ;;
    esac
    [ -z "$stderr" ] || { echo "$file: $stderr (make policies)"; return 1; }
    [ "$people" = 1 ] || awk -v file="$file" '/^random: / { share = $2; error = $3 } /^even: / { exit !(share - 2 * error > $2) }' "$file"
  done
  [ "$people" ] && [ -z "$(find cache -name '*.policy' 2>/dev/null)" ]
}
