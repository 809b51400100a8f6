#!/usr/bin/env bats
# `cantrip explain`, and that its pages are the list of all codes: what the sources can report has a page,
# each page is about a code that they can report, and shows it. That the examples are so, and the mends
# clean, is what tests/book tries.

bats_require_minimum_version 1.5.0

load ../helper

setup() { cd "$ROOT"; }

# in_sources: the codes that the sources in the folders report
in_sources() {
  python3 - "$@" <<'Y'
import pathlib, re, sys
files = [p for folder in sys.argv[1:] for p in pathlib.Path(folder).rglob("*.[ch]")]
text = "\n".join(p.read_text() for p in files)
# with a hyphen whatever it is given to; without one what is given to a function that reports, or a row of K_ERRORS
found = set(re.findall(r'"([A-Z]+(?:-[A-Z]+)+)"', text))
reports = r"SAY|WARN|ERROR|BAD|FAIL|FAIL_NODE|node_(?:error|warning)|scene_(?:error|unknown)|lint_say|text_error|diags_add|source_error|fail_(?:at|file)"
found |= set(re.findall(rf'\b(?:{reports})\((?:[^;"]|"[^"]*")*?"([A-Z]{{4,}})"', text))
found |= set(re.findall(r'X\(K_E_\w+, "([A-Z]+)"', text)) | set(re.findall(r'\.code = "([A-Z]+)"', text))
if laws := re.search(r"define CT_LAWS\(X\)(.*?)\nenum", text, re.S):
    found |= {"LAW-" + law for law in re.findall(r"X\((\w+)", laws[1])}
found |= {"LAW-" + law.upper() for law in re.findall(r"breaks the law `([a-z]+)`", text)}
print("\n".join(sorted(found)))
Y
}

pages() { ls rulesets/guide/reference/findings | sed -n 's/\.md$//p' | grep -vx README | LC_ALL=C sort; }

@test "what can be reported has a page, and each page is about what can be reported" {
  diff <(in_sources core tools | LC_ALL=C sort) <(pages)
  [ "$(pages | wc -l)" -gt 180 ]
  mkdir "$BATS_TEST_TMPDIR/src"
  echo 'SAY(ld, n, "MADE-UP", NULL, "x"); WARN(ld, at->node, "MADEUP", NULL, "x");' >"$BATS_TEST_TMPDIR/src/a.c"
  [ "$(in_sources "$BATS_TEST_TMPDIR/src" | tr '\n' ' ')" = "MADE-UP MADEUP " ]
}

@test "a page begins with its code, and shows a message that has it or says why not" {
  for code in $(pages); do
    page=rulesets/guide/reference/findings/$code.md
    head -1 "$page" | grep -Eq "^# $code: .*[^.]$" || { echo "$page: its heading"; return 1; }
    grep -Fq "($code.md)" rulesets/guide/reference/findings/README.md || { echo "README.md does not name $code"; return 1; }
    message="[$code]" law=${code#LAW-}
    [ "$law" = "$code" ] || message="breaks the law \`${law,,}\`"
    grep -Fq "$message" "$page" || grep -q '^<!-- not run: ' "$page" || { echo "$page: no message has the code"; return 1; }
  done
}

@test "explain: a page, also in small letters; all codes with what is wrong; a near name" {
  run -0 "$CANTRIP" explain NAME-UNKNOWN
  [ "$output" = "$(grep -v '^<!--' rulesets/guide/reference/findings/NAME-UNKNOWN.md)" ]
  has "error: unknown name 'coin' [NAME-UNKNOWN]"
  told=$output
  run -0 "$CANTRIP" explain name-unknown
  [ "$output" = "$told" ]
  run -0 "$CANTRIP" explain tells
  has "# LAW-TELLS: "
  run -0 "$CANTRIP" explain
  [ "$(wc -l <<<"$output")" = $(($(pages | wc -l) + 1)) ]
  [[ "$output" =~ $'\nNAME-UNKNOWN '+' a formula names something that the game does not have' ]]
  run -2 "$CANTRIP" explain nmae-unknown
  [ "$output" = "cantrip: explain: there is no page 'NMAE-UNKNOWN'; did you mean 'NAME-UNKNOWN'?" ]
}

@test "check: on a terminal the last line says how more is told, elsewhere and where all is well it does not" {
  cd "$BATS_TEST_TMPDIR"
  run -0 "$CANTRIP" new wood
  run -0 script -qec "$CANTRIP check ./wood" /dev/null
  lacks "explain"
  sed -i 's/^result:/reslut:/' wood/ruleset.yaml
  run -2 "$CANTRIP" check ./wood
  has "[KEY-UNKNOWN]"
  lacks "explain"
  run -2 script -qec "$CANTRIP check ./wood" /dev/null
  [[ "${lines[-1]}" == '`cantrip explain KEY-UNKNOWN` tells you more.'* ]]
}
