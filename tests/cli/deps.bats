#!/usr/bin/env bats
# tools/deps.sh: what it lists and installs, on a machine that has less than this one.

load ../helper

bats_require_minimum_version 1.5.0

setup() {
  cd "$BATS_TEST_TMPDIR"
  mkdir bin
  # no library is here; what would be installed is written down
  printf '#!/bin/sh\nexit 1\n' >bin/pkg-config
  printf '#!/bin/sh\necho "$@" >>"%s"\n' "$PWD/installed" >bin/apt-get
  printf '#!/bin/sh\n[ "$1" != -n ] || shift\n[ "$1" = -v ] || exec "$@"\n' >bin/sudo
  chmod +x bin/*
  PATH=$PWD/bin:$PATH
}

@test "several words ask for all of it" {
  INSTALL=no run -2 "$ROOT"/tools/deps.sh web print
  has "libmicrohttpd-dev: HTTP" "libpango1.0-dev: texts" "librsvg2-dev: pictures"
  run -2 "$ROOT"/tools/deps.sh web prnt
  has "usage: tools/deps.sh [build|test|"
}

@test "what is installed is said first; INSTALL=no lists it, also by make" {
  run -0 "$ROOT"/tools/deps.sh web
  has "libmicrohttpd-dev: HTTP" "They are installed now, as root (INSTALL=no only lists them)."
  grep -q "install -y --no-install-recommends .*libmicrohttpd-dev" installed
  rm installed
  mkdir tools
  cp "$ROOT"/Makefile .
  cp "$ROOT"/tools/deps.sh tools
  for how in "env INSTALL=no make" "make INSTALL=no"; do
    run -2 $how build/.deps
    has "liblua5.4-dev: Lua 5.4" "INSTALL=no: nothing is installed. As root, run:" "apt-get install -y"
    [ ! -e installed ]
  done
}

@test "a compiler behind another word is there" {
  INSTALL=no CC="env ${CC:-cc}" run -2 "$ROOT"/tools/deps.sh
  lacks "gcc: the C compiler"
}

@test "debhelper is there if its command is, whoever owns its folder" {
  INSTALL=no run "$ROOT"/tools/deps.sh deb
  if [ -x /usr/bin/dh ]; then lacks "debhelper:"; else has "debhelper: builds the packages"; fi
}

@test "the site's theme is there if mkdocs names it: Debian's is no module of Python" {
  for themes in "mkdocs" "material|mkdocs"; do
    printf '#!/bin/sh\necho "  -t, --theme [%s]"\n' "$themes" >bin/mkdocs
    chmod +x bin/mkdocs
    INSTALL=no run "$ROOT"/tools/deps.sh site
    case $themes in material*) lacks "mkdocs-material:" ;; *) has "mkdocs-material: how these pages look" ;; esac
  done
}

@test "if nothing may be installed, what needs it is skipped, and make says so" {
  mkdir tools build
  cp "$ROOT"/Makefile .
  cp "$ROOT"/tools/deps.sh tools
  touch build/.deps
  for what in wasm playground; do
    INSTALL=no run -0 make "$what"
    has "INSTALL=no: nothing is installed" "note: wasm: emscripten, or the sources of its libraries, cannot be had here: skipped"
  done
  has "note: playground: it needs make wasm"
  [ ! -e installed ]
}
