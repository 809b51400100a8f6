#!/usr/bin/env bats
# The packages of `make deb`: read by lintian, and installed in a bare system, where a person plays.

load ../helper

setup_file() {
  export DEB=$CANTRIP_ROOT/build/deb BARE=$BATS_FILE_TMPDIR/bare WHY=
  . /etc/os-release
  if ! ls "$DEB"/cantrip_*.changes >/dev/null 2>&1; then
    WHY="no packages in build/deb (make deb)"
  elif ! command -v debootstrap >/dev/null; then
    WHY="no debootstrap here (apt-get install debootstrap)"
  elif [ "$(id -u)" != 0 ]; then
    WHY="a bare system is made as root"
  elif [ "$ID" != debian ]; then
    WHY="the packages are of $PRETTY_NAME, and only Debian is made bare here"
  elif ! debootstrap --variant=minbase "$VERSION_CODENAME" "$BARE" "${MIRROR:-http://deb.debian.org/debian}" >"$BATS_FILE_TMPDIR/log" 2>&1; then
    WHY="debootstrap fails: $(grep -m1 '^[EW]:' "$BATS_FILE_TMPDIR/log")"
  else
    cp "$DEB"/*.deb "$BARE/tmp/"
    rm "$BARE"/tmp/*-dbgsym_*
    chroot "$BARE" apt-get -q update >"$BATS_FILE_TMPDIR/log" 2>&1
    chroot "$BARE" useradd -m player
  fi
  [ -z "$WHY" ] || echo "# note: deb: $WHY: skipped" >&3
}

setup() {
  cd "$CANTRIP_ROOT"
}

bare() {
  [ -z "$WHY" ] || skip "$WHY"
}

# as a person there
player() {
  chroot "$BARE" su - player -c "$1"
}

@test "lintian finds no error and no warning" {
  command -v lintian >/dev/null || skip "no lintian here"
  ls "$DEB"/cantrip_*.changes || skip "$WHY"
  run lintian --allow-root --fail-on error,warning "$DEB"/cantrip_*.changes
  echo "$output"
  [ "$status" -eq 0 ]
}

@test "it installs in a bare system, with what it needs and nothing else" {
  bare
  chroot "$BARE" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends /tmp/cantrip_*.deb /tmp/libcantrip*.deb'
  run chroot "$BARE" dpkg --verify cantrip
  [ "$status" -eq 0 ]
  [ -z "$(grep -v ' /usr/share/\(doc\|man\)/' <<<"$output")" ]
}

@test "a person plays there: the same game as here" {
  bare
  run player 'cantrip list'
  [ "$status" -eq 0 ]
  has fairytale /usr/share/cantrip/rulesets/fairytale
  [ "$(player 'cantrip play fairytale --bots random --seed 7' | sha256sum)" = \
    "$("$CANTRIP" play fairytale --bots random --seed 7 | sha256sum)" ]
  run player 'for g in $(cantrip complete -- play "" | cut -f1); do cantrip sim $g --games 20 --seed 1 || exit; done'
  [ "$status" -eq 0 ]
}

@test "serve answers there" {
  bare
  run player 'timeout 5 cantrip serve --port 0 2>&1'
  has "http://127.0.0.1:"
}

@test "cards on paper: the same as here, once the package is there" {
  bare
  run player 'cantrip print fairytale'
  [ "$status" -eq 2 ]
  has "install the package cantrip-print"
  chroot "$BARE" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends /tmp/cantrip-print_*.deb'
  player 'cantrip print fairytale --lang en && cantrip print card-ring --png --out ring --endless 1' >/dev/null
  "$CANTRIP" print fairytale --lang en --out "$BATS_TEST_TMPDIR/here.pdf" >/dev/null || skip "cantrip print does not draw here"
  cmp "$BARE/home/player/fairytale.pdf" "$BATS_TEST_TMPDIR/here.pdf"
}

@test "manual, completion and changelog are in it" {
  bare
  run chroot "$BARE" dpkg -L cantrip
  has /usr/share/man/man1/cantrip.1.gz /usr/share/man/man1/cantrip-sim.1.gz \
    /usr/share/bash-completion/completions/cantrip /usr/share/zsh/vendor-completions/_cantrip \
    /usr/share/fish/vendor_completions.d/cantrip.fish /usr/share/doc/cantrip/changelog.gz
  dpkg-deb --fsys-tarfile "$DEB"/cantrip_*.deb | tar -xO ./usr/share/doc/cantrip/changelog.gz | zcat | head -1 |
    grep -q "^cantrip ($("$CANTRIP" --version | cut -d' ' -f2)) "
}

@test "a program is built with the library there" {
  bare
  chroot "$BARE" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends gcc libc6-dev pkg-config >/dev/null'
  cat >"$BARE/tmp/game.c" <<'C'
#include <cantrip.h>

int main(void)
{
    ct_definition *def = ct_load("/usr/share/cantrip/rulesets/fairytale", NULL);
    int cards = def ? ct_get_info(def, NULL).cards : 0;

    ct_free(def);
    return cards == 47 ? 0 : 1;
}
C
  chroot "$BARE" sh -c 'cd /tmp && cc -o game game.c $(pkg-config --cflags --libs cantrip) && ./game'
}

@test "Python plays there, once its package is there" {
  bare
  chroot "$BARE" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends /tmp/python3-cantrip_*.deb >/dev/null'
  run player "python3 -c 'import cantrip; print(round(cantrip.simulate(cantrip.game(\"hearts\", 4), 3)[\"share\"].sum()), cantrip.__file__)'"
  [ "$status" -eq 0 ]
  [ "$output" = "3 /usr/lib/python3/dist-packages/cantrip/__init__.py" ]
}

@test "what is purged leaves nothing" {
  bare
  chroot "$BARE" sh -c 'DEBIAN_FRONTEND=noninteractive apt-get purge -q -y cantrip cantrip-print libcantrip0 libcantrip-dev python3-cantrip >/dev/null'
  # but for what is the person's own, in /home
  run chroot "$BARE" find / -xdev -name '*cantrip*' -not -path '/home/*' -not -path '/tmp/*' -not -path '/var/log/*' -not -path '/var/cache/*'
  echo "$output"
  [ -z "$output" ]
}
