#!/usr/bin/env bats
# sim --records: what it tells is worked out again from the files, by other means: SQL, and readers of CSV and JSON.

load ../helper

bats_require_minimum_version 1.5.0

setup() {
  unset CANTRIP_PATH
  export CANTRIP_PATH=$ROOT/rulesets
  cd "$BATS_TEST_TMPDIR"
}

sqlite_here() {
  ! "$CANTRIP" sim fairytale --games 1 --records none.sqlite 2>&1 | grep -q 'this build has no SQLite' ||
    skip "note: records: built without SQLite"
  rm -f none.sqlite
}

# again FILE JSON: do the numbers of `sim --json --cards all` follow from the file?
again() {
  python3 - "$1" "$2" <<'PY'
import collections, csv, json, math, sys
path, said = sys.argv[1], json.load(open(sys.argv[2]))

# The tables of any of the formats: lists of rows by name of column, texts for cards and kinds.
def text(v): return None if v == '' else v
def table(name):
    with open(path[:-4] + '.' + name + '.csv', newline='') as f:
        return [{k: text(v) for k, v in row.items()} for row in csv.DictReader(f)]
if path.endswith('.csv'):
    games, seats, picks, offers = map(table, ('games', 'seats', 'picks', 'offers'))
elif path.endswith('.sqlite'):
    import sqlite3
    db = sqlite3.connect(path)
    db.row_factory = lambda c, r: {d[0]: v for d, v in zip(c.description, r)}
    assert db.execute('PRAGMA integrity_check').fetchall() == [{'integrity_check': 'ok'}]
    games, picks, offers = (db.execute('SELECT * FROM ' + t).fetchall() for t in ('games', 'picks_named', 'offers_named'))
    seats = db.execute('SELECT * FROM seats JOIN players USING (seat) ORDER BY game, seat').fetchall()
else:
    games = [json.loads(line) for line in open(path)]
    seats = [dict(s, game=g['game']) for g in games for s in g['seats']]
    picks = [dict(p, game=g['game']) for g in games for p in g['decisions']]
    offers = [{'game': p['game'], 'pick': p['pick'], 'kind': k, 'card': c} for p in picks for k, cs in p['offers'].items() for c in cs]
num = lambda r, k: None if r.get(k) is None else int(r[k])
real = lambda r, k: float(r[k])

close = lambda a, b: abs(a - b) <= 1.1e-6 + 1e-9 * abs(b)
def mean(v): return sum(v) / len(v)
def sd(v): return math.sqrt(sum((x - mean(v)) ** 2 for x in v) / (len(v) - 1)) if len(v) > 1 else 0
def spread(v, told):
    assert told is None and not v or close(mean(v), told['mean']) and close(sd(v), told['sd']) and (min(v), max(v)) == (told['min'], told['max']), (told, mean(v), sd(v))

# the games
over = {num(g, 'game') for g in games if num(g, 'ended')}
assert said['games'] == len(games) and said['unfinished'] == len(games) - len(over)
assert said['picks'] == sum(num(g, 'picks') for g in games) == len(picks)
assert said['forced'] == sum(num(g, 'forced') for g in games)
spread([num(g, 'picks') for g in games], said['length'])
ended = [s for s in seats if num(s, 'game') in over]
shares = collections.defaultdict(list)
for s in ended: shares[num(s, 'game')].append(real(s, 'share'))
graded = 'reached' in said
if not graded:
    assert said['ties'] == sum(sum(x > 0 for x in v) > 1 for v in shares.values())
    assert said['nobody'] == sum(not any(v) for v in shares.values())
for i, told in enumerate(said['seats']):
    mine = [s for s in ended if num(s, 'seat') == i]
    if told['bot'] == 'none':
        assert not mine
        continue
    assert {s['bot'] for s in mine} == {told['bot']}
    if not graded:
        assert told['wins'] == sum(real(s, 'share') == 1 for s in mine)
        assert told['shared'] == sum(0 < real(s, 'share') < 1 for s in mine)
    spread([num(s, 'score') for s in mine if num(s, 'score') is not None], told['score'])

# the cards: seats of games that were offered one, how often they took it, whether they passed it at its last offer, and what became of them
seat_of = {(num(p, 'game'), num(p, 'pick')): p for p in picks}
result = {(num(s, 'game'), num(s, 'seat')): s for s in ended if num(s, 'counted')}
did = collections.defaultdict(lambda: [0, 0])
for o in sorted(offers, key=lambda o: (num(o, 'game'), num(o, 'pick'))):
    p = seat_of[num(o, 'game'), num(o, 'pick')]
    at = num(o, 'game'), num(p, 'seat')
    if at in result:
        taken = p.get('card') == o['card'] and p['kind'] == o['kind']
        mine = did[o['kind'], o['card'], at]
        mine[0], mine[1] = mine[0] + taken, int(not taken)
cards = collections.defaultdict(list)
for (kind, card, at), (p, q) in did.items(): cards[kind, card].append((p, q, result[at]))

# The mean over choices of who took it, of who passed it, and their difference, with errors over games. A share of which all
# took all, or nothing, is as uncertain as if one of them had gone the other way.
def worth(rows, value, share):
    P, Q = sum(p for p, *_ in rows), sum(q for _, q, _ in rows)
    mp, mq = sum(p * value(s) for p, _, s in rows) / P, sum(q * value(s) for _, q, s in rows) / Q
    def e(f, among):
        games = collections.defaultdict(float)
        for p, q, s in rows:
            if among(p, q): games[num(s, 'game')] += f(p, q, value(s))
        n = len(games)
        return math.sqrt(sum(x * x for x in games.values()) * n / (n - 1)), n
    def told(m, e):
        return max(e[0], 1 / e[1]) if share and not 1e-12 < m < 1 - 1e-12 else e[0]
    of_p, of_q = e(lambda p, q, y: p * (y - mp) / P, lambda p, q: p), e(lambda p, q, y: q * (y - mq) / Q, lambda p, q: q)
    gain = e(lambda p, q, y: p * (y - mp) / P - q * (y - mq) / Q, lambda p, q: True)[0]
    ep, eq = told(mp, of_p), told(mq, of_q)
    gain = math.sqrt(gain ** 2 + ep ** 2 - of_p[0] ** 2 + eq ** 2 - of_q[0] ** 2)
    return {'picked': (mp, ep), 'passed': (mq, eq), 'gain': (mp - mq, gain)}
told = {(kind, c['card']): c for kind, all in said['cards'].items() for c in all}
assert set(told) == set(cards), set(told) ^ set(cards)
compared = 0
for key, rows in cards.items():
    t = told[key]
    assert t['picked'] == sum(p for p, *_ in rows) and t['offered'] == sum(p + q for p, q, _ in rows), key
    for name, value in (('share', lambda s: real(s, 'share')), ('points', lambda s: num(s, 'score'))):
        if name in t:
            for what, (m, e) in worth(rows, value, name == 'share').items():
                assert close(m, t[name][what]['mean']) and close(e, t[name][what]['error']), (key, name, what, m, e, t[name][what])
                compared += 1
assert compared >= int(sys.argv[3]) if len(sys.argv) > 3 else True
print(len(games), len(picks), len(offers), compared)
PY
}

# plays GAME FLAG...: all formats, held against what is told
plays() {
  local f
  for f in sqlite ndjson csv; do
    "$CANTRIP" sim "$@" --seed 1 --json --cards all --records r.$f --picks >told.json
    run again r.$f told.json
    [ "$status" -eq 0 ] || { echo "$f $*: $output"; return 1; }
    counts+=("$output")
  done
  # the same in each
  [ "$(printf '%s\n' "${counts[@]}" | sort -u | wc -l)" = 1 ]
  echo "${counts[0]}"
}

# bats test_tags=long
@test "records: what sim tells follows from them: Fairy Tale" {
  sqlite_here
  counts=()
  plays fairytale --games "$(often 120 400)"
  read -r games picks offers compared <<<"${counts[0]}"
  # 123 picks and 438 offers a game, more or less
  [ $((picks / games)) -ge 115 ] && [ $((picks / games)) -le 130 ]
  [ $((offers / games)) -ge 420 ] && [ $((offers / games)) -le 455 ]
  [ "$compared" -gt 300 ]
}

# bats test_tags=long
@test "records: of a game for one, of one without scores, of one with teams, of players of two kinds" {
  sqlite_here
  counts=()
  plays wizard-quest --games 60
  counts=()
  plays card-ring --games 3 --seats 2
  counts=()
  plays fairytale --games 40 --bots random,first
  counts=()
  plays once-upon-a-draft --games 20 --bots 'flat:1,plies=2,random'
  counts=()
  plays lantern-night --games 20
  counts=()
  plays "$ROOT/tests/rulesets/games/courtiers" --games 20
}

@test "records: a database says what was played" {
  sqlite_here
  "$CANTRIP" sim fairytale --games 2 --seats 3 --seed 5 --option expert=false --option tied_most=false --bots random,first,random --records r.sqlite >/dev/null
  run python3 -c 'import sqlite3; d = sqlite3.connect("r.sqlite"); print(dict(d.execute("SELECT * FROM run WHERE key <> \"behaviour\" ORDER BY key")), d.execute("SELECT * FROM players").fetchall(), d.execute("SELECT length(value) > 5 FROM run WHERE key = \"behaviour\"").fetchall())'
  version=$("$CANTRIP" --version)
  [ "$output" = "{'games': '2', 'options': 'expert=false,tied_most=false', 'people': '3', 'ruleset': 'fairytale', 'seed': '5', 'title': 'Fairy Tale', 'version': '${version#* }'} [(0, 'random', 1), (1, 'first', 0), (2, 'random', 1)] [(1,)]" ] || { echo "$output"; return 1; }
}

@test "records: the cards at the end are all of the game's, where the replay has them" {
  "$CANTRIP" sim fairytale --games 5 --seed 3 --records r.csv --record r.replay >/dev/null
  # without the expert cards no more than 80 are dealt from
  [ "$(awk -F, 'NR > 1 { n[$1] += $6 } END { for (g in n) print n[g] }' r.cards.csv | sort -u)" = 100 ]
  "$CANTRIP" view r.replay --game 2 --as all | jq -r '.seats[] | .seat as $s | .zones.story[] | "\($s) \(.card) \(if .up then 1 else 0 end)"' |
    sort | uniq -c | awk '{ print $2, $3, $4, $1 }' >seen
  awk -F, '$1 == 2 && $2 == "story" { print $3, $4, $5, $6 }' r.cards.csv | sort | diff - <(sort seen)
  [ "$(wc -l <seen)" -gt 20 ]
  [ ! -e r.picks.csv ]
}

@test "records: the seed of each game plays it again" {
  "$CANTRIP" sim fairytale --games 3 --seed 9 --records r.ndjson --picks >/dev/null
  seed=$(jq -r 'select(.game == 3).seed' r.ndjson)
  # its first pick of the first seat
  card=$(jq -r 'select(.game == 3).decisions[0].card' r.ndjson)
  "$CANTRIP" play fairytale --seed "$seed" --bots random --record p.replay >/dev/null
  [ "$(sed -n 's/^Alice: \(.*\) = .*/\1/p' p.replay | head -1)" = "$card" ]
  [ "$("$CANTRIP" view p.replay | jq -c .result.scores)" = "$(jq -c 'select(.game == 3) | [.seats[].score]' r.ndjson)" ]
}

# bats test_tags=long
@test "records: any number of jobs gives the same bytes, and so do two runs" {
  for f in sqlite ndjson csv; do
    ! grep -q 'no SQLite' <<<"$("$CANTRIP" sim fairytale --games 1 --records x.$f 2>&1)" || continue
    "$CANTRIP" sim fairytale --games 150 --seed 1 --jobs 1 --records a.$f --picks >/dev/null
    "$CANTRIP" sim fairytale --games 150 --seed 1 --jobs 4 --records b.$f --picks >/dev/null
    for a in a.*"$f"; do
      cmp "$a" "b${a#a}"
      rm "$a"
    done
  done
}

@test "records: parts of a run have its games, by their numbers" {
  "$CANTRIP" sim fairytale --games 50 --seed 1 --records all.csv --picks >/dev/null
  for i in 1 2 3; do "$CANTRIP" sim fairytale --games 50 --seed 1 --shard $i/3 --records part$i.csv --picks >/dev/null 2>&1; done
  for t in games seats cards picks offers; do
    (head -1 part1.$t.csv; for i in 1 2 3; do sed 1d part$i.$t.csv; done) | cmp - all.$t.csv
  done
}

@test "records: the query of the book gives what sim --cards tells" {
  sqlite_here
  command -v sqlite3 >/dev/null || skip "no sqlite3"
  "$CANTRIP" sim fairytale --games 200 --seed 1 --records run.sqlite --picks --json --cards keep_one >told.json
  sed -n '/^```sql/,/^```/p' "$ROOT/rulesets/guide/howto/records.md" | grep -v '```' >query.sql
  [ "$(grep -c SELECT query.sql)" -ge 1 ]
  run sqlite3 -separator ' ' run.sqlite <query.sql
  [ "$status" -eq 0 ]
  jq -r '.cards.keep_one[] | select(.share) | "\(.card) \(.offered) \(.picked) \(.share.gain.mean * 1e4 | round)"' told.json | sort >want
  # kind|card|offered|picked|gain
  awk '$1 == "keep_one" && $5 != "" { printf "%s %d %d %.0f\n", $2, $3, $4, $5 * 1e4 }' <<<"$output" | sort >got
  diff got want
}

wrong() {
  local text=$1
  shift
  run --separate-stderr "$CANTRIP" sim "$@"
  [ "$status" -eq 2 ] && [ -z "$output" ] && [ "$(grep -c . <<<"$stderr")" = 1 ] || { echo "$*: $status $output $stderr"; return 1; }
  [[ "$stderr" == *"$text"* ]] || { echo "$*: $stderr"; return 1; }
}
left() { ls -A | grep -v '^separate-stderr' | xargs; }

# bats test_tags=long
@test "records: what is wrong is told in one line, nothing is left and nothing else written over" {
  wrong "sim: --records x.txt: the name must end in .sqlite, .ndjson or .csv" fairytale --games 5 --records x.txt
  wrong "the name must end in .sqlite, .ndjson or .csv" fairytale --games 5 --records .csv
  wrong "sim: --picks goes with --records" fairytale --games 5 --picks
  wrong "--record and --records go without --checkpoint" fairytale --games 5 --seed 1 --records x.csv --tally t --checkpoint 5
  wrong "--against goes without --record, --records" fairytale --games 5 --records x.csv --against fairytale --cards all
  for f in sqlite ndjson csv; do
    ! grep -q 'no SQLite' <<<"$("$CANTRIP" sim fairytale --games 1 --records x.$f 2>&1)" || continue
    rm -f x.*
    wrong "nowhere/x" fairytale --games 5 --records nowhere/x.$f
    # a game that fails: that many seats are not allowed
    wrong "fairytale has 2 to 5 players" fairytale --seats 9 --records x.$f
    at=x.$f
    [ $f = csv ] && at=x.seats.csv
    # something else fails before any game is played
    echo other >t.tally
    wrong "t.tally" fairytale --games 5 --seed 1 --records x.$f --tally t.tally
    [ "$(left)" = t.tally ] || { left; return 1; }
    rm t.tally
    echo mine >$at
    wrong "the file of this name has no records, so it is not overwritten" fairytale --games 5 --records x.$f
    [ "$(cat $at)" = mine ]
    rm $at
    mkfifo $at # for whose other end nobody waits
    wrong "the file of this name has no records, so it is not overwritten" fairytale --games 5 --records x.$f
    [ -p $at ]
    rm $at
    python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' $at # which cannot be opened
    wrong "the file of this name has no records, so it is not overwritten" fairytale --games 5 --records x.$f
    [ -S $at ]
    rm $at
    [ $f = csv ] || wrong "File name too long" fairytale --games 5 --records "$(printf '%0300d' 0).$f" # where nothing is
    [ -z "$(left)" ] || { left; return 1; }
    # a disk that is full: no file may have more than 100 KB
    run bash -c 'ulimit -f 100; exec "$0" sim fairytale --games 400 --seed 1 --records "x.$1" --picks' "$CANTRIP" $f
    [ "$status" -eq 2 ]
    has "cantrip: "
    [ -z "$(left)" ] || { left; return 1; }
    # one of ours is replaced
    "$CANTRIP" sim fairytale --games 2 --seed 1 --records x.$f >/dev/null
    "$CANTRIP" sim fairytale --games 3 --seed 1 --records x.$f >/dev/null
    "$CANTRIP" sim fairytale --games 3 --seed 1 --records y.$f >/dev/null
    for a in x.*; do cmp "$a" "y${a#x}"; done
    rm x.* y.*
  done
}

@test "records: a game that fails leaves no file" {
  for f in sqlite ndjson csv; do
    run "$CANTRIP" sim "$ROOT/tests/rulesets/laws/divides" --games 50 --records x.$f --picks
    [ "$status" -eq 2 ]
    has "failed: division by zero"
  done
  [ -z "$(ls -A)" ]
}

# bats test_tags=long
@test "records: a full disk is named, and what was killed is gone after the next run" {
  sqlite_here
  cat >full.c <<'X'
#define _GNU_SOURCE
#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>
ssize_t pwrite64(int fd, const void *p, size_t n, off_t at)
{
    if (at >= 200 << 10) {
        errno = ENOSPC;
        return -1;
    }
    return syscall(SYS_pwrite64, fd, p, n, at);
}
X
  "${CC:-cc}" -shared -fPIC -o full.so full.c
  run env LD_PRELOAD="$PWD/full.so" "$CANTRIP" sim fairytale --games 20000 --seed 1 --records x.sqlite --picks
  rm full.c full.so
  [ "$status" -eq 2 ]
  has "disk is full"
  lacks "no such table"
  for i in 1 2; do
    "$CANTRIP" sim fairytale --games 10000000 --seed 1 --records x.sqlite --picks >/dev/null 2>&1 &
    for k in $(seq 200); do compgen -G '*x.sqlite?*' >/dev/null && break; sleep 0.05; done
    kill -KILL $!
    wait $! || true
  done
  "$CANTRIP" sim fairytale --games 2 --seed 1 --records x.sqlite >/dev/null
  [ "$(ls -A)" = x.sqlite ] || { ls -A; return 1; }
}

# bats test_tags=long
@test "records: who is stopped leaves no file" {
  for f in sqlite ndjson csv; do
    "$CANTRIP" sim fairytale --games 10000000 --seed 1 --records x.$f --picks >/dev/null 2>&1 &
    pid=$!
    sleep 0.5
    kill -TERM $pid
    rc=0
    wait $pid || rc=$?
    [ $rc = 143 ] || [ $rc = 2 ] || { echo "$f: $rc"; return 1; }
    [ -z "$(ls -A)" ] || { ls -A; return 1; }
  done
}
