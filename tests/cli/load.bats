#!/usr/bin/env bats
# bats file_tags=long
# What loading costs, counted in instructions (callgrind), so that no clock is asked.

load ../helper

# Instructions of checking a game of N cards.
cost() {
  tests/many-cards "$1" "$BATS_TEST_TMPDIR/cards-$1"
  valgrind --tool=callgrind --callgrind-out-file=/dev/null \
    "$CANTRIP" check "$BATS_TEST_TMPDIR/cards-$1" 2>&1 | awk '/Collected :/ { print $NF }'
}

@test "twice the cards load at twice the cost" {
  command -v valgrind >/dev/null || skip "no valgrind"
  few=$(cost 500)
  many=$(cost 1000)
  echo "500 cards: $few instructions, 1000 cards: $many"
  [ $((many * 10)) -lt $((few * 22)) ]
}
