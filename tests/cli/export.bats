#!/usr/bin/env bats
# cantrip export: each file is held against what its program publishes.
#   Tabletop Simulator: kb.tabletopsimulator.com, save file format
#   Tabletop Playground: github.com/plasticity-studios/tabletop-playground-schemas
#   Cockatrice: doc/carddatabase_v4/cards.xsd in its repository
#   Card Game Simulator: docs/schema in its repository
#   playingcards.io: what its rooms export

load ../helper

setup() {
  unset CANTRIP_PATH
  cd "$BATS_TEST_TMPDIR"
  "$CANTRIP" new river >/dev/null
  sed -i 's/name: Oak/name: "Oak \& <Ash>"/' river/cards/cards.yaml
}

# drawn TABLE [FLAG...]: exports to the folder `out`
drawn() {
  if "$CANTRIP" print no-such-game 2>&1 | grep -q 'cannot draw'; then skip "note: export: built without Pango and librsvg"; fi
  "$CANTRIP" export river --out out --to "$@"
}

# holds CODE: Python; `game` is the game's cards as `show --json` tells them
holds() {
  "$CANTRIP" show river --json >game.json
  python3 - "$@" <<PY
import json, os, re, struct, sys
from xml.etree import ElementTree
game = json.load(open("game.json"))
copies = int(game["copies"])
names = {c["name"] for c in game["cards"]}
def load(name): return json.load(open(os.path.join("out", name)))
def size(name):
    with open(os.path.join("out", name), "rb") as f: head = f.read(24)
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    return struct.unpack(">II", head[16:24])
def fields(o, must, may=()):
    assert set(must) <= set(o), set(must) - set(o)
    assert set(o) <= set(must) | set(may), set(o) - set(must) - set(may)
$(cat)
PY
}

@test "export: Tabletop Simulator: a saved object with a pile of all copies" {
  drawn tts --url https://example.org/a%20b/
  holds <<'PY'
save = load("river.json")
fields(save, ["SaveName", "ObjectStates"])
[deck] = save["ObjectStates"]
fields(deck, ["Name", "Transform", "Nickname", "Description", "DeckIDs", "CustomDeck", "ContainedObjects", "HideWhenFaceDown"])
assert deck["Name"] == "DeckCustom" and len(deck["DeckIDs"]) == len(deck["ContainedObjects"]) == copies
fields(deck["Transform"], ["posX", "posY", "posZ", "rotX", "rotY", "rotZ", "scaleX", "scaleY", "scaleZ"])
sheet = deck["CustomDeck"]["1"]
fields(sheet, ["FaceURL", "BackURL", "NumWidth", "NumHeight", "BackIsHidden", "UniqueBack"])
assert sheet["FaceURL"] == "https://example.org/a%20b/sheet-001.png" and (sheet["NumWidth"], sheet["NumHeight"]) == (10, 7)
for id, card in zip(deck["DeckIDs"], deck["ContainedObjects"]):
    assert card["CardID"] == id and card["Name"] == "Card"
    assert str(id // 100) in card["CustomDeck"] and id % 100 < 70
assert {c["Nickname"] for c in deck["ContainedObjects"]} == names
assert max(size("sheet-001.png")) <= 4096 and size("sheet-001.png") == size("sheet-001-back.png")
PY
}

@test "export: Tabletop Simulator: cards with other backs are another pile, one card is no pile, pictures are found here" {
  cd "$BATS_TEST_TMPDIR" && mkdir two
  cat >two/ruleset.yaml <<'YAML'
cantrip: 1
title: Two
players: {min: 1, max: 1}
cards: [cards.yaml]
traits: {sort: {one_of: {a: {}, b: {}}}}
zones:
  deck: {per: table, as: pile, seen_by: nobody, holds: [{sort: a}], shuffled: true}
  other: {per: table, as: pile, seen_by: nobody, holds: [{sort: b}]}
  gone: {per: table, as: pile, seen_by: all}
phases:
  - choose: {who: all, card: {zone: deck}, do: [{move: {to: gone}}]}
YAML
  printf 'cantrip: 1\ncards:\n  x: {name: X, copies: 2, sort: a}\n  y: {name: Y, sort: b}\n' >two/cards.yaml
  rm -rf river && mv two river
  drawn tts
  holds <<'PY'
pile, alone = load("river.json")["ObjectStates"]
assert (pile["Name"], pile["DeckIDs"]) == ("DeckCustom", [100, 100])
assert (alone["Name"], alone["Nickname"], alone["CardID"]) == ("Card", "Y", 101)
assert alone["CustomDeck"]["1"]["FaceURL"] == "file://" + os.path.realpath(".") + "/out/sheet-001.png"
PY
}

@test "export: Tabletop Playground: a template of a stack, its textures beside it" {
  drawn tabletop-playground
  holds <<'PY'
card = load("Templates/stack-1-1.json")
fields(card, ["Type", "GUID", "Name", "Metadata", "CollisionType", "SurfaceType", "Models", "Tags", "FrontTexture", "BackIndex", "HiddenIndex", "Indices", "CardNames", "CardMetadata", "CardTags"],
       ["BackTexture", "HiddenTexture", "NumHorizontal", "NumVertical", "Width", "Height", "UsedWithCardHolders", "CanStack", "Model"])
assert card["Type"] == "Card" and re.fullmatch("[0-9A-F]{32}", card["GUID"]) and card["BackIndex"] == card["HiddenIndex"] == -3
assert len(card["Indices"]) == copies and set(card["CardNames"].values()) == names
assert set(card["CardNames"]) == set(card["CardMetadata"]) == set(map(str, card["Indices"]))
assert size("Textures/" + card["FrontTexture"]) == size("Textures/" + card["BackTexture"])
PY
}

@test "export: Cockatrice: a database as its schema has it" {
  drawn cockatrice --url https://example.org
  holds <<'PY'
root = ElementTree.parse("out/river.xml").getroot()
assert root.tag == "cockatrice_carddatabase" and root.attrib == {"version": "4"}
assert [e.tag for e in root] == ["sets", "cards"]
[own] = root.find("sets")
assert [e.tag for e in own] == ["name", "longname", "settype"]
for card in root.find("cards"):
    assert [e.tag for e in card] == ["name", "text", "prop", "set", "tablerow"]
    assert card.find("set").text.strip() == own.find("name").text
    picture = card.find("set").attrib
    assert list(picture) == ["picurl"] and picture["picurl"].startswith("https://example.org/")
    assert size(picture["picurl"].rsplit("/", 1)[1]) == (750, 1050)
assert {c.find("name").text for c in root.find("cards")} == names
PY
}

@test "export: Cockatrice: a second card of the same name bears its identifier" {
  sed -i 's/name: Fox/name: Hen/; s/name: Hare/name: Hen/' river/cards/cards.yaml
  drawn cockatrice
  holds <<'PY'
all = [c.find("name").text for c in ElementTree.parse("out/river.xml").getroot().find("cards")]
assert len(set(all)) == len(all)
PY
}

@test "export: Card Game Simulator: a game, its cards, its set and a deck" {
  drawn card-game-simulator --url https://example.org/river
  holds <<'PY'
cgs, cards, sets = load("cgs.json"), load("AllCards.json"), load("AllSets.json")
fields(cgs, ["name"], ["allCardsUrl", "allSetsUrl", "autoUpdateUrl", "cardBackImageUrl", "cardImageUrl", "cardNameIsUnique", "cardPrimaryProperty", "cardProperties", "deckUrls"])
kinds = {p["name"]: p["type"] for p in cgs["cardProperties"]}
assert set(kinds.values()) <= {"string", "integer"}
for c in cards:
    fields(c, ["id", "name", "set"], kinds)
    assert size(f"sets/{c['set']}/{c['id']}.png") == (750, 1050)
assert len({c["id"] for c in cards}) == len(cards) and {c["name"] for c in cards} == names
assert [s["code"] for s in sets] == ["cards"]
lines = open("out/decks/river.txt").read().splitlines()
assert sum(int(re.fullmatch(r"(\d+) \[(\S+)\] (.*) \(cards\)", l)[1]) for l in lines) == copies
base = "https://example.org/river/"
for url in [cgs["cardBackImageUrl"], cgs["allCardsUrl"], cgs["deckUrls"][0]["url"]]:
    assert os.path.exists("out/" + url.removeprefix(base)), url
PY
}

@test "export: playingcards.io: a room in a zip with its pictures, the same bytes again" {
  command -v zip >/dev/null || skip "note: export: no zip"
  drawn playingcards
  [ "$(ls out | tr '\n' ' ')" = "pages.txt river.pcio " ]
  holds <<'PY'
import zipfile
room = zipfile.ZipFile("out/river.pcio")
assert room.testzip() is None
widgets = json.loads(room.read("widgets.json"))
[deck] = [w for w in widgets if w["type"] == "cardDeck"]
cards = [w for w in widgets if w["type"] == "card"]
assert len({w["id"] for w in widgets}) == len(widgets) and len(cards) == copies
assert all(c["deck"] == deck["id"] and c["cardType"] in deck["cardTypes"] for c in cards)
assert {k["label"] for k in deck["cardTypes"].values()} == names
for side in ("face", "back"):
    [picture] = deck[side + "Template"]["objects"]
    assert (picture["type"], picture["valueType"], picture["value"]) == ("image", "dynamic", side)
    for kind in deck["cardTypes"].values():
        assert room.read(kind[side].removeprefix("package://"))[:4] == b"\x89PNG"
PY
  cp out/river.pcio first
  drawn playingcards
  cmp first out/river.pcio
}

@test "export: a spreadsheet, as show --csv, without what draws" {
  run "$CANTRIP" export river --to csv --out out
  [ "$status" = 0 ]
  "$CANTRIP" show river --csv | cmp - out/river.csv
  run "$CANTRIP" export river --to csv # its own name
  [ -e river-csv/river.csv ]
}

@test "export: another folder is left alone, its own is replaced" {
  mkdir out && touch out/mine
  run "$CANTRIP" export river --to csv --out out
  [ "$status" = 2 ]
  has "out has 'mine' in it, which export did not make"
  rm out/mine
  "$CANTRIP" export river --to csv --out out && "$CANTRIP" export river --to csv --out out
}

@test "export: an unknown table is told with the nearest" {
  run "$CANTRIP" export river --to cockatric
  [ "$status" = 2 ]
  has "there is no table 'cockatric'" "cockatrice"
}
