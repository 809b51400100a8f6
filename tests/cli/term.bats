#!/usr/bin/env bats
# The full screen of `cantrip play`, as tmux sees it. Nothing here measures time: a screen is waited for.

load ../helper

setup() {
    command -v tmux >/dev/null || skip "no tmux"
    export XDG_STATE_HOME=$BATS_TEST_TMPDIR/state XDG_CACHE_HOME=$BATS_TEST_TMPDIR/cache
    SOCKET=$BATS_TEST_TMPDIR/tmux
}

teardown() {
    tmux -S "$SOCKET" kill-server 2>/dev/null || :
}

# start WIDTH HEIGHT COMMAND...: behind it the screen says ENDED and the status
start() {
    local size="-x $1 -y $2"
    tmux -S "$SOCKET" kill-server 2>/dev/null || :
    SOCKET=$(mktemp -u "$BATS_TEST_TMPDIR/tmuxXXXX")
    shift 2
    tmux -u -S "$SOCKET" -f /dev/null new-session -d $size \
        "trap : INT QUIT; cd '$CANTRIP_ROOT'; env -u NO_COLOR TERM=screen LANG=C.UTF-8 LC_ALL=C.UTF-8 $*; echo ENDED \$?; sleep 1000"
}

screen() { tmux -S "$SOCKET" capture-pane -p; }
keys() { tmux -S "$SOCKET" send-keys "$@"; }

# Until the screen has this; the screen.
see() {
    local i
    for i in $(seq 300); do
        screen >"$BATS_TEST_TMPDIR/screen"
        grep -qE -- "$1" "$BATS_TEST_TMPDIR/screen" && return 0
        sleep 0.1
    done
    echo "never seen: $1"
    cat "$BATS_TEST_TMPDIR/screen"
    return 1
}
has() { grep -qE -- "$1" "$BATS_TEST_TMPDIR/screen"; }
hasnt() { ! has "$1"; }

# bats test_tags=long
@test "term: a whole game by the Enter key, its end shown, the result left in the terminal" {
    start 80 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Keep one card'
    hasnt '^ENDED'
    for i in $(seq 80); do
        screen | grep -q 'The game is over' && break
        keys Enter
        sleep 0.05
    done
    see 'The game is over\. ★ [A-Z]'
    has '^Bob  score [0-9]+'
    has '^ unused 16  ▒16$' # whom he saw there he is to remember by himself
    hasnt '▒ [A-Z]'
    keys Home
    keys l
    see 'any other key: back'
    keys Escape
    see 'The game is over'
    keys s
    see '^ *Card by card:$'
    has ' (2nd|★)$'
    has '^ *Bob [0-9]+: .* [0-9]+, '
    keys Escape
    see 'The game is over'
    keys Enter
    see '^Play again\? \[y/N\]'
    hasnt '^ENDED'
    has 'wins with|win with'
    has 'score'
    has '^Card by card:'
    keys y Enter
    see 'Keep one card' # another game
    keys q
    see '^ENDED 0'
    has '^stopped'
}

# bats test_tags=long
@test "term: line by line, too, another game is offered, and it is another" {
    mkdir -p "$BATS_TEST_TMPDIR/g"
    cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Draw
players: 2
languages: [en, fr]
traits: {worth: {is: number}}
zones: {deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}, hand: {per: player, seen_by: all}}
cards: [{"c{worth}": {for: {worth: [1, 2, 3, 4, 5, 6, 7, 8, 9]}, worth: "{worth}"}}]
phases: [{deal: {who: all, from: deck, to: hand, count: 2}}, {choose: {who: all, card: {zone: hand}, do: [{move: {to: hand}}]}}]
result: {score: {sum: worth, cards: {zone: hand}}}
Y
    start 80 24 "$CANTRIP" play "$BATS_TEST_TMPDIR/g" --prompt --bots human,random --seed 4 --lang fr
    see '^>'
    keys 1 Enter
    see '^Rejouer \? \[o/N\]'
    has '^Carte par carte :'
    has '2e$'
    has '^Vous  humain '
    keys o Enter
    see '^>'
    hasnt 'Rejouer .* o.*ENDED'
    keys 1 Enter
    see '^Vous .*humain' # the second game's end
    keys Enter
    see '^ENDED 0'
}

# bats test_tags=long
@test "term: a score that is a counter is told once, by the counter's name" {
    start 80 24 "$CANTRIP" play tests/rulesets/idioms/tricks --bots human,random,random --seed 1
    see '^Bob'
    hasnt 'score'
}

# bats test_tags=long
@test "term: counters for which a line has no room stand below the name, whole" {
    mkdir -p "$BATS_TEST_TMPDIR/g"
    { printf 'cantrip: 1\ntitle: Store\nplayers: 1\nzones: {hand: {per: player, seen_by: owner, holds: [{}]}}\ncards: [{ant: {}}]\ncounters:\n'
        printf '  %s: {start: 4, says: "%s stones in the store"}\n' red Red blue Blue green Green white White
        printf 'phases: [{choose: {number: {from: 0, to: 3}}}]\n'; } >"$BATS_TEST_TMPDIR/g/ruleset.yaml"
    start 80 24 "$CANTRIP" play "$BATS_TEST_TMPDIR/g"
    see '^   Red stones in the store 4, Blue stones in the store 4, '
    has 'White stones in the store 4$'
}

# bats test_tags=long
@test "term: --memory shows what was seen; what waits is told; a card that is offered is not asked why not" {
    start 80 24 "$CANTRIP" play fairytale --memory --seats 2 --bots human,random --seed 4
    see 'Draft 1 '
    keys Enter
    see 'Draft 2 '
    keys c
    see '^ +copies'
    has 'It can be chosen\.'
    hasnt 'Why not'
    keys Escape
    see 'Draft 2 '
    for i in $(seq 80); do
        screen | grep -q ' ~[A-Z]' && break
        keys Enter
        sleep 0.05
    done
    see ' ~[A-Z]'
    tmux -S "$SOCKET" kill-server
    start 80 24 "$CANTRIP" play card-ring --seats 2 --bots human,random --seed 4
    see 'Turn 1 '
    for i in $(seq 80); do
        screen | grep -q '^ Effects that wait' && break
        keys Enter
        sleep 0.05
    done
    see '^ Effects that wait'
    has '^   1\. [A-Z].*: '
}

@test "term: the table has everybody's zones, the question, what is under the cursor" {
    start 80 24 "$CANTRIP" play fairytale --seats 3 --bots human,random,random --seed 4
    see 'Keep one card'
    has '^ Fairy Tale › Round 1 › Draft 1 .*\? Help'
    has '^Bob'
    has '^ hand 5  ▒5'
    has '^ deck 85  ▒85'
    has '^You ◀'
    has '▸Hoard Lantern'
    has '^   2 Hoard Lantern'
    keys Down
    see '^ Hoard Lantern: Dragonvale'
}

@test "term: coins that everybody begins with are shown, points that begin at 0 are not" {
    mkdir -p "$BATS_TEST_TMPDIR/purse"
    cat >"$BATS_TEST_TMPDIR/purse/ruleset.yaml" <<'Y'
cantrip: 1
title: Purse
players: 2
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, heap: {seen_by: all}}
counters: {coins: {per: player, start: 2, says: coins}, points: {per: player, says: points}}
cards: [{a: {copies: 2}, b: {copies: 2}}]
phases: [{each: all, phases: [{choose: {card: {zone: hand}, do: [{move: {to: heap}}]}}]}]
Y
    start 80 24 "$CANTRIP" play "$BATS_TEST_TMPDIR/purse" --seats 2 --bots human,random --seed 1
    see 'You .*coins 2'
    has '^Bob +coins 2'
    hasnt 'points 0'
}

@test "term: all of a table that is too high is reached" {
    start 80 24 "$CANTRIP" play card-ring --seats 4 --bots human,random,random,random --seed 4
    see '^You ◀'
    hasnt '^Bob'
    keys Tab
    keys Home
    see '^Bob'
    keys End
    see '^You ◀'
}

@test "term: a card is taken among the cards, also by a click; an unlit one says why not" {
    start 80 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Draft 1 '
    keys Tab Enter
    see 'Draft 2 '
    local y x
    y=$(screen | grep -n '▸' | head -1 | cut -d: -f1)
    x=$(screen | sed -n "${y}p" | sed 's/▸.*//' | wc -m)
    keys -l "$(printf '\033[M '"$(printf '\\%03o\\%03o' $((x + 33)) $((y + 32)))")"
    see 'Draft 3 '
    keys Tab Down Enter
    see 'Why not now'
    has 'any other key: back'
    keys Escape
    see 'Draft 3 '
}

# bats test_tags=long
@test "term: undo, a hint, the card, the zone, the log, help, a search, a number" {
    start 80 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Draft 1 '
    keys Enter
    see 'Draft 2 '
    keys u
    see '1 pick is taken back'
    has 'Draft 1 '
    keys c
    see '^ +copies'
    keys Escape
    see 'Draft 1 '
    keys l
    see 'Bob is dealt 5 cards'
    keys Escape
    see 'Draft 1 '
    keys h
    see 'hint: '
    keys Escape
    see 'Draft 1 '
    keys '?'
    see 'takes your last pick back'
    keys Escape
    see 'Draft 1 '
    keys Tab z
    see '^ Hoard Lantern: '
    keys Escape
    see 'Draft 1 '
    keys Tab / t o l l
    see 'search: toll'
    hasnt '^   2 Hoard Lantern'
    has '^   4 Toll Castle'
    keys Escape
    see '^   2 Hoard Lantern'
    keys 2 Enter
    see 'Draft 2 '
    see '^ kept 1  Hoard Lantern'
}

@test "term: between two at one keyboard an empty screen, and nobody reads the other's hand" {
    start 80 24 "$CANTRIP" play fairytale --seats 2 --bots human --seed 4
    see "Alice's turn"
    hasnt '▸|Hoard|hand'
    keys x
    keys Enter
    see '▸Hoard Lantern'
    has '^Alice ◀'
    keys Enter
    see "Bob's turn"
    hasnt 'Hoard|Toll|Grave|Homesteaders|Child|▸|hand'
    keys Enter
    see '^Bob ◀'
    hasnt 'Hoard Lantern'
    grep -A1 '^Alice' "$BATS_TEST_TMPDIR/screen" | grep -q '▒5'
    keys l
    see 'Draft 1'
    hasnt 'Hoard Lantern'
}

# bats test_tags=long
@test "term: a window that becomes too small says so, and goes on when it is large again" {
    start 80 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Keep one card'
    tmux -S "$SOCKET" resize-window -x 60 -y 20
    see '80 columns and 24 lines are needed'
    keys Enter # nobody chooses what he does not see
    tmux -S "$SOCKET" resize-window -x 130 -y 30
    see 'Keep one card'
    keys '?'
    see 'takes your last pick back'
    tmux -S "$SOCKET" resize-window -x 60 -y 20
    see '80 columns and 24 lines are needed'
    tmux -S "$SOCKET" resize-window -x 130 -y 30
    see 'takes your last pick back'
    keys q
    see 'Draft 1 '
    has '│ +Bob is dealt 5' # the log beside it
}

# bats test_tags=long
@test "term: Ctrl-C, Ctrl-\\, SIGTERM, SIGHUP and q leave a save and say how to go on; resume is at the same question" {
    local how i=0
    for how in C-c 'C-\' TERM HUP q; do
        i=$((i + 1))
        start 200 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
        see 'Draft 1 '
        keys Enter
        see 'Draft 2 '
        screen | grep '▸' >"$BATS_TEST_TMPDIR/hand"
        case $how in
            TERM | HUP) pkill -$how -f "^$CANTRIP play fairytale --seats 2" ;;
            *) keys "$how" ;;
        esac
        see '^ENDED 0'
        has 'cantrip resume .*\.save continues it'
        [ "$(ls "$XDG_STATE_HOME"/cantrip/saves/*.save | wc -l)" = 1 ]
        start 200 24 "$CANTRIP" resume "$XDG_STATE_HOME"/cantrip/saves/*.save
        see 'Draft 2 '
        screen | grep '▸' | cmp - "$BATS_TEST_TMPDIR/hand"
        rm -r "$XDG_STATE_HOME"
    done
}

@test "term: Ctrl-C while a program thinks leaves a save, too" {
    start 100 24 "$CANTRIP" play fairytale --seats 2 --bots human,mcts:10000000 --seed 4
    see 'Draft 1 '
    keys Enter
    see 'Bob: thinking'
    tmux -S "$SOCKET" resize-window -x 110 -y 30
    see '│'
    see 'Bob: thinking'
    keys C-c
    see '^ENDED 0'
    grep -q 'human$' "$XDG_STATE_HOME"/cantrip/saves/*.save
    ! pgrep -f '^[^ ]*/cantrip play fairytale --seats 2 --bots human,mcts:10000000' || return 1
}

@test "term: two games that are left in one second are both saved" {
    local n="$BATS_TEST_TMPDIR/it's"
    mkdir "$n"
    export XDG_STATE_HOME=$n
    start 200 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Draft 1 '
    mkdir -p "$n/cantrip/saves"
    local t now
    now=$(date +%s)
    for t in $(seq "$now" $((now + 60))); do # whatever second it will be
        echo other >"$n/cantrip/saves/fairytale-$(date -d "@$t" +%Y-%m-%d-%H%M%S).save"
    done
    keys q
    see '^ENDED 0'
    has 'cantrip resume .*-2\.save. continues it'
    screen | sed -n 's/.*stopped; cantrip \(.*\) continues it/\1/p' >"$n/how"
    tmux -S "$SOCKET" kill-server
    start 200 24 "$CANTRIP" "$(cat "$n/how")"
    see 'Draft 1 '
}

@test "term: a save that cannot be written is not promised" {
    echo >"$BATS_TEST_TMPDIR/state"
    start 100 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Draft 1 '
    keys q
    see '^ENDED'
    has 'the game is not saved: '
    has 'seed 4 deals the same game again'
    hasnt 'continues it'
    tmux -S "$SOCKET" kill-server
    rm "$BATS_TEST_TMPDIR/state"
    printf '%s\n' 'trap "" XFSZ' 'ulimit -f 1' 'exec "$@"' >"$BATS_TEST_TMPDIR/full"
    start 100 24 sh "$BATS_TEST_TMPDIR/full" "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Draft 1 '
    keys q
    see '^ENDED 2'
    has 'the game is not saved:$'
    has '/state/cantrip/saves/fairytale-.*\.save: cannot be$'
    has 'written: File too large'
    hasnt 'continues it'
}

@test "term: a save that was named is the one that is kept" {
    start 120 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4 --save "$BATS_TEST_TMPDIR/mine.save"
    see 'Draft 1 '
    keys C-c
    see 'mine.save continues it'
    [ ! -e "$XDG_STATE_HOME/cantrip/saves" ]
}

@test "term: --prompt, a dumb terminal and a small one have the prompt" {
    start 80 24 "$CANTRIP" play fairytale --prompt --seats 2 --bots human,random --seed 4
    see '^>'
    start 80 24 TERM=dumb "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see '^>'
    start 79 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see '^>'
    start 80 24 "$CANTRIP" play fairytale --plain --seats 2 --bots human,random --seed 4 # the engine alone
    see 'Draft 1 '
    hasnt '^>'
}

# bats test_tags=long
@test "term: a question at the prompt stands whole on 24 lines, and Enter says the choices in full" {
    start 80 24 "$CANTRIP" play --prompt fairytale --seed 1 --bots human,random,random,random
    for i in $(seq 40); do
        see '^>$'
        has '^1 .*…$' && break
        keys 1 Enter
        sleep 0.05
    done
    has '^Bob'
    has '^  story: .*…$'
    has '^(Open|Close) one of your cards$'
    keys Enter
    for i in $(seq 100); do # the first such line is that of the empty answer
        [ "$(screen | grep -c '^>$')" = 2 ] && break
        sleep 0.05
    done
    screen | sed '1,/^>$/d' >"$BATS_TEST_TMPDIR/screen"
    hasnt '…'
    has '(Holy Empire|Shadow|Dragonvale|Fairywood); (basic|expert)'
}

@test "term: names of wide characters keep their columns" {
    mkdir "$BATS_TEST_TMPDIR/wide"
    cat >"$BATS_TEST_TMPDIR/wide/ruleset.yaml" <<'Y'
cantrip: 1
title: Wide
players: {min: 1, max: 2}
cards: [cards.yaml]
traits: {value: {is: number, default: 1}}
zones:
  deck: {as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, as: row, seen_by: owner}
  row: {per: player, as: row, seen_by: all}
phases:
  - deal: {who: all, from: deck, to: hand, count: 4}
  - choose: {who: all, card: {zone: hand}, do: [{move: {to: row}}]}
result: {score: {sum: value, cards: {zone: row}}}
Y
    printf 'cantrip: 1\ncards:\n  ant: {name: "⭐⭐⭐⭐", copies: 9}\n  bee: {name: "⚡⚡星星", copies: 9}\n' \
        >"$BATS_TEST_TMPDIR/wide/cards.yaml"
    start 80 24 "$CANTRIP" play "$BATS_TEST_TMPDIR/wide" --seats 1 --seed 4
    see '^ hand 4( ▸(⭐⭐⭐⭐|⚡⚡星星)){4}$'
}

@test "term: NO_COLOR is kept to" {
    start 80 24 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Draft 1 '
    tmux -S "$SOCKET" capture-pane -pe | grep -qE $'\033\\[[0-9;]*3[1-6]m'
    start 80 24 NO_COLOR=1 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Draft 1 '
    ! tmux -S "$SOCKET" capture-pane -pe | grep -qE $'\033\\[[0-9;]*3[1-6]m'
}

@test "term: at the prompt, too, nobody reads another's hand, not in what was scrolled away and not by the arrow keys" {
    start 80 24 "$CANTRIP" play fairytale --prompt --seats 2 --bots human --seed 4
    see '\[Enter\] I am Alice'
    keys Enter
    see '^>'
    keys -l 'toll'
    keys Enter
    see '\[Enter\] I am Bob'
    tmux -S "$SOCKET" capture-pane -p -S -500 >"$BATS_TEST_TMPDIR/screen"
    hasnt 'Hoard|Toll|toll|Grave|Homesteaders'
    keys Enter
    see '^>'
    has '^  Everyone is dealt 5 cards' # what he missed
    keys Up
    sleep 0.3
    see '^>'
    tmux -S "$SOCKET" capture-pane -p -S -500 >"$BATS_TEST_TMPDIR/screen"
    hasnt 'Hoard|[Tt]oll'
}

@test "term: before the screen is given on, undo takes back the pick of who had it, and quit stops" {
    start 80 24 "$CANTRIP" play fairytale --prompt --seats 2 --bots human --seed 4
    see '\[Enter\] I am Alice'
    keys Enter
    see '^>'
    keys -l '1'
    keys Enter
    see '\[Enter\] I am Bob'
    keys -l 'undo'
    keys Enter
    see '^1 pick is taken back'
    see '^>'
    hasnt 'I am Alice'
    keys -l '1'
    keys Enter
    see '\[Enter\] I am Bob'
    keys -l 'quit'
    keys Enter
    see '^ENDED 0'
}

# bats test_tags=long
@test "term: cards of a grid lie where their counters say, and the cursor goes by lines and columns; a wide one is a list" {
    mkdir -p "$BATS_TEST_TMPDIR/g"
    cat >"$BATS_TEST_TMPDIR/g/ruleset.yaml" <<'Y'
cantrip: 1
title: Garden
players: 1
cards: [{oak: {}, ash: {}, elm: {}, yew: {}}]
zones: {hand: {per: player, seen_by: owner, holds: [{}]}, garden: {as: row, seen_by: all}}
counters: {east: {per: card, says: none}, south: {per: card, says: none}}
layout: {grids: {garden: [east, south]}}
phases:
  - move: {cards: {zone: hand}, to: garden}
  - set: {cards: {zone: garden, card: ash}, east: 2}
  - set: {cards: {zone: garden, card: elm}, east: -1, south: 1}
  - set: {cards: {zone: garden, card: yew}, east: 2, south: 1}
  - choose: {card: {zone: garden}, do: [{move: {to: garden}}]}
Y
    start 80 24 "$CANTRIP" play "$BATS_TEST_TMPDIR/g"
    see '^ garden 4$'
    has '^     -1   0    1  2$'
    has '^  0      ▸oak    ▸ash$'
    has '^  1 ▸elm         ▸yew$'
    keys Tab
    see '^ elm$' # what is under the cursor: the first on the last line
    keys Up
    see '^ oak$'
    keys Right
    see '^ ash$'
    keys Down
    see '^ yew$'
    mkdir -p "$BATS_TEST_TMPDIR/two"
    sed 's/players: 1/players: 2/; s/, holds: \[{}\]//; s/zones: {/&deck: {as: pile, seen_by: nobody, holds: [{}]}, /; s/garden: {as/garden: {per: player, as/
        s/- move.*/- deal: {who: all, from: deck, to: garden, count: 2}/; s/zone: garden, card/zone: garden, of: all, card/; s/choose: {/&who: all, /' \
        "$BATS_TEST_TMPDIR/g/ruleset.yaml" >"$BATS_TEST_TMPDIR/two/ruleset.yaml"
    start 80 24 "$CANTRIP" play "$BATS_TEST_TMPDIR/two" --bots human,random
    see '^  0      ▸oak    ▸ash$'
    has '^     -1   0    1  2$'
    has '^  1  elm          yew$'
    sed -i 's/card: ash}, east: 2/card: ash}, east: 60/' "$BATS_TEST_TMPDIR/g/ruleset.yaml"
    start 80 24 "$CANTRIP" play "$BATS_TEST_TMPDIR/g"
    see '^ garden 4 ▸oak ▸ash ▸elm ▸yew'
}

@test "term: zones lie as the layout says, and below them those that it does not name" {
    mkdir -p "$BATS_TEST_TMPDIR/l"
    cat >"$BATS_TEST_TMPDIR/l/ruleset.yaml" <<'Y'
cantrip: 1
players: 1
cards: [{oak: {}, ash: {}}]
zones:
  attic: {seen_by: all, holds: [{card: oak}]}
  cellar: {seen_by: all, holds: [{card: oak}]}
  porch: {seen_by: all, holds: [{card: oak}]}
  hall: {seen_by: all, holds: [{card: oak}]}
layout: {rows: [[hall], [porch, cellar]]}
phases: [{choose: {card: {zone: hall}, do: [{move: {to: hall}}]}}]
Y
    start 80 24 "$CANTRIP" play "$BATS_TEST_TMPDIR/l" --bots human --seed 1
    see '^ hall 1'
    [ "$(grep -oE '^ (attic|cellar|porch|hall) 1' "$BATS_TEST_TMPDIR/screen" | tr -d '\n')" = " hall 1 porch 1 cellar 1 attic 1" ]
}

@test "term: the first screen says what the game is about and where its rules are, until something is picked" {
    start 80 40 "$CANTRIP" play fairytale --seats 2 --bots human,random --seed 4
    see 'Keep one card'
    has '^    Draft a story of twelve cards'
    has 'Press r for the rules'
    keys r
    see '^ Fairy Tale$'
    hasnt '^ #|[*][*]'
    keys Escape
    see 'Press r for the rules'
    keys Enter
    see '^   [1-4] '
    for i in $(seq 50); do screen | grep -q 'Press r' || break; sleep 0.1; done
    see 'Keep one card'
    hasnt 'Press r for the rules'
}
