#!/usr/bin/env bats
# Saves and replays when something goes wrong: kills, two processes, no room, no right to write.

load ../helper

setup() {
  cd "$BATS_TEST_TMPDIR"
  export CANTRIP_PATH="$ROOT/rulesets" LC_ALL=C.UTF-8
}

# here NAME...: these files lie in the folder and nothing else
here() {
  [ "$(ls -A | sort | paste -sd' ')" = "$*" ] || { ls -lA; return 1; }
}

# a_save NAME: a game that is not over
a_save() {
  printf '1\n2\nquit\n' | "$CANTRIP" play fairytale --bots random --seat 0=human --seed 5 --save "$1" >/dev/null
}

# bats test_tags=long
@test "play, sim and arena killed at random moments: nothing lost, nothing left behind" {
  run "$ROOT/tests/kills" "$(often 24 120)"
  echo "$output"
  [ "$status" -eq 0 ]
  here
}

@test "a second process that plays on the same save is told so" {
  mkfifo never
  "$CANTRIP" play fairytale --bots random --seat 0=human --seed 5 --save s.save <never >out &
  exec 7>never
  while [ ! -s s.save ]; do sleep 0.05; done
  for command in "play fairytale --save s.save" "resume s.save"; do
    run "$CANTRIP" $command </dev/null
    [ "$status" -eq 2 ]
    [ "$output" = "cantrip: ${command%% *}: s.save: another process plays on it" ]
  done
  echo 1 >&7
  echo quit >&7
  exec 7>&-
  wait
  grep -q 'stopped; cantrip resume s.save continues it' out
  "$CANTRIP" replay s.save --verify
  "$CANTRIP" resume s.save </dev/null >/dev/null
  here never out s.save
}

# bats test_tags=long
@test "two that begin at once on the same save: one plays, no save is mixed" {
  for i in 1 2 3 4 5; do
    for who in a b; do
      { "$CANTRIP" play fairytale --bots random --seed $i --save s.save >$who 2>$who.err || echo 2 >>$who; } &
    done
    wait
    run cat a.err b.err
    [ "$(grep -c . <<<"$output")" -eq 1 ]
    [[ "$output" == "cantrip: "*"s.save: another process "* ]]
    [ "$(tail -qn 1 a b | grep -cx 2)" -eq 1 ]
    "$CANTRIP" replay s.save --verify
    rm s.save
  done
}

@test "a disk that is full: one message, what was there stays, nothing is left behind" {
  # A file may have at most so many blocks of 1,024 bytes: as good as a full disk.
  a_save s.save
  cp s.save before
  "$CANTRIP" sim fairytale --games 2 --seed 1 --record r.replay >/dev/null
  cp r.replay r.before
  run bash -c 'ulimit -f 20; exec "$0" resume s.save </dev/null' "$CANTRIP"
  [ "$status" -eq 2 ]
  [ "$(grep -c '^cantrip: ' <<<"$output")" -eq 1 ]
  has "cantrip: the game is not saved: s.save: cannot be written: File too large"
  cmp s.save before
  run bash -c 'ulimit -f 20; exec "$0" sim fairytale --games 10000 --record r.replay' "$CANTRIP"
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: r.replay: cannot be written: File too large" ]
  cmp r.replay r.before
  here before r.before r.replay s.save
}

@test "a small file system that is full" {
  [ "$(id -u)" = 0 ] || skip "note: only root may mount one"
  mkdir disk
  cat >on-disk <<'X'
mount -t tmpfs -o size=64k tmpfs disk || exit 77
head -c 60k /dev/zero >disk/full
"$1" play fairytale --bots random --save disk/s.save --record disk/r.replay
echo "status $?"
"$1" sim fairytale --games 200 --record disk/r.replay
echo "status $?"
ls -A disk
X
  run unshare -m bash on-disk "$CANTRIP"
  [ "$status" -ne 77 ] && [ "$status" -ne 1 ] || skip "note: no file system can be mounted here"
  [ "$(grep -c '^status 2' <<<"$output")" -eq 2 ]
  has "disk/s.save: cannot be written: No space left on device" "disk/r.replay: cannot be written: No space left on device"
  [ "$(tail -n 1 <<<"$output")" = full ]
}

@test "a folder that takes no files is noticed before the game" {
  mkdir shut
  a_save shut/s.save
  cp shut/s.save before
  chmod 555 shut
  # root may write everywhere, but not into /sys
  places=/sys
  [ "$(id -u)" = 0 ] || places="/sys shut"
  for place in $places; do
    for command in "play fairytale --bots random --record $place/r" "play fairytale --bots random --save $place/t" \
      "resume before --record $place/r" "sim fairytale --record $place/r"; do
      run "$CANTRIP" $command </dev/null
      [ "$status" -eq 2 ]
      [ "$(grep -c . <<<"$output")" -eq 1 ] || { echo "$output"; return 1; }
      has ": cannot be written: "
    done
  done
  chmod 755 shut
  cmp shut/s.save before
}

@test "a pipe that is closed: the save is whole" {
  for command in "play fairytale --bots random --seed 1 --save s.save" "resume s.save" "sim fairytale --games 200 --seed 1 --record r.replay"; do
    { "$CANTRIP" $command </dev/null 2>err && echo 0 >status || echo $? >status; } | head -c 1 >/dev/null
    [[ "$(cat status)" =~ ^(0|141)$ ]] || { cat status err; return 1; }
    [ ! -s err ]
  done
  "$CANTRIP" replay s.save --verify
  rm -f r.replay
  here err s.save status
}

@test "devices and pipes are no files to be written" {
  mkfifo pipe
  for place in /dev/full /dev/null pipe; do
    for command in "play fairytale --bots random --record $place" "play fairytale --bots random --save $place" "sim fairytale --record $place"; do
      run timeout 20 "$CANTRIP" $command </dev/null
      [ "$status" -eq 2 ]
      [[ "$output" == *"$place is no file" ]]
    done
  done
  run bash -c '"$0" sim fairytale --games 20 --seed 1 >/dev/full' "$CANTRIP"
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: cannot write the output" ]
  here pipe
}

# bats test_tags=long
@test "where files have a name from the start a signal takes them away, and the next writer what SIGKILL left" {
  cat >old.c <<'X'
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>
#include <unistd.h>
int open(const char *path, int flags, ...)
{
    va_list args;
    va_start(args, flags);
    int mode = flags & O_CREAT ? va_arg(args, int) : 0;
    if ((flags & O_TMPFILE) == O_TMPFILE) {
        errno = EOPNOTSUPP;
        return -1;
    }
    return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
}
int open64(const char *, int, ...) __attribute__((alias("open"))); /* where offsets have 64 bits */
X
  "${CC:-cc}" -shared -fPIC -o old.so old.c
  for signal in INT TERM HUP KILL; do
    # bash starts what runs in the background with SIGINT ignored
    LD_PRELOAD=$PWD/old.so python3 -c 'import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execv(sys.argv[1], sys.argv[1:])' "$CANTRIP" sim fairytale --games 1000000 --record r.replay &
    for i in $(seq 600); do compgen -G '.r.replay.*.new' >/dev/null && break; sleep 0.05; done
    n=$(ls -A | grep -c '^\.r\.replay\.[0-9a-f]*\.new$') || :
    kill -$signal $!
    [ "$n" -eq 1 ]
    wait $! || [ $? -eq $((128 + $(kill -l $signal))) ]
    [ $signal = KILL ] || here old.c old.so
  done
  LD_PRELOAD=$PWD/old.so "$CANTRIP" sim fairytale --games 2 --record r.replay >/dev/null
  here old.c old.so r.replay
}

@test "where stdin, stdout or stderr is closed nothing that is printed gets into a file" {
  played() { # played NAME: what a shard leaves while it prints to both
    "$CANTRIP" sim fairytale --games 3 --seed 1 --jobs 1 --shard 1/1 --record "$1.rep" --tally "$1.tally" --records "$1.csv"
  }
  played all >/dev/null 2>&1
  played in <&- >/dev/null 2>&1
  played err 2>&- >/dev/null
  run played out >&-
  run played none <&- >&- 2>&-
  for name in in err out none; do
    for end in rep tally games.csv seats.csv cards.csv; do
      cmp "all.$end" "$name.$end"
    done
  done
  bash -c '"$0" sim fairytale --games 3 --seed 1 >&-' "$CANTRIP" 2>said && false
  [ "$(cat said)" = "cantrip: cannot write the output" ]
}

@test "what may not be read is said to be so, and an empty file is none" {
  if [ "$(id -u)" = 0 ]; then
    command -v setpriv >/dev/null || skip "note: setpriv is needed, to be nobody"
    stranger() { setpriv --reuid 65534 --clear-groups "$@"; }
    stranger test -x "$CANTRIP" || skip "note: nobody may not run what lies in a closed folder"
    chmod 777 .
  else
    stranger() { "$@"; }
  fi
  "$CANTRIP" new game >/dev/null
  "$CANTRIP" sim ./game --games 2 --records r.sqlite >/dev/null
  chmod 000 r.sqlite game
  run stranger "$CANTRIP" sim fairytale --games 2 --records r.sqlite
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: sim: --records r.sqlite: cannot read the file of this name: Permission denied" ]
  run stranger "$CANTRIP" check ./game
  chmod 755 game
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: ./game: cannot be read: Permission denied" ]
  chmod 000 game/scenarios
  for command in check test; do
    run stranger "$CANTRIP" $command ./game
    [ "$status" -eq 2 ]
    has "cantrip: ./game/scenarios: cannot be read: Permission denied"
    [ "$(grep -c 'cannot be read' <<<"$output")" -eq 1 ]
  done
  chmod 755 game/scenarios
  : >part
  "$CANTRIP" sim ./game --games 9 --seed 1 --shard 1/1 --tally part --checkpoint 1 >/dev/null 2>&1
  "$CANTRIP" merge part >/dev/null
}
