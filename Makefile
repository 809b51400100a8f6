# Cantrip: build, test, install. `make help` lists the targets.
#
# What is built:  core/*/*.c -> build/libcantrip.a and .so.0, from which only ct_* leave, and
#                 build/inside.a, the same with all names, for the tests of this tree;
#                 tools/*.c tools/{desk,lsp,mutate,new,print,records,report,scenes,screen,serve,stats,term}/*.c -> build/cantrip, with the page of tools/web and the games of tools/new in it,
#                 tools/print/draw/*.c -> build/print.so, which draws for `cantrip print`,
#                 core and tools/wasm -> build/wasm, the library for JavaScript, and the page of `cantrip bundle`,
#                 tests/unit/NAME.c -> build/test/unit/NAME (cmocka),
#                 tests/property/NAME/*.c -> build/test/property/NAME,
#                 tools/bench/*.c -> build/bench/bench,
#                 tests/harness/NAME.c, with shared/*.c -> build/fuzzer/harness/NAME (clang, libFuzzer) and
#                 build/san/harness/fixed/NAME (its inputs are the same on every machine).
# Variants:       SAN=1 builds all of this under build/san with ASan and UBSan;
#                 SAN=thread under build/tsan with TSan;
#                 SAN=mutants under build/mutants with many mutants of the kernel in it (tests/mutants);
#                 SAN=m32 the unit tests under build/m32, for pointers of 32 bits, with UBSan;
#                 SAN=arm64, SAN=s390x under build/arm64 and build/s390x for these machines (make same-bytes);
#                 SAN=cov under build/cov with gcov's counters;
#                 SAN=fuzzer under build/fuzzer with both of SAN=1 and libFuzzer's counters, by clang
#                 (these with -g1: a report needs only names and lines);
#                 WERROR=1 or CI=true makes warnings errors.
# Missing packages:  tools/deps.sh installs them before the first compilation (never for `make help`,
#                 `clean` or `uninstall`; with INSTALL=no it lists them, and make ends). The targets that
#                 test them, and `make deps`, also install what only one command needs: libmicrohttpd
#                 (`serve`), Pango and librsvg (`print`), SQLite (`sim --records FILE.sqlite`).
# A bare machine has no pkg-config, so nothing may call it while the Makefile is read. Its answers are in
# the stamps build/.deps*.

SHELL   := /bin/sh
CC      ?= cc
AR      ?= ar
OBJCOPY ?= objcopy
PREFIX  ?= /usr/local
LIBDIR  ?= $(PREFIX)/lib
MANDIR  ?= $(PREFIX)/share/man/man1
BASHDIR ?= $(PREFIX)/share/bash-completion/completions
ZSHDIR  ?= $(PREFIX)/share/zsh/site-functions
FISHDIR ?= $(PREFIX)/share/fish/vendor_completions.d
DESTDIR ?=
JOBS    ?= $(shell nproc 2>/dev/null || echo 1)
GAME    ?= fairytale

LIB_PKGS  := lua5.4 yaml-0.1 jansson libxxhash
TOOL_PKGS := libedit
TERM_PKGS := ncursesw
WEB_PKGS  := libmicrohttpd
PRINT_PKGS := pangocairo librsvg-2.0
RECORD_PKGS := sqlite3
TEST_PKGS := cmocka

HOST_CC := $(CC)
ifeq ($(SAN),1)
B      := build/san
OPT    := -O1 -g1
SANFL  := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else ifeq ($(SAN),thread)
B      := build/tsan
OPT    := -O1 -g1
SANFL  := -fsanitize=thread
else ifeq ($(SAN),fuzzer)
CC     := clang
B      := build/fuzzer
OPT    := -O2 -g1 -ffunction-sections
# Functions that a harness never calls are left out: each input looks through all counters. No trace-cmp:
# each check of UBSan would call it, a third of the time. Compared strings are found all the same.
SANFL  := -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-coverage=trace-cmp \
          -fno-sanitize-recover=undefined -fno-omit-frame-pointer
else ifeq ($(SAN),m32)
B      := build/m32
OPT    := -O1 -g1
# With SSE, as elsewhere: the old processor's numbers have more digits, and the same seed gave other bytes.
# Debian's i386 package has one of Lua's headers for itself.
SANFL  := -m32 -msse2 -mfpmath=sse -fsanitize=undefined -fno-sanitize-recover=undefined \
          -idirafter $(B)/root/all/usr/include/i386-linux-gnu -idirafter /usr/include/x86_64-linux-gnu
else ifneq (,$(filter arm64 s390x,$(SAN)))
TRIPLET := $(if $(filter arm64,$(SAN)),aarch64,s390x)-linux-gnu
CC     := $(TRIPLET)-gcc
B      := build/$(SAN)
OPT    := -O2
SANFL  := -idirafter $(B)/root/all/usr/include -idirafter $(B)/root/all/usr/include/$(TRIPLET)
else ifeq ($(SAN),cov)
B      := build/cov
# No inlining: each copy of a branch would be counted.
OPT    := -O0 -g1 -Dalways_inline=
SANFL  := --coverage -fprofile-update=atomic
else ifeq ($(SAN),mutants)
B      := build/mutants
OPT    := -O2 -g
SANFL  :=
else ifeq ($(SAN),wasm)
CC     := emcc
B      := build/wasm
OPT    := -Oz
SANFL  := -fwasm-exceptions -sSUPPORT_LONGJMP=wasm -I$(B)/libraries/include -include tools/wasm/system.h
THREADS :=
else
B      := build
OPT    ?= -O2 -g
SANFL  :=
endif

THREADS ?= -fPIC -pthread
WARN := -Wall -Wextra -Wno-format-zero-length # an empty format is an empty cell
ifneq (,$(filter true 1,$(CI) $(WERROR)))
WARN += -Werror
endif

# File offsets and numbers of 64 bits everywhere, or a folder may read as empty.
CPPFLAGS_ALL := -Icore -I. -D_POSIX_C_SOURCE=200809L -D_FILE_OFFSET_BITS=64 $(CPPFLAGS)
CFLAGS_ALL   := -std=c11 -ffp-contract=off -fvisibility=hidden $(THREADS) $(OPT) $(WARN) $(SANFL) $(CFLAGS)
LDFLAGS_ALL  := $(filter -pthread,$(THREADS)) $(SANFL) $(LDFLAGS)

LIB_SRC   := $(sort $(wildcard core/*/*.c core/*/*/*.c))
TOOL_SRC  := $(sort $(wildcard tools/*.c tools/attack/*.c tools/desk/*.c tools/lsp/*.c tools/mcp/*.c tools/mutate/*.c tools/new/*.c tools/print/*.c tools/records/*.c tools/report/*.c tools/scenes/*.c tools/screen/*.c tools/serve/*.c tools/stats/*.c tools/term/*.c tools/text/*.c))
DRAW_SRC  := $(sort $(wildcard tools/print/draw/*.c))
WEB_SRC   := $(sort $(wildcard tools/web/*.html tools/web/*.css tools/web/*.js tools/web/*.svg tools/web/*.webmanifest tools/report/*.css tools/report/*.js tools/*.lua tools/lsp/*.lua tools/mcp/*.lua tools/new/*.lua tools/print/*.lua tools/report/*.lua tools/screen/*.lua tools/term/*.lua tools/text/*.lua))
NEW_SRC   := $(sort $(shell find tools/new/templates -type f))
UNIT_SRC  := $(sort $(wildcard tests/unit/*.c))
PROP_SRC  := $(sort $(wildcard tests/property/*/*.c))
BENCH_SRC := $(sort $(wildcard tools/bench/*.c))
HARNESS_SRC    := $(sort $(wildcard tests/harness/*.c))
HARNESS_SHARED := $(sort $(wildcard tests/harness/shared/*.c))
HARNESS_FIXED  := tests/harness/fixed/fixed.c
DICT_SRC       := tests/harness/dictionary/dictionary.c
MUTANT_SRC     := tests/mutants/mutant.c tests/mutants/digest.c
# Sources of mutants, how many, and the seed that draws them.
MUTATED      := $(sort $(wildcard core/kernel/*/*.c core/script/*.c))
MUTANTS      ?= 600
MUTANTS_SEED ?= 1
ifeq ($(SAN),mutants)
LIB_SRC      += tests/mutants/mutant.c
endif

# The date of this version, in seconds since 1970, from the changelog.
RELEASED = $$(date -d "$$(sed -n 's/^ -- .*>  //p;T;q' tools/deb/changelog)" +%s)

# Optional libraries, of `serve`, `sim --records`, the full screen of `play` (it comes with libedit) and
# `print`. A recipe asks for them, when pkg-config is there. Targets that test them install them.
WEB_LIBS = for p in $(WEB_PKGS) $(RECORD_PKGS) $(TERM_PKGS); do pkg-config --libs $$p 2>/dev/null; done; :
PRINT_FLAGS = pkg-config $(1) $(PRINT_PKGS) 2>/dev/null || :
WITH_WEB = $(if $(filter test check cli serve browser,$(MAKECMDGOALS)),build/.deps-web) $(if $(filter site pictures,$(MAKECMDGOALS)),build/.deps-site)

obj        = $(patsubst %.c,$(B)/obj/%.o,$(1))
PROP_NAMES := $(sort $(patsubst tests/property/%/,%,$(dir $(PROP_SRC))))
UNIT_BIN   := $(UNIT_SRC:tests/unit/%.c=$(B)/test/unit/%)
PROP_BIN   := $(PROP_NAMES:%=$(B)/test/property/%)
BENCH_BIN  := $(if $(BENCH_SRC),$(B)/bench/bench)
HARNESS_BIN  := $(HARNESS_SRC:tests/harness/%.c=$(B)/harness/%)
FIXED_BIN    := $(HARNESS_SRC:tests/harness/%.c=$(B)/harness/fixed/%)
HARNESS_DICT := $(B)/harness/dictionary

LIB    := $(B)/libcantrip.a
SHARED := $(B)/libcantrip.so.0
INSIDE := $(B)/inside.a
CMD := $(B)/cantrip
DRAW := $(B)/print.so
# For WebAssembly (SAN=wasm): the library, what answers at a table, and what JavaScript calls.
WASM_SRC := $(filter-out core/bot/process.c,$(LIB_SRC)) $(addprefix tools/wasm/,library.c load.c system.c table.c) $(addprefix tools/,art.c bots.c buffer.c cache.c common.c folder.c \
            jsontext.c levels.c memory.c policies.c rulesets.c stopped.c there.c screen/progress.c screen/table.c stats/profilereport.c $(addprefix serve/, \
            about.c art.c clocks.c game.c gametable.c house.c keep.c message.c name.c routes.c secret.c sitting.c stream.c think.c together.c told.c whatif.c))
# What the program has in it: the page and its scripts; WebAssembly needs only what makes JSON of counts, and the language server.
WEB_IN := $(if $(filter wasm,$(SAN)),$(addprefix tools/,lsp/lsp.lua report/json.lua report/report.css report/report.js text/reader.lua),$(WEB_SRC))
# And the desk without a server, with the language server of its editor.
WASM_DESK := tools/wasm/desk.c $(filter-out tools/desk/watch.c,$(wildcard tools/desk/*.c)) $(wildcard tools/lsp/*.c tools/scenes/*.c tools/text/*.c) $(addprefix tools/,look.c \
             gone.c script.c testfiles.c textfile.c whose.c report/report.c report/data.c serve/page.c) $(filter-out tools/stats/profilereport.c,$(wildcard tools/stats/*.c))
OBJ := $(call obj,$(LIB_SRC) $(TOOL_SRC) $(DRAW_SRC) $(UNIT_SRC) $(PROP_SRC) $(BENCH_SRC) $(HARNESS_SRC) $(HARNESS_SHARED) $(DICT_SRC) $(MUTANT_SRC)) $(if $(filter wasm,$(SAN)),$(call obj,$(WASM_SRC) $(WASM_DESK)))

# One job per processor unless the caller decides; `make clean all` keeps its order.
ifeq ($(MAKELEVEL),0)
ifeq (,$(findstring j,$(filter-out --%,$(firstword -$(MAKEFLAGS)))))
MAKEFLAGS += -j$(JOBS)
endif
endif
ifneq (,$(filter clean,$(MAKECMDGOALS)))
.NOTPARALLEL:
endif

.DEFAULT_GOAL := all
.DELETE_ON_ERROR:
.SUFFIXES:
.SECONDARY:
.PHONY: all play pictures wasm wasm-programs playground playground-page same-bytes same-programs test check unit scenarios cli book gallery house property sanitize hostile tsan m32 valgrind coverage kills bench bench-update policies \
        site long serve browser python test-machines disk harness fuzz-night promises mutants mutant-programs lint format install uninstall deb debcheck clean help deps programs san san-programs san-fixed fixed-programs san-thread san-fuzzer unit-programs cov-programs harness-programs FORCE

##@ Use
all: $(CMD) $(DRAW) $(LIB) $(SHARED) ## build build/cantrip, build/libcantrip.a and .so.0
play: all ## play a game of Fairy Tale (you in seat 0 at a terminal, else bots only); GAME=wizard-quest
	@$(CMD) play $(GAME)

site: all playground | build/.deps-site ## the guide as pages for a browser, with search and the playground: build/site/html/index.html
	@tools/site/site --pictures build/site && echo "written to build/site/html; to read it with its search: python3 -m http.server -d build/site/html"
pictures: all | build/.deps-site ## the pictures of the guide and the README, taken anew: rulesets/guide/pictures
	@tools/site/pictures rulesets/guide/pictures

wasm: | build/.deps $(if $(filter test,$(MAKECMDGOALS)),build/.deps-python) ## libcantrip for JavaScript (build/wasm/cantrip), and the page of cantrip bundle (installs emscripten)
	+@if timeout 600 tools/deps.sh wasm && $(MAKE) --no-print-directory SAN=wasm build/wasm/libraries/libraries.a; then \
	  $(MAKE) --no-print-directory SAN=wasm wasm-programs; \
	else echo "note: wasm: emscripten, or the sources of its libraries, cannot be had here: skipped"; fi

playground: wasm ## an editor with the table beside it, for any server of files: build/wasm/playground (installs npm)
	+@if [ -e build/wasm/game.html ] && timeout 600 tools/deps.sh wasm playground && $(MAKE) --no-print-directory SAN=wasm build/wasm/npm/done; then \
	  $(MAKE) --no-print-directory SAN=wasm playground-page; \
	else echo "note: playground: it needs make wasm, npm and npm's registry: skipped"; fi

##@ Test
test: programs san san-fixed san-thread playground same-programs build/.deps-browser build/.deps-machines build/.deps-python ## every test: check, property, sanitize, hostile mods, machines, tsan, valgrind, harnesses; long ones in part (make long)
	@CT_LONG=1 SHORT=1 tests/run.sh unit scenarios cli book gallery house property valgrind serve wasm same python machines disk sanitize hostile tsan harness
check: all $(B)/bare/cantrip $(UNIT_BIN) $(BENCH_BIN) | build/.deps-test ## the everyday part: unit, scenarios, house, cli without its long tests (under a minute)
	@QUICK=1 tests/run.sh unit scenarios house cli
unit: $(UNIT_BIN) ## unit tests (tests/unit)
	@tests/run.sh unit
scenarios: all ## scenarios of the rulesets and of tests/scenario
	@tests/run.sh scenarios
cli: all $(B)/bare/cantrip $(BENCH_BIN) | build/.deps-test ## command-line tests (tests/cli)
	@tests/run.sh cli
book: all ## every page of the guide does what it shows
	@tests/run.sh book
gallery: all ## well-known games, played again by models in Python (tests/gallery)
	@tests/run.sh gallery
house: | build/.deps-test ## structure checks (tests/house.bats)
	@tests/run.sh house
property: all $(PROP_BIN) ## property tests (tests/property), their short form
	@tests/run.sh property
serve: all ## games over HTTP, with players and with strangers (tests/serve)
	@SERVE_LONG=1 tests/run.sh serve
browser: all ## the same in a real browser (installs Chromium)
	@tools/deps.sh browser && $(FETCH_AXE)
	@SERVE_LONG=1 tests/run.sh browser
python: all | build/.deps-test ## the package for Python (tools/python): arrays, environments, pip (installs cffi and numpy)
	@tools/deps.sh python || echo "note: not all that Python needs can be installed here"
	@tests/run.sh python
test-machines: all ## runs on many machines by GNU parallel, Open MPI and Slurm, played on this one (installs them; as root)
	@tools/deps.sh machines || echo "note: not all launchers can be installed here"
	@tests/run.sh machines
sanitize: san ## unit tests, scenarios and short simulations under ASan and UBSan
	@tests/run.sh sanitize
tsan: san-thread ## commands with several threads (sim, arena, solve, check --deep) under TSan
	@tests/run.sh tsan
kills: all ## play, sim and arena killed 1,000 times at random moments; KILLS_FLAGS='N SEED'
	@tests/kills $(KILLS_FLAGS)
disk: all $(B)/test/liar.so ## commands on a disk that fails, forgets and loses power at each call; DISK_FLAGS='POINTS [SEED]'
	@DISK_FLAGS='$(DISK_FLAGS)' tests/run.sh disk
hostile: all san ## malicious mods, in builds with ASan and UBSan, -O2 and -O0, each twice (half an hour)
	+@$(MAKE) --no-print-directory B=build/o0 OPT='-O0 -g' build/o0/cantrip
	@HOSTILE_FLAGS=--long tests/run.sh hostile
# Twice: only a first compiled program shows whether 32 bits run here.
m32: | build/.deps-test ## unit tests with pointers of 32 bits, under UBSan (installs a compiler for them, fetches i386 libraries)
	+@if tools/deps.sh m32 && tools/deps.sh m32 && timeout 300 tests/libraries i386 build/m32/root; then \
	  $(MAKE) --no-print-directory SAN=m32 unit-programs && tests/run.sh m32; \
	else echo "note: m32: programs of 32 bits cannot be built or run here, skipped"; fi
# What cannot be built here is skipped, and the test says so.
same-bytes: | build/.deps-test ## the same games on every machine: 100,000 of five games here, in 32 bits and in WebAssembly, fewer of the others and under qemu (installs qemu-user and compilers)
	+@! { tools/deps.sh m32 && tools/deps.sh m32; } || timeout 300 tests/libraries i386 build/m32/root || :
	+@$(MAKE) --no-print-directory same-programs
	+@tools/deps.sh foreign || echo "note: same-bytes: not all compilers can be installed here"
	+@for m in arm64 s390x; do ! timeout 300 tests/libraries $$m build/$$m/root || $(MAKE) --no-print-directory SAN=$$m build/$$m/digest || :; done
	@SAME_LONG=1 tests/same-bytes
same-programs: wasm $(B)/digest # and of 32 bits, where make same-bytes has fetched its libraries
	+@[ ! -e build/wasm/game.html ] || $(MAKE) --no-print-directory SAN=wasm build/wasm/digest.js
	+@[ ! -e build/m32/root ] || $(MAKE) --no-print-directory SAN=m32 build/m32/digest || :
# The build is slow: a test that fails only here may have run out of time.
coverage: | build/.deps-web ## which branches of our C the tests take (tests/coverage.py); COVER='unit scenarios'
	+@$(MAKE) --no-print-directory SAN=cov cov-programs
	@find build/cov -name '*.gcda' -delete
	@BUILD=build/cov tests/run.sh $(or $(COVER),unit scenarios property serve hostile) || :
	@$(if $(COVER),:,BUILD=build/cov QUICK=1 tests/run.sh cli || :)
	@tests/coverage.py build/cov
valgrind: all $(UNIT_BIN) | build/.deps-test ## unit tests and a game of each ruleset under valgrind (20 minutes; make test draws a twelfth at random)
	@tests/run.sh valgrind
long: programs san ## all of what make test runs in part: property, valgrind, wordings (35 minutes)
	@CT_LONG=1 tests/run.sh property gallery valgrind wordings
POLICIES := kuhn:2:20000 leduc:2:20000 fairytale:4:20000 fairytale-factions:4:20000 once-upon-a-draft:4:20000 wizard-quest:1:50000 \
            card-ring:4:5000 card-ring:3:5000 card-ring:2:5000 hearts:4:2000 spades:4:2000 oh-hell:4:2000 whist:4:2000 \
            euchre:4:2000 briscola:4:2000 briscola:2:2000 scopa:4:2000 scopa:2:2000 crazy-eights:4:2000 go-fish:4:2000 cribbage:2:20000 cribbage:3:10000 \
            lantern-night:4:50000 cinder-and-mist:2:6000 president:4:2000 golf:4:2000 blackjack:4:4000 \
            texas-holdem:4:4000 texas-holdem:2:6000 gin-rummy:2:600 durak:4:1000 durak:2:1000 old-maid:4:1000 \
            bridge:4:5000 big-two:4:2000
policies: all ## train the bots of the shipped games anew (ten minutes): the same bytes on every machine
	@set -e; for one in $(POLICIES); do \
	  game=$${one%%:*} rest=$${one#*:}; people=$${rest%:*} to=rulesets/$$game/policies; \
	  mkdir -p $$to; echo "$$game for $$people"; \
	  $(B)/cantrip learn rulesets/$$game --seats $$people --games $${rest#*:} --out $$to/$$people.policy; \
	done
fuzz-night: ## all harnesses for an hour each: ten hours on two cores; keeps inputs that go new ways in build/fuzzer/corpus
	+@seconds=$${HARNESS_SECONDS:-3600}; \
	  HARNESS_SECONDS=$$seconds TEST_TIMEOUT=$$((seconds + 300)) $(MAKE) --no-print-directory harness
harness: ## libFuzzer on everything that reads strangers' files, a minute each (tests/harness); HARNESS_SECONDS=N HARNESS_FLAGS=…
	+@if tools/deps.sh fuzz; then $(MAKE) --no-print-directory san-fuzzer && \
	  HARNESS_SECONDS=$${HARNESS_SECONDS:-60} HARNESS_CORPUS=build/fuzzer/corpus tests/run.sh harness; \
	else echo "note: there is no clang with libFuzzer here, and it cannot be installed: skipped"; fi
mutants: | build/.deps-test ## changes our C in one place at a time: do the everyday tests notice? MUTANTS=N MUTANTS_SEED=S (an hour; installs libclang)
	+@if tools/deps.sh mutants; then \
	  tests/mutants/make --count $(MUTANTS) --seed $(MUTANTS_SEED) --out build/mutants $(MUTATED) -- \
	    $(CPPFLAGS_ALL) -std=c11 $$(cat build/.deps.cflags) && \
	  $(MAKE) --no-print-directory SAN=mutants mutant-programs && tests/mutants/run build/mutants; \
	else echo "note: mutants: libclang is not here, and cannot be installed: skipped"; fi
promises: all ## measures what the book promises, and writes it into guide/explain/promises.md (three hours); PROMISES='disk kills'
	@tests/promises $(PROMISES)

##@ Measure
bench: $(BENCH_BIN) $(CMD) ## speed of every game, beside games written by hand in C (tools/bench); of loading; instructions per pick; what a second thread gains
	@$(BENCH_BIN) --check 1000 >&2
	@$(BENCH_BIN) $(BENCH_FLAGS)
	@tests/many-cards 1000 build/bench/1000-cards
	@case '$(BENCH_FLAGS)' in *--json*) ;; *) echo; tests/bench-loading build/bench/1000-cards; echo; tests/bench-guard || true; echo; tests/bench-jobs || true ;; esac
bench-update: $(BENCH_BIN) | build/.deps-test
	@tests/bench-guard --update

##@ Care
# One file at a time: with several, clang-tidy 14 takes every va_list after the first file for
# uninitialised. No carets: they would bring "N warnings generated" from the system's headers.
# cppcheck 2.10 ignores _Noreturn and knows the attribute.
lint: | build/.deps-test ## clang-tidy and cppcheck, those that are installed
	@rc=0; srcs="$(LIB_SRC) $(TOOL_SRC)"; \
	if [ -z "$(strip $(LIB_SRC) $(TOOL_SRC))" ]; then echo "note: no sources"; exit 0; fi; \
	if command -v clang-tidy >/dev/null; then \
	  echo $$srcs | tr ' ' '\n' | xargs -P $(JOBS) -n 1 sh -c 'clang-tidy --quiet "$$@" -- -std=c11 -fno-caret-diagnostics $(CPPFLAGS_ALL) '"$$(cat build/.deps.cflags)" sh || rc=1; \
	else echo "note: clang-tidy is not installed (apt-get install clang-tidy)"; fi; \
	if command -v cppcheck >/dev/null; then \
	  cppcheck --quiet -j $(JOBS) --std=c11 --error-exitcode=1 --inline-suppr \
	    --enable=warning,portability --suppress=missingIncludeSystem -Icore -I. \
	    -D_POSIX_C_SOURCE=200809L '-D_Noreturn=__attribute__((noreturn))' $$srcs || rc=1; \
	else echo "note: cppcheck is not installed (apt-get install cppcheck)"; fi; \
	exit $$rc
format: ## clang-format every C file in place
	@command -v clang-format >/dev/null || { echo "clang-format is not installed (apt-get install clang-format)"; exit 2; }
	@find core tools tests \( -name '*.c' -o -name '*.h' \) -print0 2>/dev/null | xargs -0 -r clang-format -i
clean: ## remove build/
	rm -rf build

##@ Install
# The command itself writes its man pages and completions, from its tables of commands and flags.
install: all ## install the command, its manual, library and games under PREFIX (default /usr/local)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(LIBDIR)/pkgconfig \
	  $(DESTDIR)$(PREFIX)/include $(DESTDIR)$(PREFIX)/share/cantrip $(DESTDIR)$(MANDIR)
	install -m 755 $(CMD) $(DESTDIR)$(PREFIX)/bin/cantrip
	install -D -m 644 $(DRAW) $(DESTDIR)$(PREFIX)/lib/cantrip/print.so
	install -m 644 $(LIB) $(DESTDIR)$(LIBDIR)/libcantrip.a
	install -m 644 $(SHARED) $(DESTDIR)$(LIBDIR)/libcantrip.so.0
	ln -sf libcantrip.so.0 $(DESTDIR)$(LIBDIR)/libcantrip.so
	install -m 644 core/cantrip.h $(DESTDIR)$(PREFIX)/include/cantrip.h
	@export SOURCE_DATE_EPOCH=$${SOURCE_DATE_EPOCH:-$(RELEASED)}; $(CMD) --help=man > $(DESTDIR)$(MANDIR)/cantrip.1 && \
	for c in $$($(CMD) complete -- | cut -f1 | grep -vx help); do \
	  $(CMD) $$c --help=man > $(DESTDIR)$(MANDIR)/cantrip-$$c.1 || exit; done
	install -D -m 644 tools/completion/cantrip.bash $(DESTDIR)$(BASHDIR)/cantrip
	install -D -m 644 tools/completion/cantrip.zsh $(DESTDIR)$(ZSHDIR)/_cantrip
	install -D -m 644 tools/completion/cantrip.fish $(DESTDIR)$(FISHDIR)/cantrip.fish
	@v=$$(sed -n 's/^#define *CT_VERSION *"\([^"]*\)".*/\1/p' core/cantrip.h); \
	printf '%s\n' 'prefix=$(PREFIX)' 'libdir=$(LIBDIR:$(PREFIX)/%=$${prefix}/%)' 'includedir=$${prefix}/include' \
	  'datadir=$${prefix}/share/cantrip' '' 'Name: cantrip' \
	  'Description: an interpreter for card games' "Version: $${v:-0.1.0}" \
	  'Requires.private: $(LIB_PKGS)' 'Libs: -L$${libdir} -lcantrip' \
	  'Libs.private: -lm -pthread' 'Cflags: -I$${includedir}' \
	  > $(DESTDIR)$(LIBDIR)/pkgconfig/cantrip.pc
	@for d in rulesets cards scripts; do rm -rf "$(DESTDIR)$(PREFIX)/share/cantrip/$$d"; \
	  if [ -d $$d ]; then cp -R $$d "$(DESTDIR)$(PREFIX)/share/cantrip/"; fi; done
	@[ ! -e build/wasm/game.html ] || install -m 644 build/wasm/game.html $(DESTDIR)$(PREFIX)/share/cantrip/game.html
	@echo "installed under $(DESTDIR)$(PREFIX)"
uninstall: ## remove what install put there
	rm -f $(DESTDIR)$(PREFIX)/bin/cantrip $(DESTDIR)$(PREFIX)/lib/cantrip/print.so $(DESTDIR)$(LIBDIR)/libcantrip.a \
	  $(DESTDIR)$(LIBDIR)/libcantrip.so.0 $(DESTDIR)$(LIBDIR)/libcantrip.so \
	  $(DESTDIR)$(PREFIX)/include/cantrip.h $(DESTDIR)$(LIBDIR)/pkgconfig/cantrip.pc \
	  $(DESTDIR)$(MANDIR)/cantrip.1 $(DESTDIR)$(MANDIR)/cantrip-*.1 $(DESTDIR)$(BASHDIR)/cantrip \
	  $(DESTDIR)$(ZSHDIR)/_cantrip $(DESTDIR)$(FISHDIR)/cantrip.fish
	rm -rf $(DESTDIR)$(PREFIX)/share/cantrip
	@rmdir $(DESTDIR)$(PREFIX)/lib/cantrip 2>/dev/null || :
deb: wasm ## Debian packages of the command and the library, in build/deb (installs debhelper)
	@tools/deps.sh deb && tools/deb/build build/deb
debcheck: ## checks these by lintian, installs and plays them in a bare system (debootstrap; as root)
	@tools/deps.sh debcheck && tools/deb/build build/deb || echo "note: debcheck: packages cannot be built here"
	@tests/run.sh deb
deps: ## install the packages that building and testing need, where missing
	@tools/deps.sh test web print records fuzz
help: ## this list
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@ / { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

# ---- below: how

programs: all $(B)/test/liar.so $(B)/bare/cantrip $(UNIT_BIN) $(PROP_BIN) $(BENCH_BIN) | build/.deps-test
	@:

# The sanitized twin of what the suites run (all of it: make SAN=1 all programs). Packages are installed
# before the second make starts.
san: | build/.deps-test $(WITH_WEB)
	+@$(MAKE) --no-print-directory SAN=1 san-programs
san-programs: $(CMD) $(DRAW) $(UNIT_BIN)
	@:
san-thread: | build/.deps $(WITH_WEB)
	+@$(MAKE) --no-print-directory SAN=thread build/tsan/cantrip
unit-programs: $(UNIT_BIN)
	@:
cov-programs: all $(UNIT_BIN) $(PROP_BIN)
	@:
mutant-programs: $(CMD) $(UNIT_BIN) $(B)/digest
	@:
# Harnesses with fixed inputs need no libFuzzer, and so no build of their own.
san-fixed: san
	+@$(MAKE) --no-print-directory SAN=1 fixed-programs
fixed-programs: $(FIXED_BIN) $(HARNESS_DICT)
	@:
san-fuzzer: | build/.deps-fuzz
	+@$(MAKE) --no-print-directory SAN=fuzzer harness-programs
harness-programs: $(HARNESS_BIN) $(HARNESS_DICT)
	@:

# Files get their names when they are complete, so that a second make never reads half of one. TMP has
# the shell's number: one line, one TMP.
TMP  = $@.$$$$
DONE = mv -f $(TMP) $@

# Lua is linked from its archive if the compiler finds one (Debian's liblua5.4-dev has both): calls into a
# shared library go through a table, and a hook makes some ten. 4 % more games a second.
LUA_ARCHIVE = a=$$($(HOST_CC) -print-file-name=liblua5.4.a); \
  case $$a in /*) libs=$$(echo "$$libs" | sed "s|-llua5.4|$$a -ldl|") ;; esac

build/.deps: tools/deps.sh Makefile
	@tools/deps.sh build
	@mkdir -p build
	@pkg-config --cflags $(LIB_PKGS) $(TOOL_PKGS) > $(TMP) && mv -f $(TMP) build/.deps.cflags
	@libs=$$(pkg-config --libs $(LIB_PKGS)) && { $(LUA_ARCHIVE); } && echo "$$libs" > $(TMP) && mv -f $(TMP) build/.deps.libs
	@pkg-config --libs $(TOOL_PKGS) > $(TMP) && mv -f $(TMP) build/.deps.toollibs
	@touch $@

build/.deps-test: tools/deps.sh | build/.deps
	@tools/deps.sh test
	@pkg-config --cflags $(TEST_PKGS) > $(TMP) && mv -f $(TMP) build/.deps.testcflags
	@pkg-config --libs $(TEST_PKGS) > $(TMP) && mv -f $(TMP) build/.deps.testlibs
	@touch $@

# Without them all else is built, and `serve` says what to install. One after the other, since apt locks.
build/.deps-web: tools/deps.sh | build/.deps-test
	@tools/deps.sh web || echo "note: without libmicrohttpd there is no cantrip serve"
	@tools/deps.sh print || echo "note: without Pango and librsvg there is no cantrip print"
	@tools/deps.sh records || echo "note: without SQLite sim --records writes text alone"
	@touch $@

# A browser is optional: without one that works, its tests are skipped and counted as such.
FETCH_AXE = mkdir -p build/axe && cp tests/serve/axe/*.json build/axe/ && \
  { command -v npm >/dev/null && cd build/axe && timeout 120 npm ci --silent --no-audit --no-fund || echo "note: axe-core is not here: npm is missing, or could not fetch it"; }
build/.deps-browser: tools/deps.sh tests/serve/axe/package-lock.json | build/.deps-web
	@timeout 300 tools/deps.sh browser || echo "note: no browser could be installed"
	@$(FETCH_AXE)
	@touch $@

# Launchers are optional, too.
build/.deps-machines: tools/deps.sh | build/.deps-browser
	@timeout 300 tools/deps.sh machines || echo "note: no launchers could be installed"
	@touch $@

# And what the package for Python needs.
build/.deps-python: tools/deps.sh | build/.deps-machines
	@timeout 300 tools/deps.sh python || echo "note: without cffi and numpy the package for Python is not tested"
	@touch $@

build/.deps-site: tools/deps.sh | build/.deps
	@tools/deps.sh site
	@touch $@
build/.deps-fuzz: tools/deps.sh | build/.deps-test $(WITH_WEB)
	@tools/deps.sh fuzz
	@touch $@

# Rewritten only on a change: other flags recompile, an added or removed file relinks.
$(B)/flags: FORCE
	@mkdir -p $(@D); echo '$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $(LDFLAGS_ALL)' > $(TMP); \
	if cmp -s $(TMP) $@; then rm -f $(TMP); else $(DONE); fi
$(B)/web: FORCE | build/.deps $(WITH_WEB)
	@mkdir -p $(@D); { $(WEB_LIBS); } > $(TMP); \
	if cmp -s $(TMP) $@; then rm -f $(TMP); else $(DONE); fi
$(B)/print: FORCE | build/.deps $(WITH_WEB)
	@mkdir -p $(@D); { $(call PRINT_FLAGS,--cflags --libs); } > $(TMP); \
	if cmp -s $(TMP) $@; then rm -f $(TMP); else $(DONE); fi
$(B)/sources: FORCE
	@mkdir -p $(@D); echo '$(LIB_SRC) $(TOOL_SRC) $(DRAW_SRC) $(WEB_SRC) $(NEW_SRC) $(PROP_SRC) $(BENCH_SRC) $(HARNESS_SHARED)' > $(TMP); \
	if cmp -s $(TMP) $@; then rm -f $(TMP); else $(DONE); fi

COMPILE = $(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) $$(cat build/.deps.cflags) -MMD -MP -MT $@ -MF $(TMP).d -c -o $(TMP) $<
COMPILED = mv -f $(TMP).d $(@:.o=.d) && $(DONE)
LINK    = $(CC) $(LDFLAGS_ALL) -o $(TMP)
LIBS    = $$(cat build/.deps.libs) -lm
ifneq (,$(filter arm64 s390x,$(SAN)))
LIBS    = -static -L$(B)/root/lib -l:liblua5.4.a -l:libyaml.a -l:libjansson.a -l:libxxhash.a -lm
endif
ifeq ($(SAN),m32)
LIBS    = -Wl,-rpath,'$(CURDIR)/$(B)/root/lib' -L$(B)/root/lib -l:liblua5.4.a -l:libyaml.a -l:libjansson.a -l:libxxhash.a -ldl -lm
endif

$(B)/obj/tests/%.o: tests/%.c $(B)/flags | build/.deps-test
	@mkdir -p $(@D)
	@echo "  cc    $<"
	@$(COMPILE) $$(cat build/.deps.testcflags) && $(COMPILED)

$(B)/obj/tools/print/draw/%.o: tools/print/draw/%.c $(B)/flags $(B)/print | build/.deps
	@mkdir -p $(@D)
	@echo "  cc    $<"
	@$(COMPILE) $$($(call PRINT_FLAGS,--cflags)) && $(COMPILED)

$(B)/obj/%.o: %.c $(B)/flags | build/.deps
	@mkdir -p $(@D)
	@echo "  cc    $<"
	@$(COMPILE) && $(COMPILED)

ifeq ($(SAN),mutants)
$(call obj,$(MUTATED)): $(B)/obj/%.o: $(B)/src/%.c $(B)/flags | build/.deps
	@mkdir -p $(@D)
	@echo "  cc    $<"
	@$(COMPILE) && $(COMPILED)
endif
$(B)/digest: $(call obj,tests/mutants/digest.c) $(INSIDE)
	@echo "  link  $@"
	@$(LINK) $< $(INSIDE) $(LIBS) && $(DONE)

$(INSIDE): $(call obj,$(LIB_SRC)) $(B)/sources | build/.deps
	@echo "  ar    $@"
	@rm -f $(TMP); $(AR) rcs $(TMP) $(filter %.o,$^) && $(DONE)

# All of it as one object, in which every name but ct_* is local: a program may have its own
# file_exists. (With -r nothing is linked, so no sanitizer is needed.)
$(LIB): $(call obj,$(LIB_SRC)) $(B)/sources | build/.deps
	@echo "  ar    $@"
	@$(CC) -r -nostdlib -o $(TMP).o $(filter %.o,$^) && \
	  $(OBJCOPY) --wildcard --keep-global-symbol='ct_*' $(TMP).o && \
	  { rm -f $(TMP); $(AR) rc $(TMP) $(TMP).o; } && rm -f $(TMP).o && $(DONE)

$(SHARED): $(call obj,$(LIB_SRC)) $(B)/sources | build/.deps
	@echo "  link  $@"
	@echo 'CANTRIP_0 { global: ct_*; local: *; };' > $(TMP).map && $(LINK) -shared -Wl,-soname,libcantrip.so.0 -Wl,--version-script=$(TMP).map \
	  $(filter %.o,$^) $$(pkg-config --libs $(LIB_PKGS)) -lm && rm -f $(TMP).map && $(DONE)

# The page's files as arrays, with a table of them (tools/serve/page.h).
$(B)/web.c: $(WEB_IN) $(B)/sources tools/embed
	@echo "  make  $@"
	@$(if $(filter wasm,$(SAN)),BYTES=1) tools/embed tools/serve/page.h page_file page_files tools/web $(WEB_IN) > $(TMP) && $(DONE)
# The games of `cantrip new`, likewise (tools/new/newgame.h).
$(B)/new.c: $(NEW_SRC) $(B)/sources tools/embed
	@echo "  make  $@"
	@tools/embed tools/new/newgame.h new_file new_files tools/new/templates $(NEW_SRC) > $(TMP) && $(DONE)
$(B)/obj/web.o $(B)/obj/new.o: $(B)/obj/%.o: $(B)/%.c $(B)/flags | build/.deps
	@mkdir -p $(@D)
	@$(CC) $(CPPFLAGS_ALL) $(CFLAGS_ALL) -c -o $(TMP) $< && $(DONE)

$(call obj,tools/serve/http.c tools/serve/nohttp.c tools/records/sqlite.c) $(CMD): $(B)/web

# The kernel takes 0.4 to 1.2 % fewer instructions a pick so (tests/bench-guard).
ifeq ($(SAN)$(OPT),-O2 -g)
$(call obj,$(filter core/kernel/%,$(LIB_SRC))): CFLAGS_ALL += -O3
endif

ifeq ($(SAN),wasm)
$(call obj,$(WASM_SRC) $(WASM_DESK)): | $(B)/libraries/libraries.a
endif
# Three modules: the library (cantrip), what answers at a table, for a game in one file (tables), and the desk of the
# playground. What their JavaScript calls leaves them. The compiler needs modules of Debian's node, whichever runs.
WASM_LINK = NODE_PATH=/usr/share/nodejs $(CC) $(OPT) $(SANFL) -o $(@:.wasm=.js) $(filter %.o %.a,$^) -sMODULARIZE -sEXPORT_ES6 -sEXPORT_NAME=core \
            -sENVIRONMENT=web,worker -sWASM_BIGINT -sALLOW_MEMORY_GROWTH -sFORCE_FILESYSTEM \
            -sEXPORTED_RUNTIME_METHODS=FS,UTF8ToString,stringToUTF8,lengthBytesUTF8 \
            -sEXPORTED_FUNCTIONS=_malloc,_free,$$(cat $(filter %.calls,$^))
WASM_JS := bridge.js cantrip.js cantrip.d.ts package.json README.md
$(B)/libraries/libraries.a: tools/wasm/libraries
	@echo "  make  $@"
	@mkdir -p $(@D)
	@WASM_FLAGS='$(OPT) $(filter -f% -s%,$(SANFL))' tools/wasm/libraries $(@D) > $(B)/libraries.log 2>&1 || { cat $(B)/libraries.log; exit 1; }
$(B)/cantrip.calls: tools/wasm/cantrip.js tools/wasm/bridge.js
$(B)/tables.calls: tools/wasm/tables.js tools/wasm/bridge.js
$(B)/desk.calls: tools/wasm/desk.js tools/wasm/tables.js tools/wasm/bridge.js
$(B)/cantrip.calls $(B)/tables.calls $(B)/desk.calls:
	@mkdir -p $(@D); grep -oh '\b_\(ct\|js\)_[a-z_]*' $^ | sort -u | paste -sd, > $(TMP); \
	if cmp -s $(TMP) $@; then rm -f $(TMP); else $(DONE); fi
$(B)/cantrip/core.wasm: $(call obj,$(filter-out tools/wasm/table.c,$(WASM_SRC)))
$(B)/tables/core.wasm: $(call obj,$(filter-out tools/wasm/library.c,$(WASM_SRC)))
$(B)/desk/core.wasm: $(call obj,$(filter-out tools/wasm/library.c,$(WASM_SRC)) $(WASM_DESK)) $(B)/obj/web.o
$(B)/cantrip/core.wasm $(B)/tables/core.wasm $(B)/desk/core.wasm: $(B)/%/core.wasm: $(B)/%.calls $(B)/libraries/libraries.a $(B)/sources
	@echo "  link  $@"
	@mkdir -p $(@D)
	@$(WASM_LINK)
$(WASM_JS:%=$(B)/cantrip/%): $(B)/cantrip/%: tools/wasm/%
	@mkdir -p $(@D); cp $< $@
$(B)/game.html: $(B)/tables/core.wasm $(WEB_SRC) $(wildcard tools/wasm/*js)
	@echo "  make  $@"
	@node tools/wasm/page.mjs tools/web $(<D) $@
# For tests, in Node: it reads games from the disk.
$(B)/digest.js: $(call obj,tests/mutants/digest.c $(filter-out core/bot/process.c,$(LIB_SRC)) tools/wasm/system.c) $(B)/libraries/libraries.a $(B)/sources
	@echo "  link  $@"
	@NODE_PATH=/usr/share/nodejs $(CC) $(OPT) $(SANFL) -o $@ $(filter %.o %.a,$^) -sENVIRONMENT=node -sNODERAWFS -sALLOW_MEMORY_GROWTH -sEXIT_RUNTIME
# The playground: npm fetches its editor as package-lock.json names it.
PLAYGROUND := $(wildcard tools/playground/*)
$(B)/npm/done: tools/playground/package.json tools/playground/package-lock.json
	@mkdir -p $(@D); cp $^ $(@D)
	@cd $(@D) && npm ci --ignore-scripts --no-audit --no-fund > npm.log 2>&1 || { cat npm.log; exit 1; }
	@touch $@
$(B)/playground/index.html: $(B)/desk/core.wasm $(B)/npm/done $(PLAYGROUND) $(WEB_SRC) $(wildcard tools/wasm/*.js) $(shell find cards rulesets scripts -name '*.yaml' -o -name '*.lua' -o -name '*.svg')
	@echo "  make  $(@D)"
	@node tools/playground/build.mjs $(<D) $(@D) $(B)/npm/node_modules
playground-page: $(B)/playground/index.html
	@:
wasm-programs: $(B)/cantrip/core.wasm $(WASM_JS:%=$(B)/cantrip/%) $(B)/game.html
	@:

# For tests: the command without its optional libraries.
BARE_SRC = tools/serve/http.c tools/serve/nohttp.c tools/records/sqlite.c tools/term/screen.c
BARE_OBJ = $(BARE_SRC:%.c=$(B)/bare/obj/%.o)
$(B)/bare/obj/%.o: %.c $(B)/flags | build/.deps
	@mkdir -p $(@D)
	@echo "  cc    $< (bare)"
	@$(COMPILE) -DCANTRIP_BARE && $(COMPILED)
$(B)/bare/cantrip: $(call obj,$(filter-out $(BARE_SRC),$(TOOL_SRC))) $(BARE_OBJ) $(B)/obj/web.o $(B)/obj/new.o $(LIB) $(B)/sources
	@echo "  link  $@"
	@$(LINK) $(filter %.o,$^) $(LIB) $(LIBS) $$(cat build/.deps.toollibs) && $(DONE)

# The part of `print` that draws, loaded when something is printed. Without its libraries it is empty. From the
# command it takes only what cantrip.h declares; the few other files are linked into it, too.
$(DRAW): $(call obj,$(DRAW_SRC) tools/print/pages.c tools/memory.c tools/buffer.c tools/common.c tools/held.c tools/newfolder.c tools/there.c tools/screen/table.c) $(B)/sources $(B)/print
	@echo "  link  $@"
	@$(LINK) -shared $(filter %.o,$^) $$($(call PRINT_FLAGS,--libs)) -lm && $(DONE)
$(B)/exports:
	@mkdir -p $(@D); echo '{ ct_*; };' > $@

# The command is a program like any other: it sees what cantrip.h declares.
$(CMD): $(call obj,$(TOOL_SRC)) $(B)/obj/web.o $(B)/obj/new.o $(LIB) $(B)/sources $(B)/exports
	@echo "  link  $@"
	@$(LINK) -Wl,--dynamic-list=$(B)/exports $(filter %.o,$^) $(LIB) $(LIBS) $$(cat build/.deps.toollibs) $$(cat $(B)/web) && $(DONE)

$(UNIT_BIN): $(B)/test/unit/%: $(B)/obj/tests/unit/%.o $(INSIDE)
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(LINK) $< $(INSIDE) $(LIBS) $$(cat build/.deps.testlibs) && $(DONE)

# A library that answers the command's calls on files (tests/disk).
$(B)/test/liar.so: tests/disk/liar.c | build/.deps-test
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(CC) -std=c11 -O1 -g $(WARN) -shared -fPIC -pthread -o $(TMP) $< && $(DONE)

define property_program
$(B)/test/property/$(1): $(call obj,$(filter tests/property/$(1)/%,$(PROP_SRC)) tools/memory.c) $(INSIDE) $(B)/sources
	@mkdir -p $$(@D)
	@echo "  link  $$@"
	@$$(LINK) $$(filter %.o,$$^) $$(INSIDE) $$(LIBS) $$$$(cat build/.deps.testlibs) && $$(DONE)
endef
$(foreach n,$(PROP_NAMES),$(eval $(call property_program,$(n))))

$(BENCH_BIN): $(call obj,$(BENCH_SRC)) $(INSIDE) $(B)/sources
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(LINK) $(filter %.o,$^) $(INSIDE) $(LIBS) && $(DONE)

# A harness with libFuzzer's main, and with ours, whose inputs are the same on every machine. Parts that a
# harness does not use are not linked: each input would look through their counters.
$(B)/harness.a: $(call obj,$(HARNESS_SHARED) $(filter-out tools/main.c,$(TOOL_SRC))) $(B)/obj/web.o $(B)/obj/new.o $(B)/sources
	@echo "  ar    $@"
	@rm -f $(TMP); $(AR) rcs $(TMP) $(filter %.o,$^) && $(DONE)
$(B)/harness/%: $(B)/obj/tests/harness/%.o $(B)/harness.a $(INSIDE)
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(LINK) -Wl,--gc-sections,-z,start-stop-gc -fsanitize=fuzzer $< $(B)/harness.a $(INSIDE) $(LIBS) $$(cat build/.deps.toollibs) $$(cat $(B)/web) && $(DONE)
$(B)/harness/fixed/%: $(B)/obj/tests/harness/%.o $(call obj,$(HARNESS_FIXED)) $(B)/harness.a $(INSIDE)
	@mkdir -p $(@D)
	@echo "  link  $@"
	@$(LINK) $(filter %.o,$^) $(B)/harness.a $(INSIDE) $(LIBS) $$(cat build/.deps.toollibs) $$(cat $(B)/web) && $(DONE)

$(B)/harness/words: $(call obj,$(DICT_SRC)) $(INSIDE)
	@mkdir -p $(@D)
	@$(LINK) $(filter %.o,$^) $(INSIDE) $(LIBS) && $(DONE)

$(HARNESS_DICT): $(B)/harness/words
	@echo "  make  $@"
	@$< > $(TMP) && $(DONE)

-include $(OBJ:.o=.d) $(BARE_OBJ:.o=.d)
