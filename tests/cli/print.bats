#!/usr/bin/env bats
# cantrip print: pages are looked at as others see them (poppler), and counted by their own list.

load ../helper

bats_require_minimum_version 1.5.0

setup() {
  unset CANTRIP_PATH SOURCE_DATE_EPOCH
  export CANTRIP_PATH=$ROOT/rulesets
  cd "$BATS_TEST_TMPDIR"
  if "$CANTRIP" print no-such-game 2>&1 | grep -q 'what draws is not here'; then
    skip "note: print: built without Pango and librsvg"
  fi
  command -v pdftoppm >/dev/null || skip "no poppler-utils"
}

# cards GAME [LANG]: a line for each card and copy that `show` knows: its id
cards() {
  "$CANTRIP" show "$1" | sed -n '/^card /,$p' | sed 1d | awk '{ print $1 }'
}

# printed FOLDER: "COPIES ID" of each card in the list of its pages
printed() {
  sed 1d "$1/pages.txt" | cut -f2 | grep -v '^back' | tr ',' '\n' | awk '{ n[$2] += $1 } END { for (c in n) print n[c], c }' | sort -k2
}

# game NAME CARDS: a small game of its own in the folder NAME
game() {
  mkdir -p "$1"
  cat >"$1/ruleset.yaml" <<YAML
cantrip: 1
title: ${3:-Small}
players: {min: 1, max: 2}
cards: [cards.yaml]
traits:
  sort: {one_of: {red: {says: red}, blue: {says: blue}}}
  power: {is: number}
  score: {is: effects}
counters:
  hearts: {per: player, says: "♥"}
layout: {colour: sort, corners: [none, power]}
zones:
  deck: {per: table, as: pile, seen_by: nobody, holds: [{}], shuffled: true}
  hand: {per: player, seen_by: owner}
phases:
  - deal: {who: all, from: deck, to: hand, count: 1}
  - choose: {who: all, card: {zone: hand}, do: [{move: {to: hand}}]}
YAML
  printf 'cantrip: 1\ncards:\n%s\n' "$2" >"$1/cards.yaml"
}

# bats test_tags=long
@test "print: Fairy Tale: all copies of each card, nine on a sheet, and a back behind each" {
  run --separate-stderr "$CANTRIP" print fairytale
  [ "$status" -eq 0 ] && [ -z "$stderr" ]
  has "fairytale.pdf: 100 cards, 47 different, on 24 pages (poker-a4, with backs"
  run pdfinfo fairytale.pdf
  has "Pages:           24" "(A4)" "Title:           Fairy Tale"
  # a face has its name at its head: as often as there are copies
  pdftotext -layout fairytale.pdf text
  for c in "Werewolf 2" "Child of the Dragon 7" "Queen of Moss 1"; do
    [ "$(grep -o "${c% *}" text | wc -l)" -ge "${c##* }" ] || { echo "$c"; return 1; }
  done
  "$CANTRIP" print fairytale --svg --layout single --no-backs --out all >/dev/null
  printed all | awk '{ print $2 }' | diff - <(cards fairytale | sort)
  [ "$(printed all | awk '{ n += $1 } END { print n }')" = 100 ]
  printed all | grep -qx '2 werewolf'
}

# bats test_tags=long
@test "print: what is on paper can be seen: pages are not empty, margins are" {
  "$CANTRIP" print fairytale werewolf >/dev/null
  pdftoppm -r 50 fairytale.pdf page
  python3 - page-1.ppm page-2.ppm <<'PY'
import sys
for name, coloured in ((sys.argv[1], 0.03), (sys.argv[2], 0.15)):
    head, data = open(name, 'rb').read().split(b'\n255\n', 1)
    w, h = map(int, head.split()[1:3])
    px = [data[i:i + 3] for i in range(0, len(data), 3)]
    share = sum(max(p) - min(p) > 25 for p in px) / len(px)
    assert share > coloured, (name, share)
    # nothing on the outermost millimetre
    edge = [px[y * w + x] for y in range(h) for x in range(w) if min(x, y, w - 1 - x, h - 1 - y) < 2]
    assert all(min(p) > 250 for p in edge), name
PY
}

# bats test_tags=long
@test "print: every word of every card of all games is on its face, in every language, and inside of its frame" {
  for g in card-ring fairytale fairytale-factions once-upon-a-draft wizard-quest; do
    langs=$("$CANTRIP" complete -- show $g --lang '' | cut -f1)
    [ -n "${CT_LONG:-}" ] || langs=${langs##*$'\n'}
    for l in $langs; do
      # 0: no text is too small to be read, no letter is missing
      run --separate-stderr "$CANTRIP" print $g --lang $l --layout single --no-backs --endless 1 --out $g.pdf
      [ "$status" -eq 0 ] || { echo "$g $l: $output $stderr"; return 1; }
      pdftotext -bbox $g.pdf $g.html
      python3 - "$CANTRIP" $g $l <<'PY'
import re, subprocess, sys, html
cantrip, game, lang = sys.argv[1:]
pages = re.split(r'<page ', open(game + '.html').read())[1:]
words = []
for p in pages:
    found = re.findall(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>', p)
    for x, y, X, Y, w in found:
        # 1/8 inch of bleed, 1/8 inch to the frame
        assert float(x) >= 17.5 and float(X) <= 198 - 17.5 and float(y) >= 15 and float(Y) <= 270 - 15, (game, w, x, y, X, Y)
    # line by line: pdftotext ends a line at an icon that stands in it
    lines = []
    for f in sorted(found, key=lambda f: float(f[3])):
        if not lines or float(f[3]) - float(lines[-1][0][3]) > 4:
            lines.append([])
        lines[-1].append(f)
    words.append(' '.join(html.unescape(w) for l in lines for *_, w in sorted(l, key=lambda f: float(f[0]))))
split = lambda t: re.findall(r'\w+|[♥♦♠♣★]', t.replace('\u2060', '').lower())
have = [(set(split(w)), ''.join(split(w))) for w in words]
ids = [l.split()[0] for l in subprocess.run([cantrip, 'show', game, '--lang', 'en'], capture_output=True, text=True).stdout.split('\ncard ', 1)[1].splitlines()[1:]]
for i in ids:
    lines = subprocess.run([cantrip, 'show', game, i, '--lang', lang], capture_output=True, text=True).stdout.splitlines()
    want = [lines[0].rsplit(' (', 1)[0]]
    for l in lines[3:]:
        key, _, value = l.partition(':')
        if l.startswith('    - '):
            want.append(l[6:])
        elif not l.startswith('  notes'):
            # of a flag its name is said
            want.append(key if value.strip() in ('yes', 'oui') else value)
    # a sentence follows itself, but where the number of a corner stands between two lines of a name
    assert any(all(set(split(w)) <= f for w in want) and all(''.join(split(w)) in t for w in want[1:]) for f, t in have), (game, i, want)
PY
    done
  done
}

# bats test_tags=long
@test "print: the same cards, the same bytes: again, elsewhere, in another locale and zone" {
  "$CANTRIP" print fairytale --lang en --out a.pdf >/dev/null
  mkdir else
  (cd else && TZ=Asia/Tokyo LC_ALL=C LANG=de_DE.UTF-8 XDG_CACHE_HOME=$PWD "$CANTRIP" print "$ROOT/rulesets/fairytale" --lang en --out b.pdf >/dev/null)
  cmp a.pdf else/b.pdf
  ! pdfinfo a.pdf | grep -q Date
  SOURCE_DATE_EPOCH=1700000000 "$CANTRIP" print fairytale --lang en --out a.pdf >/dev/null
  TZ=Asia/Tokyo pdfinfo -isodates a.pdf | grep -q 'CreationDate: *2023-11-1[45]'
  for f in png svg; do
    "$CANTRIP" print fairytale werewolf --lang en --$f --out $f-1 >/dev/null
    cp -R $f-1 $f-2
    "$CANTRIP" print fairytale werewolf --lang en --$f --out $f-1 >/dev/null
    diff -r $f-1 $f-2
  done
}

@test "print: letter and single have the sizes that printers want" {
  "$CANTRIP" print fairytale werewolf --layout poker-letter >/dev/null
  pdfinfo fairytale.pdf | grep -q '612 x 792 pts (letter)'
  run "$CANTRIP" print fairytale werewolf --layout single
  has "2 cards, 1 different, on 4 pages (single, with backs)"
  pdfinfo fairytale.pdf | grep -q '198 x 270 pts'
  "$CANTRIP" print fairytale werewolf --layout single --png >/dev/null
  file fairytale-png/werewolf-1.png | grep -q '825 x 1125' || python3 -c '
import struct; b = open("fairytale-png/werewolf-1.png", "rb").read(24); assert struct.unpack(">II", b[16:]) == (825, 1125)'
  [ "$(ls fairytale-png | xargs)" = "back-1.png pages.txt werewolf-1.png werewolf-2.png" ]
}

# bats test_tags=long
@test "print: cards that may lie together unseen have one back; others have others, and those lie behind their faces" {
  "$CANTRIP" print card-ring minor-skill lecture-notes greater-skill rooftop-urchins riddle-lock finale training-dummy --lang en --endless 1 \
    --svg --layout single --out cr >/dev/null 2>&1
  [ "$(ls cr | grep -c ^back)" = 3 ]
  # adversary, trap; then what players draw: starting cards, those of the main deck, of the supply; then what all see
  groups=$(sed 1d cr/pages.txt | cut -f2 | awk '/back/ { g++; next } { print g + 0, $2 }' | sort -u | xargs)
  [ "$groups" = "0 riddle-lock 0 rooftop-urchins 1 greater-skill 1 lecture-notes 1 minor-skill 2 finale 2 training-dummy" ]
  "$CANTRIP" print card-ring rooftop-urchins training-dummy finale --lang en --out cr.pdf >/dev/null
  # faces: 2 urchins, dummy / finale; behind them from right to left
  run bash -c "pdftotext -f 2 -l 2 -bbox cr.pdf - | sed -nE 's/.*xMin=\"([0-9]+).*yMin=\"([0-9]+).*>(Enemy|Dummy)<.*/\\2 \\1 \\3/p' | sort -n | awk '{ print int((\$1 - 43) / 252) \",\" int((\$2 - 27) / 180) \" \" \$3 }' | sort | xargs"
  [ "$output" = "0,0 Dummy 0,1 Enemy 0,2 Enemy 1,2 Dummy" ] || { echo "$output"; return 1; }
}

# bats test_tags=long
@test "print: copies: the most that a game begins with, each player's, those of an option, so many of an endless pile" {
  "$CANTRIP" print card-ring minor-skill greater-skill --svg --layout single --no-backs --out a >/dev/null 2>err
  [ "$(printed a | xargs)" = "12 greater-skill 28 minor-skill" ]
  grep -q "note: greater-skill: 12 of an endless pile (--endless)" err
  "$CANTRIP" print card-ring greater-skill --endless 3 --svg --layout single --no-backs --out a >/dev/null 2>&1
  [ "$(printed a)" = "3 greater-skill" ]
  # an option that is off brings its cards, too
  run "$CANTRIP" print fairytale-factions --no-backs
  has "110 cards"
  game small '  a: {copies: 2}
  b: {copies: 0}'
  run "$CANTRIP" print ./small
  has "2 cards, 1 different" "note: b: not printed, because it starts in no pile"
}

@test "print: a game that fails when it is played is printed, with a note" {
  run --separate-stderr "$CANTRIP" print "$ROOT/tests/rulesets/laws/divides" --out d.pdf
  [ "$status" -eq 0 ]
  has "d.pdf: 6 cards, 2 different"
  [[ "$stderr" == *"note: print: a game fails, so cards that come later may have the wrong back: division by zero"* ]]
}

@test "print --since: only what looks otherwise, and what to take out" {
  game then '  same: {copies: 2}
  face: {name: Face, power: 1}
  fewer: {copies: 4}
  more: {copies: 1}
  gone: {copies: 3}'
  cp -R then now
  game now '  same: {copies: 2}
  face: {name: Face, power: 2}
  fewer: {copies: 3}
  more: {copies: 3}
  fresh: {copies: 2}'
  run "$CANTRIP" print ./now --since ./then --svg --layout single --no-backs --out new
  [ "$status" -eq 0 ]
  [ "$(grep -c . <<<"$output")" = 7 ]
  has $'take out  print  card' $'\n       3         gone   gone\n' $'\n       1      1  Face   changed\n' \
    $'\n       1         fewer  fewer copies\n' $'\n              2  more   more copies\n' $'\n              2  fresh  new\n'
  [ "$(printed new | xargs)" = "1 face 2 fresh 2 more" ]
  run "$CANTRIP" print ./now --since ./now
  [ "$status" -eq 0 ]
  [ "$output" = "no card has changed since ./now" ]
  [ ! -e small.pdf ] && [ ! -e now.pdf ]
}

@test "print: pictures that cards share are opened once, though they take turns, and a PDF holds each once" {
  game small "$(for i in $(seq 30); do echo "  c$i: {art: p$((i % 3)).png}"; done)"
  python3 - <<'PY'
import struct, zlib
for i in range(3):
    part = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    rows = b"".join(b"\0" + bytes([60 * i, 9 * y, 0]) * 20 for y in range(20))
    open(f"small/p{i}.png", "wb").write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", 20, 20, 8, 2, 0, 0, 0)) +
                                        part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))
PY
  "$CANTRIP" print ./small --out out.pdf
  [ "$(pdfimages -list out.pdf | awk '$3 == "image" { n[$11] = 1 } END { print length(n) }')" -eq 3 ]
}

@test "print --since: a commit, with the pictures that it had; nothing of it stays" {
  command -v git >/dev/null || skip "no git"
  git init -q repo
  cd repo
  game mine '  a: {art: a.svg, copies: 2}
  b: {art: a.svg}
  c: {}'
  echo '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"><rect width="2" height="2" fill="red"/></svg>' >mine/a.svg
  sed 's/red/tan/' mine/a.svg >mine/b.svg
  git add -A
  git -c user.name=x -c user.email=x@example.org commit -qm one
  export TMPDIR=$BATS_TEST_TMPDIR/tmp
  mkdir "$TMPDIR"
  run "$CANTRIP" print ./mine --since HEAD
  [ "$output" = "no card has changed since HEAD" ]
  # another picture under the same name, and another name with the same picture
  cp mine/b.svg mine/a.svg
  cp mine/a.svg mine/other.svg
  run "$CANTRIP" print ./mine --since HEAD
  has "2      2  a" "1      1  b" "3 cards, 2 different"
  lacks " c "
  git checkout -q mine/a.svg
  cp mine/a.svg mine/other.svg
  sed -i 's/b: {art: a.svg}/b: {art: other.svg}/' mine/cards.yaml
  run "$CANTRIP" print ./mine --since HEAD
  [ "$output" = "no card has changed since HEAD" ]
  [ -z "$(ls -A "$TMPDIR")" ]
  run "$CANTRIP" print ./mine --since no-such-commit
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: print: --since no-such-commit: there is no such folder and no such commit" ]
  run "$CANTRIP" print ./mine --since --help
  [ "$status" -eq 2 ]
  # the game was not there then
  cp -R mine fresh
  run "$CANTRIP" print ./fresh --since HEAD
  [ "$status" -eq 2 ]
  has "at that time there was no fresh/"
  cd "$BATS_TEST_TMPDIR"
  game outside '  a: {}'
  run env GIT_CEILING_DIRECTORIES="$BATS_TEST_TMPDIR" "$CANTRIP" print ./outside --since HEAD
  [ "$status" -eq 2 ]
  has "there is no such folder, and git finds no repository at ./outside"
}

@test "print --since: a repository of a stranger runs no program, and its name does not matter" {
  command -v git >/dev/null || skip "no git"
  mkdir 'a:"b'
  cd 'a:"b'
  game mine '  a: {notes: "$Format:%G?$"}'
  sed -i '/^title:/d' mine/ruleset.yaml
  cd mine
  git init -q .
  printf '*.yaml filter=x export-subst\n' >.gitattributes
  git add -A
  git -c user.name=x -c user.email=x@example.org commit -qm one
  for program in filter.x.smudge filter.x.clean filter.x.process core.fsmonitor gpg.program core.sshCommand; do
    git config $program "sh -c 'touch $BATS_TEST_TMPDIR/ran'"
  done
  # nor is what it lacks fetched by a program
  git config extensions.partialClone origin
  git config remote.origin.promisor true
  git config remote.origin.url "ext::sh -c touch% $BATS_TEST_TMPDIR/ran"
  git config protocol.ext.allow always
  run "$CANTRIP" print . --since HEAD
  [ "$output" = "no card has changed since HEAD" ] || { echo "$output"; return 1; }
  run "$CANTRIP" print . --since 0123456789012345678901234567890123456789
  [ "$status" -eq 2 ]
  rm "$(find .git/objects -type f | head -n 1)"
  run "$CANTRIP" print . --since HEAD
  [ ! -e "$BATS_TEST_TMPDIR/ran" ]
}

# bats test_tags=long
@test "print: pictures: PNG, JPEG, SVG, of the game's folder alone; one that is missing is told, and the rest printed" {
  game small '  png: {art: a.png}
  jpeg: {art: b.jpg, copies: 3}
  svg: {art: c.svg}'
  base64 -d >small/b.jpg <<<"$(sed -n 's/^JPEG //p' "$BATS_TEST_FILENAME" | tr -d ' ')"
  python3 - <<'PY'
import struct, zlib
def chunk(t, d): return struct.pack('>I', len(d)) + t + d + struct.pack('>I', zlib.crc32(t + d))
def png(w, h, kind, rows): return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, 8, kind, 0, 0, 0)) + chunk(b'IDAT', zlib.compress(rows)) + chunk(b'IEND', b'')
open('small/a.png', 'wb').write(png(4, 4, 2, (b'\0' + b'\x10\x20\x30' * 4) * 4))
# a small file that would be 69 million pixels
open('bomb.png', 'wb').write(png(8300, 8300, 0, bytes(8300 * 8301)))
PY
  echo '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><image href="b.jpg" width="4" height="4"/><rect width="1" height="1" fill="#123456"/></svg>' >small/c.svg
  run --separate-stderr "$CANTRIP" print ./small --no-backs --out p.pdf
  [ "$status" -eq 0 ] && [ -z "$stderr" ] || { echo "$stderr"; return 1; }
  # the JPEG as it is and once, whatever its copies; the SVG has read nothing
  run pdfimages -list p.pdf
  [ "$(grep -c ' jpeg ' <<<"$output")" = 3 ]
  [ "$(awk '/ jpeg / { print $11 }' <<<"$output" | sort -u | wc -l)" = 1 ]
  [ "$(grep -c ' 4     4 ' <<<"$output")" = 1 ]

  cp bomb.png small/
  ln -s ../bomb.png small/link.png
  echo 'no picture' >small/d.png
  sed -i 's/svg: .*/svg: {art: nowhere.svg}\n  up: {art: ..\/bomb.png}\n  link: {art: link.png}\n  bad: {art: d.png}\n  bomb: {art: bomb.png}/' small/cards.yaml
  run --separate-stderr "$CANTRIP" print ./small --no-backs --out q.pdf
  [ "$status" -eq 1 ]
  [ "$(grep -c . <<<"$stderr")" = 5 ] || { echo "$stderr"; return 1; }
  output=$stderr
  has "print: svg: its picture nowhere.svg is missing" "up: its picture ../bomb.png is missing" "link: its picture link.png is missing" \
    "bad: its picture d.png cannot be drawn" "bomb: its picture bomb.png cannot be drawn"
  [ "$(pdfinfo q.pdf | awk '/^Pages/ { print $2 }')" = 1 ]
}

# bats test_tags=long
@test "print: pictures that mean no good cost little time and memory, are told, and spoil nothing else" {
  python3 - <<'PY'
import os, struct, zlib
def chunk(t, d): return struct.pack('>I', len(d)) + t + d + struct.pack('>I', zlib.crc32(t + d))
def png(w, h, more=b''): return b'\x89PNG\r\n\x1a\n' + chunk(b'IHDR', struct.pack('>IIBBBBB', w, h, 8, 2, 0, 0, 0)) + more + chunk(b'IDAT', zlib.compress(bytes(min(h * (3 * w + 1), 1 << 20)))) + chunk(b'IEND', b'')
def svg(inside): return '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="1000" height="1000">' + inside + '</svg>'
files = {'huge.png': png(60000, 60000), 'one.png': png(4, 4, chunk(b'tEXt', b'x' * 4000000)),
         'uses.svg': svg('<g id="a0"><rect width="1" height="1"/></g>' + ''.join(f'<g id="a{i}">' + f'<use xlink:href="#a{i - 1}"/>' * 10 + '</g>' for i in range(1, 12))),
         'blur.svg': svg('<filter id="f" x="-1000%" y="-1000%" width="100000%" height="100000%"><feGaussianBlur stdDeviation="5000"/><feTurbulence baseFrequency="9" numOctaves="100000"/></filter><rect width="1000" height="1000" filter="url(#f)"/>'),
         'text.svg': svg('<text x="1" y="9" font-size="4e6">WWW</text>')}
os.mkdir('bad')
for name, what in files.items():
    open('bad/' + name, 'wb').write(what if isinstance(what, bytes) else what.encode())
open('cards', 'w').write(''.join(f'  {n.split(".")[0]}: {{art: {n}}}\n' for n in files) + ''.join(f'  c{i}: {{art: one.png}}\n' for i in range(500)))
PY
  game bad "$(cat cards)"
  run --separate-stderr bash -c "ulimit -t 20 -v 1500000; '$CANTRIP' print ./bad --no-backs"
  [ "$status" -eq 1 ] || { echo "$status $stderr"; return 1; }
  output=$stderr
  [ "$(grep -c . <<<"$stderr")" = 4 ] || { echo "$stderr"; return 1; }
  has "print: huge: its picture huge.png cannot be drawn" "print: uses: its picture uses.svg cannot be drawn" \
    "print: blur: its picture blur.svg cannot be drawn" "print: text: its picture text.svg cannot be drawn"
  # the file of 4 MB that 500 cards name is read once, and drawn as one
  [ "$(pdfimages -list bad.pdf | awk 'NR > 2 { print $11 }' | sort -u | wc -l)" = 1 ]
  pdftotext bad.pdf - | grep -q c499
}

@test "print: text without end is made to fit, and told when it cannot be read any more; so are letters that no font has" {
  long=$(printf 'word%.0s ' $(seq 60))
  game small "  long: {name: \"$long\"}
  glyph: {name: \"$(printf '\U0001FAE0\U0001F9FF')\"}"
  run --separate-stderr "$CANTRIP" print ./small --layout single --no-backs
  [ "$status" -eq 1 ]
  output=$stderr
  has "print: long: so much text that its letters are " "print: glyph: no font here has these letters, so they are printed as boxes (--font)"
  pdftotext -bbox small.pdf s.html
  [ "$(grep -c '>word<' s.html)" = 60 ]
  python3 -c '
import re
for x, y, X, Y in re.findall(r"<word xMin=\"([\d.]+)\" yMin=\"([\d.]+)\" xMax=\"([\d.]+)\" yMax=\"([\d.]+)\">word", open("s.html").read()):
    assert 17 <= float(x) and float(X) <= 181 and 17 <= float(y) and float(Y) <= 46, (x, y, X, Y)'
}

@test "print: fonts: another family; one that is not here; DejaVu is missing" {
  "$CANTRIP" print fairytale werewolf --font 'dejavu sans mono' >/dev/null
  [ "$(pdffonts fairytale.pdf | sed 1,2d | grep -vc DejaVuSansMono)" = 0 ]
  "$CANTRIP" print fairytale werewolf >/dev/null
  [ "$(pdffonts fairytale.pdf | sed 1,2d | grep -c 'DejaVuS[ae][nr][si]')" -ge 2 ]
  run "$CANTRIP" print fairytale --font 'DejaVu Snas'
  [ "$status" -eq 2 ]
  [ "$output" = "cantrip: print: there is no font 'DejaVu Snas' here (\`fc-list : family\` lists the fonts); did you mean 'DejaVu Sans'?" ]
  mkdir fonts
  printf '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig><dir>%s</dir></fontconfig>\n' "$PWD/fonts" >fonts.conf
  rm fairytale.pdf
  run env FONTCONFIG_FILE="$PWD/fonts.conf" "$CANTRIP" print fairytale
  [ "$status" -eq 2 ]
  has "the font DejaVu Sans is not installed. Install fonts-dejavu-core"
  [ ! -e fairytale.pdf ]
}

# wrong TEXT ARGUMENT...: status 2, one line with the text, no file
wrong() {
  local text=$1
  shift
  run --separate-stderr "$CANTRIP" print "$@"
  [ "$status" -eq 2 ] && [ -z "$output" ] && [ "$(grep -c . <<<"$stderr")" = 1 ] || { echo "$*: $status $output $stderr"; return 1; }
  [[ "$stderr" == *"$text"* ]] || { echo "$*: $stderr"; return 1; }
}

@test "print: what is wrong is told in one line, and no file is written" {
  wrong "there is no layout 'poker-a5', only poker-a4, poker-letter, single, sheet, card; did you mean 'poker-a4'?" fairytale --layout poker-a5
  wrong "print: one of --pdf, --png, --svg" fairytale --png --svg
  wrong "fairytale has no card 'werewulf'; did you mean 'werewolf'?" fairytale werewulf
  wrong "--endless needs a whole number from 1 to 1000" fairytale --endless 0
  wrong "has no language 'xx'" fairytale --lang xx
  wrong "found no game 'fairytail'" fairytail
  wrong "there is no flag --size" fairytale --size A4
  game small '  a: {copies: 0}'
  wrong "nothing to print" ./small
  game hopeless '  a: {}'
  sed -i 's/^counters:/requires: [{if: players > 5, says: never}]\ncounters:/' hopeless/ruleset.yaml
  wrong "print: " ./hopeless
  [ -z "$(ls | grep -vE '^(small|hopeless|separate-stderr.*)$')" ]
}

# bats test_tags=long
@test "print: only a PDF is written over, and a folder of our own pages; a full disk leaves what was there" {
  echo mine >x.pdf
  wrong "x.pdf is not a PDF, so it is not overwritten" fairytale --out x.pdf
  [ "$(cat x.pdf)" = mine ]
  mkfifo p.pdf # for whose other end nobody waits
  wrong "p.pdf is not a PDF, so it is not overwritten" fairytale werewolf --out p.pdf
  rm p.pdf
  python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("s.pdf")' # which cannot be opened
  wrong "s.pdf is not a PDF, so it is not overwritten" fairytale werewolf --out s.pdf
  rm s.pdf
  wrong "cannot be written: File name too long" fairytale werewolf --out "$(printf '%0300d' 0).pdf" # where nothing is
  wrong "nowhere/x.pdf" fairytale --out nowhere/x.pdf
  wrong "nowhere/x" fairytale --svg --out nowhere/x
  "$CANTRIP" print fairytale werewolf --out y.pdf >/dev/null
  cp y.pdf z.pdf
  # no file may have more than 20 KB: as on a full disk, writing fails in the middle
  run bash -c 'ulimit -f 20; exec "$0" print fairytale --out y.pdf' "$CANTRIP"
  [ "$status" -eq 2 ]
  has "cantrip: print: y.pdf"
  cmp y.pdf z.pdf
  "$CANTRIP" print fairytale werewolf --svg --layout single --out pages >/dev/null
  cp -R pages before
  run bash -c 'ulimit -f 20; exec "$0" print fairytale --svg --out pages' "$CANTRIP"
  [ "$status" -eq 2 ]
  diff -r pages before
  # other cards: the old pages go
  "$CANTRIP" print fairytale queen-of-moss --svg --layout single --no-backs --out pages >/dev/null
  [ "$(ls pages | xargs)" = "pages.txt queen-of-moss-1.svg" ]
  touch pages/notes.txt
  wrong "has 'notes.txt' in it, which print did not make" fairytale --svg --out pages
  mkdir empty other
  "$CANTRIP" print fairytale werewolf --svg --out empty >/dev/null
  [ -e empty/sheet-001.svg ]
  touch other/a
  wrong "other has 'a' in it, which print did not make" fairytale --svg --out other
  wrong "is not a folder, so it is not overwritten" fairytale --svg --out x.pdf
  [ "$(ls -A | grep -v ^separate-stderr | xargs)" = "before empty other pages x.pdf y.pdf z.pdf" ] || { ls -A; return 1; }
}

# bats test_tags=long
@test "print: who is stopped leaves no page behind" {
  for how in "TERM 8192" "HUP 8192" "TERM 2048"; do  # where the stack is small, the command has a thread of its own
    (ulimit -s "${how#* }" && exec "$CANTRIP" print fairytale --png --out stopped) &
    pid=$!
    for i in $(seq 200); do
      compgen -G ".stopped.new.*" >/dev/null && break
      sleep 0.02
    done
    kill "-${how% *}" $pid
    rc=0
    wait $pid || rc=$?
    [ $rc -gt 128 ]
    [ -z "$(ls -A)" ] || { ls -A; return 1; }
  done
}

# pages FILE: its texts, page by page
pages() {
  pdftotext -layout "$1" - | sed 's/\xe2\x80\x87//g'
}

@test "print: a sign, a letter and a picture stand before their words; a picture that cannot be drawn is named" {
  game icons '  ant: {name: Ant, sort: red, power: 3, score: [{earn: 2}]}
  gold: {name: Gold coin, sort: red, power: 1}'
  sed -i 's/^  hearts:.*/  coin: {per: player, icon: "★"}\n  gem: {per: player, icon: gem.svg}\n  egg: {per: player, icon: E}/' icons/ruleset.yaml
  echo 'verbs: {earn: {main: n, params: {n: number}, says: "gain {n} coin, 1 gem and 1 egg, but no Gold coin", do: [{add: {coin: $n, gem: 1, egg: 1}}]}}' >>icons/ruleset.yaml
  svg='<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8" fill="#00ff00"/></svg>'
  echo "$svg" >icons/gem.svg
  run --separate-stderr "$CANTRIP" print ./icons --no-backs --layout single --png
  [ "$status" -eq 0 ] || { echo "$output $stderr"; return 1; }
  "$CANTRIP" print ./icons --no-backs --layout single >/dev/null
  pages icons.pdf | grep -q '2 ★.coin'
  [ "$(pages icons.pdf | grep -o ★ | wc -l)" -eq 1 ] # none inside the name of a card
  pdftoppm -r 100 icons.pdf page
  python3 - page-1.ppm <<'PY'
import sys
head, data = open(sys.argv[1], 'rb').read().split(b'\n255\n', 1)
green = sum(data[i] < 60 and data[i + 1] > 200 and data[i + 2] < 60 for i in range(0, len(data), 3))
assert 30 < green < 400, green
PY
  echo '<svg' >icons/gem.svg
  run --separate-stderr "$CANTRIP" print ./icons --no-backs
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"the icon gem.svg of 'gem' cannot be drawn"* ]]
}

@test "print: a template says where the parts of a card stand; a part without a place is named" {
  game mine '  ant: {name: Ant, sort: red, power: 3, score: [{earn: 2}]}'
  sed -i 's/^layout: {/layout: {template: card.svg, /' mine/ruleset.yaml
  echo 'verbs: {earn: {main: n, params: {n: number}, says: "Something {n}", do: [{add: {hearts: $n}}]}}' >>mine/ruleset.yaml
  cat >mine/card.svg <<'SVG'
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 198 270">
  <rect width="198" height="270" fill="currentColor"/><rect x="20" y="20" width="158" height="230" fill="#fff"/>
  <rect id="name" x="30" y="200" width="138" height="20" fill="none"/>
  <rect id="corner2" x="30" y="30" width="20" height="20" fill="none"/>
  <rect id="kind-light" x="30" y="2" width="138" height="14" fill="none"/>
  <g id="text"><rect x="30" y="60" width="138" height="80" fill="#eee"/></g>
  <rect class="has-corner3" width="198" height="270" fill="#fff"/>
</svg>
SVG
  run --separate-stderr "$CANTRIP" print ./mine --no-backs --layout single
  [ "$status" -eq 0 ] || { echo "$output $stderr"; return 1; }
  pdftotext -bbox mine.pdf mine.html
  python3 - <<'PY'
import re
at = {w: (float(x), float(y)) for x, y, w in re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" .*?>(.*?)</word>', open('mine.html').read())}
assert at['Ant'][1] > 195 and at['3'][0] < 50 and at['3'][1] < 50 and at['Red'][1] < 17 and 60 < at['Something'][1] < 140, at
PY
  # its colour goes to the edge of the bleed
  pdftoppm -r 72 mine.pdf page
  python3 - page-1.ppm <<'PY'
import sys
head, data = open(sys.argv[1], 'rb').read().split(b'\n255\n', 1)
assert max(data[:3]) - min(data[:3]) > 40, data[:3]
PY
  sed -i '/id="text"/d' mine/card.svg
  run --separate-stderr "$CANTRIP" print ./mine --no-backs
  [ "$status" -eq 1 ]
  [[ "$stderr" == *"card.svg: nothing has the id 'text', so that part of the cards is not printed"* ]]
  rm mine/card.svg
  run "$CANTRIP" check ./mine
  [ "$status" -ne 0 ]
  has "FILE-MISSING" "card.svg"
}

@test "print: rules are panels that fold; front and back of a strip follow each other" {
  game told '  ant: {name: Ant}'
  sed -i 's/^title:.*/title: Told\nrules: rules.md/' told/ruleset.yaml
  { echo '# Told'; for i in $(seq 40); do printf '\n## Part%d\n\nThe **strong** word of part %d, which goes on for a while and stands on two lines or so.\n\n* one\n* two\n' $i $i; done; } >told/rules.md
  run --separate-stderr "$CANTRIP" print ./told --rules --lang en
  [ "$status" -eq 0 ] && [ -z "$stderr" ] || { echo "$output $stderr"; return 1; }
  has "told-rules.pdf: the rules on " " panels, on 2 pages (poker-a4, two-sided"
  pages told-rules.pdf | grep -o 'Part[0-9]*' | sort -u | wc -l | grep -qx 40
  pages told-rules.pdf >text
  ! grep -q '[*#]' text
  # each panel has its number: 1 2 3 above on the front, 4 5 6 above on the back
  pdftotext -bbox told-rules.pdf told.html
  python3 - <<'PY'
import re
for page, want in zip(open('told.html').read().split('<page ')[1:], (('1', '2', '3'), ('4', '5', '6'))):
    words = [(float(y), float(x), w) for x, y, w in re.findall(r'xMin="([\d.]+)" yMin="([\d.]+)" .*?>(\d+)</word>', page)]
    foot = sorted(w for w in words if 280 < w[0] < 295)
    assert tuple(w for _, _, w in sorted(foot, key=lambda w: w[1])) == want, foot
PY
  run "$CANTRIP" print ./told --rules --no-backs --layout single --svg
  has "pages (single)"
  [ -e told-rules-svg/rules-001.svg ] && [ ! -e told-rules-svg/rules-001-back.svg ]
  game plain '  ant: {name: Ant}'
  run "$CANTRIP" print ./plain --rules
  [ "$status" -eq 2 ]
  has "has no rules for players"
}

# A JPEG of 8 by 8 for the test above.
: <<'DATA'
JPEG /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//
JPEG 2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAIAAgDASIAAhEBAxEB/8QA
JPEG HwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkK
JPEG FhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXG
JPEG x8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC
JPEG AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOE
JPEG hYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwCjq3h3/VfJ
JPEG 69vpRRRXmUcXV5FqeTmGOrfWZa9vyR//2Q==
DATA
