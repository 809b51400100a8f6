#!/bin/sh
# Installs the packages that are missing, and nothing else:
#   tools/deps.sh [build|test|fuzz|mutants|web|print|records|python|browser|wasm|playground|machines|m32|foreign|site|deb|debcheck]...
#
# `make` calls it before its first compilation, so that a bare Debian with make and a shell
# builds and tests in one command.  It is silent when all is there; else it says first what it
# will install.  INSTALL=no only lists that; DRY_RUN=1 says each step, and takes none.  Exit: 0 all is
# there (or would be), 1 the installation failed, 2 it may not (INSTALL=no) or cannot install
# here (no apt, no root), with the packages named.
set -u
kinds='build test fuzz mutants web print records python browser wasm playground machines m32 foreign site deb debcheck'
[ $# -gt 0 ] || set -- build
for word; do
    case " $kinds " in
    *" $word "*) ;;
    *) echo "usage: tools/deps.sh [$(echo "$kinds" | tr ' ' '|')]..." >&2; exit 2 ;;
    esac
done
asked=" $* "
wants() { # wants KIND...: is one of these asked for?
    for kind; do case $asked in *" $kind "*) return 0 ;; esac; done
    return 1
}

missing=
reasons=
need() { # need PACKAGE WHY
    missing="$missing $1"
    reasons="$reasons  $1: $2
"
}
have() { command -v "$1" >/dev/null 2>&1; }
tool() { have "$1" || need "$2" "$3"; }
lib() { { have pkg-config && pkg-config --exists "$1"; } || need "$2" "$3"; }

cc=${CC:-cc} # perhaps with a word before, as in "ccache gcc"
tool "${cc##* }" gcc "the C compiler"
[ -e /usr/include/stdio.h ] || need libc6-dev "the C library's headers"
tool make make "runs the build"
tool pkg-config pkg-config "finds the libraries"
lib lua5.4 liblua5.4-dev "Lua 5.4, the language of hooks"
lib yaml-0.1 libyaml-dev "reads rulesets and cards"
lib jansson libjansson-dev "JSON output"
lib libxxhash libxxhash-dev "hashes of positions"
lib libedit libedit-dev "line editing at the prompt"
if wants test; then
    lib cmocka libcmocka-dev "unit tests"
    tool bats bats "command-line tests"
    tool valgrind valgrind "memory checks"
    tool python3 python3 "reading JSON in tests, and the example bot"
    { have python3 && python3 -c 'import yaml, jsonschema' || /usr/bin/python3 -c 'import yaml, jsonschema'; } 2>/dev/null ||
        need "python3-yaml python3-jsonschema" "holds files against the schemas"
    tool jq jq "reading JSON in tests"
    tool git git "changes of a game since a commit, and which files are the tree's"
    tool lua5.4 lua5.4 "the example bot in Lua"
    tool tmux tmux "looks at the full screen of play"
    tool pkill procps "sees that no program is left behind"
    tool mandoc mandoc "reads the manual's pages"
    tool clang-format clang-format "holds the sources to their format"
    # Without its symbols valgrind stops at once on some processors.
    if have dpkg-query && ! have valgrind; then need libc6-dbg "symbols for valgrind"; fi
fi
if wants fuzz; then
    tool clang clang "compiles the harnesses"
    # Its runtime's name, with a path where there is such a file.
    [ -e "$(clang -print-file-name="libclang_rt.fuzzer-$(uname -m).a" 2>/dev/null)" ] ||
        need libclang-rt-dev "libFuzzer"
fi
if wants mutants; then
    /usr/bin/python3 -c 'import clang.cindex as c; c.Index.create()' 2>/dev/null ||
        need python3-clang "reads C, to write mutants of it"
fi
if wants web browser site deb debcheck; then lib libmicrohttpd libmicrohttpd-dev "HTTP for cantrip serve"; fi
if wants records deb debcheck; then lib sqlite3 libsqlite3-dev "sim --records FILE.sqlite"; fi
if wants records; then tool sqlite3 sqlite3 "reads what sim --records wrote"; fi
if wants print site deb debcheck; then
    lib pangocairo libpango1.0-dev "texts of cantrip print"
    lib librsvg-2.0 librsvg2-dev "pictures of cantrip print"
fi
if wants print; then
    [ -n "$(fc-list 'DejaVu Serif' 2>/dev/null)" ] || need "fontconfig fonts-dejavu-core" "the font of printed cards"
    tool pdftoppm poppler-utils "looks at printed pages"
    tool zip zip "packs cards for playingcards.io"
fi
if wants python; then
    module() { /usr/bin/python3 -c "import $1" 2>/dev/null || need "$2" "$3"; }
    module cffi python3-cffi "the package for Python calls the library by it"
    module numpy python3-numpy "arrays of the package for Python"
    module setuptools python3-setuptools "builds that package"
    module pip python3-pip "installs that package"
    module ensurepip python3-venv "somewhere to install it in a test"
fi
if wants machines; then
    tool parallel parallel "runs jobs, on other machines too"
    tool ssh openssh-client "how parallel reaches machines"
    tool rsync rsync "brings tallies back"
    tool mpirun openmpi-bin "starts ranks"
    tool slurmctld slurm-wlm "runs arrays of jobs, in folders of the test's own"
    tool munged munge "Slurm's keys"
fi
if wants browser; then
    tool chromium chromium "the page is tested in it"
    tool chromedriver chromium-driver "lets tests use a browser"
    /usr/bin/python3 -c 'import selenium' 2>/dev/null || need python3-selenium "the same, from Python"
fi
if wants wasm; then
    tool emcc emscripten "compiles for WebAssembly"
    tool esbuild esbuild "makes scripts and styles of a game in one file small"
    tool zopfli zopfli "packs the library in that file"
    [ -e /usr/share/nodejs/acorn ] || need node-acorn "a part of it that Debian leaves out"
    tool dpkg-source dpkg-dev "unpacks the sources of libraries"
fi

if wants playground; then tool npm npm "fetches the editor of the playground"; fi
if wants site; then
    tool mkdocs mkdocs "the book as pages for a browser"
    # It names the themes that it finds: Debian's is no module that every Python imports.
    mkdocs build --help 2>/dev/null | grep -qw material || need mkdocs-material "how these pages look, and their search"
    tool git git "says which files belong to the book"
    tool chromium chromium "its pictures are taken in it"
    tool chromedriver chromium-driver "lets programs use it"
    /usr/bin/python3 -c 'import selenium' 2>/dev/null || need python3-selenium "the same, from Python"
    tool tmux tmux "the screen of a terminal"
    tool aha aha "that screen as a page"
fi
if wants m32; then
    probe=$(mktemp) || exit 1
    if ! echo 'int main(void) { return 0; }' | ${CC:-cc} -m32 -x c -o "$probe" - 2>/dev/null; then
        # gcc-multilib itself cannot stand beside compilers for other machines.
        need "gcc-$(${CC:-cc} -dumpversion | cut -d. -f1)-multilib" "programs whose pointers have 32 bits"
    elif ! "$probe" 2>/dev/null; then tool qemu-i386 qemu-user "runs them where the system does not"; fi
    rm -f "$probe"
fi
if wants foreign; then
    tool aarch64-linux-gnu-gcc "gcc-aarch64-linux-gnu libc6-dev-arm64-cross" "compiles for ARM"
    tool s390x-linux-gnu-gcc "gcc-s390x-linux-gnu libc6-dev-s390x-cross" "compiles for a machine with the other order of bytes"
    tool qemu-s390x qemu-user "runs their programs"
fi
if wants deb debcheck; then
    # A package says what it was built with: these come from Debian and from nowhere else.
    [ -x /usr/bin/dh ] || need debhelper "builds the packages"
    [ -x /usr/bin/dh_python3 ] || need dh-python "builds the package for Python"
    tool dpkg-buildpackage dpkg-dev "builds the packages"
fi
if wants debcheck; then
    tool lintian lintian "reads the packages as Debian does"
    tool debootstrap debootstrap "a bare system to install them in"
fi

[ -n "$missing" ] || exit 0

echo "Cantrip needs packages that are not here yet:"
printf '%s' "$reasons"

if [ "${INSTALL:-}" = no ]; then
    echo "INSTALL=no: nothing is installed. As root, run:" >&2
    echo "  apt-get install -y --no-install-recommends$missing" >&2
    exit 2
fi
if ! have apt-get; then
    echo "There is no apt-get here. Install what corresponds to:$missing" >&2
    exit 2
fi

root=
if [ "$(id -u)" != 0 ]; then
    if ! have sudo; then
        echo "Installing needs root, and there is no sudo here. As root, run:" >&2
        echo "  apt-get install -y --no-install-recommends$missing" >&2
        exit 2
    fi
    root=sudo
    [ -t 0 ] || root="sudo -n"
fi

run() {
    echo "+ $*"
    [ "${DRY_RUN:-}" = 1 ] || "$@" </dev/null
}
echo "They are installed now, as root (INSTALL=no only lists them)."
# sudo may want a password from the terminal: ask before stdin is closed.
if [ "$root" = sudo ] && [ "${DRY_RUN:-}" != 1 ]; then sudo -v || exit 2; fi

apt="$root env DEBIAN_FRONTEND=noninteractive apt-get -o Dpkg::Use-Pty=0 -q"
# Lists fetched within the hour are good enough; the second try below refreshes them.
fresh=$(find /var/lib/apt/lists -maxdepth 1 -name '*_Packages*' -mmin -60 2>/dev/null | head -n 1)
[ -n "$fresh" ] || run $apt update || echo "apt-get update failed; trying with the lists there are"
if ! run $apt install -y --no-install-recommends $missing; then
    run $apt update
    if ! run $apt install -y --no-install-recommends $missing; then
        echo "Could not install:$missing" >&2
        exit 1
    fi
fi
[ "${DRY_RUN:-}" = 1 ] || echo "Installed:$missing"
