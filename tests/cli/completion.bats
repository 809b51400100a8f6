#!/usr/bin/env bats
# Completion: what `cantrip complete` says, from the tables of commands and flags, and what each shell makes of it.

load ../helper

bats_require_minimum_version 1.5.0

# may WORD...: $output is what may stand for the last word, a blank between two
may() {
  run --separate-stderr "$CANTRIP" complete -- "$@"
  [ "$status" -eq 0 ] || { echo "$*: status $status"; return 1; }
  output=$(cut -f1 <<<"$output" | xargs)
}
# so WANTED WORD...: these and no others
so() {
  local wanted=$1
  shift
  may "$@"
  [ "$output" = "$wanted" ] || { printf '%s\nwanted: %s\ngot:    %s\n' "$*" "$wanted" "$output"; return 1; }
}
# paths KIND BEFORE WORD...: the shell is to look for these
paths() {
  run "$CANTRIP" complete -- "${@:3}"
  [[ $'\n'"$output"$'\n' == *$'\n\t'"$1"$'\t'"$2"$'\n'* ]] || { printf '%s: %s\n' "${*:3}" "$output"; return 1; }
}

@test "complete: the first word is a command, with what it does" {
  so "$("$CANTRIP" --help | sed -n '/^commands:/,/--version/s/^  \([a-z]*\) .*/\1/p' | xargs) help" ""
  so "show serve sim solve schema" s
  so "--help --version" --
  so "sim" help si
  run "$CANTRIP" complete -- perf
  [ "$output" = $'perft\tcount all possible games up to a depth (perft)' ]
  so "" nothing x
}

# bats test_tags=long
@test "complete: each flag that --help names is offered, and no other" {
  for c in $("$CANTRIP" complete -- | cut -f1 | grep -vx help); do
    so "$("$CANTRIP" "$c" --help | sed -n '/^flags:/,/^ *--help/s/^  \(--[a-z-]*\)\( .*\)\{0,1\}$/\1/p' | xargs)" "$c" --
  done
}

@test "complete: a flag is offered once, one for a list again" {
  so "--seats --seat --seed" play --se
  so "--seat --seed" play --seats 3 --seat 0=human --se
  so "" play -- --se
}

@test "complete: rulesets, cards, options, languages, kinds of choice: those of the game" {
  so "fairytale fairytale-factions" sim fair
  so "werewolf" show fairytale were
  so "en fr" show fairytale --lang ""
  so "expert= hunt_scope= tied_most=" play fairytale --option ""
  so "hunt_scope=reveal hunt_scope=round" play fairytale --option hunt_scope=
  so "expert=true expert=false" play --option=tied_most=true fairytale --memory --option expert=
  so "--option=expert=true --option=expert=false" play fairytale --option=expert=
  so "expert=true,true expert=true,false" sim fairytale --option expert=true,
  so "random,greedy" sim fairytale --skill random,gr
  may sim fairytale --cards ""
  has keep_one all
  # words that stand for themselves
  so "poker-a4 poker-letter" print fairytale --layout poker
  so "0 1 2 3 4 spectator" replay x.replay --ruleset fairytale --as ""
  so "" play no-such-game --option ""
  so "" play --option ""
}

@test "complete: players, in lists, and their words; people only where people play" {
  so "human" play --bots hu
  so "" sim --bots hu
  so "random" sim --bots ra
  so "mcts:" arena --bots mc
  so "mcts:200,random" arena --bots mcts:200,ra
  so "mcts:200,plies= mcts:200,playouts= mcts:200,prior= mcts:200,policy" arena --bots mcts:200,p
  so "2=human" play --seat 2=h
  so "easy" play --level ea
  paths files learnt: sim --bots learnt:
  paths files --bots=random,learnt: sim fairytale --bots=random,learnt:fai
  paths files 1=learnt: play --seat 1=learnt:fa
}

@test "complete: files and folders where they are meant, nothing for a number" {
  paths files "" replay x
  paths files "" test x
  paths files "" play fairytale --save x
  paths files --save= play fairytale --save=x
  paths folders "" serve ""
  paths folders "" sim ./ru
  so "" play --seats ""
  so "" play --seed=1
  so "" play fairytale more
  may keys cho
  has choose
}

# A word in a table of flags for which there is nothing: it would be taken for a file's name.
# bats test_tags=long
@test "complete: every word that stands for a value is known, or a file" {
  for c in $("$CANTRIP" complete -- | cut -f1 | grep -vx help); do
    while read -r flag argument; do
      case $argument in [SND] | '' | */N) continue ;; esac
      run "$CANTRIP" complete -- "$c" "--$flag" ""
      case $output in
      $'\tfiles\t') [[ $argument =~ FILE|FOLDER|TALLY ]] || { echo "$c --$flag $argument: a file?"; return 1; } ;;
      esac
    done < <("$CANTRIP" "$c" --help | sed -n '/^flags:/,/^ *--help/s/^  --\([a-z-]*\) \([A-Z][^ ]*\)  .*/\1 \2/p')
  done
}

@test "complete: a game's texts and odd folders do no harm" {
  mkdir -p "$BATS_TEST_TMPDIR/r/"$'bad\tname' "$BATS_TEST_TMPDIR/r/good"
  echo 'x' >"$BATS_TEST_TMPDIR/r/"$'bad\tname/ruleset.yaml'
  echo 'x' >"$BATS_TEST_TMPDIR/r/good/ruleset.yaml"
  cd "$BATS_TEST_TMPDIR"
  CANTRIP_PATH=$BATS_TEST_TMPDIR/r so good play ""
  # it does not load: no options, and what is said of it goes to stderr
  CANTRIP_PATH=$BATS_TEST_TMPDIR/r run --separate-stderr "$CANTRIP" complete -- play good --option ""
  [ "$status" -eq 0 ] && [ -z "$output" ]
}

# ---- the shells ----

# typed SHELL LINE WANTED: what stands on the line after LINE and a Tab, in a terminal (without the blank that follows)
typed() {
  local screen=$BATS_TEST_TMPDIR/screen at=$BATS_TEST_TMPDIR/t.$RANDOM
  tmux -u -S "$at" -f /dev/null new-session -d -x 120 -y 24 "$1"
  for i in $(seq 600); do
    tmux -S "$at" capture-pane -p >"$screen"
    grep -q '^READY' "$screen" && break
    sleep 0.05
  done
  tmux -S "$at" send-keys "$2" Tab
  for i in $(seq 600); do
    tmux -S "$at" capture-pane -p >"$screen"
    grep -qxF "READY $3" "$screen" && break
    sleep 0.05
  done
  tmux -S "$at" kill-server
  grep -qxF "READY $3" "$screen" || { cat "$screen"; return 1; }
}

lines() { # SHELL: the same lines in each
  typed "$1" 'cantrip perf' 'cantrip perft'
  typed "$1" 'cantrip show fairytale were' 'cantrip show fairytale werewolf'
  typed "$1" 'cantrip sim fairytale --bots random,mc' 'cantrip sim fairytale --bots random,mcts:'
  typed "$1" 'cantrip sim fairytale --bots=mcts:200,learnt:READ' 'cantrip sim fairytale --bots=mcts:200,learnt:README.md'
  typed "$1" 'cantrip play fairytale --option hunt_scope=rev' 'cantrip play fairytale --option hunt_scope=reveal'
  typed "$1" 'cantrip play fairytale --seat 1=hu' 'cantrip play fairytale --seat 1=human'
  typed "$1" 'cantrip play ./rulesets/fairytale-' 'cantrip play ./rulesets/fairytale-factions/'
  typed "$1" 'cantrip replay tests/repl' 'cantrip replay tests/replays/'
}

shell_setup() {
  command -v "$1" >/dev/null || skip "no $1 here"
  command -v tmux >/dev/null || skip "no tmux here"
  export PATH=$(dirname "$CANTRIP"):$PATH HOME=$BATS_TEST_TMPDIR
}

# bats test_tags=long
@test "bash completes commands, cards, players, options, seats, files" {
  shell_setup bash
  printf '%s\n' "PS1='READY '" ". '$ROOT/tools/completion/cantrip.bash'" >"$HOME/rc"
  lines "bash --rcfile '$HOME/rc' -i"
}

@test "zsh does, too" {
  shell_setup zsh
  mkdir "$HOME/f"
  cp tools/completion/cantrip.zsh "$HOME/f/_cantrip"
  printf '%s\n' "PS1='READY '" 'fpath=(~/f $fpath)' 'autoload -Uz compinit' 'compinit -u' >"$HOME/.zshrc"
  lines "env ZDOTDIR='$HOME' zsh -i"
}

@test "fish does, too" {
  shell_setup fish
  mkdir -p "$HOME/.config/fish/completions"
  cp tools/completion/cantrip.fish "$HOME/.config/fish/completions/"
  printf '%s\n' 'function fish_prompt' "echo -n 'READY '" end 'set -g fish_greeting' >"$HOME/.config/fish/config.fish"
  lines "env -u XDG_CONFIG_HOME fish"
}
