#!/usr/bin/env bats
# cantrip bundle: a game in one file. tests/wasm plays one; here a small page stands for the large one.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir -p build/wasm
  cp "$CANTRIP" build/cantrip
  printf '%s\n' '<!-- cantrip game 1 -->' '<html data-store="@ID@">' '<title>@TITLE@</title>' '<script id="game">@GAME@</script>' > build/wasm/game.html
}

# game FILTER: what jq gives of the game in high.html
game() { sed -n 's|.*<script id="game">\(.*\)</script>|\1|p' high.html | jq -r "$1"; }

@test "it puts all that the game is read from into the page" {
  "$CANTRIP" new high >/dev/null
  sed -i 's/^title: .*/title: High < Low/' high/ruleset.yaml
  run build/cantrip bundle high
  [ "$status" = 0 ]
  [[ $output == "high.html: "*" MB" ]]
  grep -qx '<html data-store="high">' high.html
  grep -qx '<title>High &lt; Low</title>' high.html
  [ "$(grep -c '<script' high.html)" = 1 ]
  [ "$(game .folder)" = "" ] # all of it lies there
  [ "$(game '.files["ruleset.yaml"]')" = "$(cat high/ruleset.yaml)" ]
}

@test "a game may lie beside what it reads" {
  mkdir -p games cards
  cp -R "$CANTRIP_ROOT/rulesets/kuhn" games/ && cp -R "$CANTRIP_ROOT/cards/kuhn" cards/
  build/cantrip bundle games/kuhn --out high.html
  [ "$(game .folder)" = games/kuhn ]
  [ "$(game '.files | has("games/kuhn/ruleset.yaml")')" = true ]
  [ "$(game '[.files | keys[] | select(startswith("cards/"))] | length')" -gt 0 ]
}

@test "bytes that are no text come back, each 93 further on" {
  "$CANTRIP" new high >/dev/null
  mkdir -p high/policies
  printf '\001\200\377"<' > high/policies/2.policy
  build/cantrip bundle high --out high.html
  [ "$(game '[.files[] | objects.bytes | explode[] - 93] | tostring')" = "[1,128,255,34,60]" ]
}

@test "a policy comes with rounded weights, and bots play by it" {
  mkdir -p games cards
  cp -R "$CANTRIP_ROOT/rulesets/kuhn" games/ && cp -R "$CANTRIP_ROOT/cards/kuhn" cards/
  build/cantrip bundle games/kuhn --out high.html
  game '[.files["games/kuhn/policies/2.policy"].bytes | explode[] - 93] | tostring' >bytes
  python3 -c 'import json; open("small.policy", "wb").write(bytes(json.load(open("bytes"))))'
  ! cmp -s small.policy games/kuhn/policies/2.policy
  run build/cantrip arena games/kuhn --bots learnt:small.policy,random --games 400 --seed 1 --json
  [ "$(jq '.bots[0].share > 0.5' <<<"$output")" = true ]
}

@test "policies beyond the room for them are left out, those of the usual number of players last" {
  run build/cantrip bundle "$CANTRIP_ROOT/rulesets/card-ring" --out high.html
  [ "$status" = 0 ]
  has "policies/2.policy is left out" "policies/3.policy is left out"
  [ "$(game '[.files | keys[] | select(endswith(".policy"))] | tostring')" = '["rulesets/card-ring/policies/4.policy"]' ]
  run build/cantrip bundle "$CANTRIP_ROOT/rulesets/cribbage" --out high.html
  lacks "left out"
  [ "$(game '[.files | keys[] | select(endswith(".policy"))] | length')" = 2 ]
}

@test "without the page it says how to get it" {
  rm build/wasm/game.html
  run build/cantrip bundle nothing
  [ "$status" = 2 ]
  [[ $output == *"make wasm"* ]]
  [ "${#lines[@]}" = 1 ]
}

@test "a file of another kind is not overwritten, a game is" {
  "$CANTRIP" new high >/dev/null
  echo mine > other.html
  run build/cantrip bundle high --out other.html
  [ "$status" = 2 ]
  [ "$(cat other.html)" = mine ]
  build/cantrip bundle high && build/cantrip bundle high
}

@test "a game with errors gives no file" {
  "$CANTRIP" new high >/dev/null
  echo 'zonse: {}' >> high/ruleset.yaml
  run build/cantrip bundle high
  [ "$status" = 2 ]
  [ ! -e high.html ]
}

@test "pictures go with the game: icons, and the template of its cards" {
  build/cantrip bundle "$CANTRIP_ROOT/rulesets/card-ring" --out high.html
  for icon in "$CANTRIP_ROOT"/rulesets/card-ring/icons/*; do
    [ "$(game ".files | keys | map(select(endswith(\"icons/${icon##*/}\"))) | length")" = 1 ]
  done
  build/cantrip bundle "$CANTRIP_ROOT/rulesets/cinder-and-mist" --out high.html
  [ "$(game '.files | keys | map(select(endswith("/card.svg"))) | length')" = 1 ]
}
