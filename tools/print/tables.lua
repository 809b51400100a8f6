-- tables.lua - what other programs' tables read beside the pictures of cards, as they publish their
-- formats. `x` has the functions of tables.c and the cards, each once, as they are drawn.
local c = ...

local object, add = c.object, c.add

local function add_json(x, name, o)
  return x.file(name .. ".json", x.text(o))
end

-- Adds as often as the card has copies.
local function add_copies(list, card, make)
  for k = 1, card.copies do
    list[#list + 1] = make(k)
  end
end

---- Tabletop Simulator ----

local function thing(kind, name, text, back)
  return object(
    "Name", kind, "Transform",
    object(
      "posX", 3.0 * back, "posY", 1.0, "posZ", 0.0, "rotX", 0.0, "rotY", 180.0, "rotZ", 180.0,
      "scaleX", 1.0, "scaleY", 1.0, "scaleZ", 1.0
    ),
    "Nickname", name, "Description", text, "HideWhenFaceDown", true
  )
end

-- A pile of all cards with a back; one card alone is no pile.
local function pile(x, back, name)
  local ids, cards, sheets, last = {}, {}, object(), 0
  for i, card in ipairs(x.cards) do
    local sheet, at = (i - 1) // x.ON_SHEET + 1, (i - 1) % x.ON_SHEET
    if card.back == back then
      local file, key = ("%s/sheet-%03d"):format(x.url, sheet), ("%d"):format(sheet)
      local pictures = object(
        "FaceURL", file .. ".png", "BackURL", file .. "-back.png", "NumWidth", x.COLUMNS,
        "NumHeight", x.ROWS, "BackIsHidden", true, "UniqueBack", true
      )
      add(sheets, key, sheet > last and pictures or nil)
      last = sheet
      add_copies(ids, card, function() return 100 * sheet + at end)
      add_copies(cards, card, function()
        local o = thing("Card", card.name, card.text, back)
        add(o, "CustomDeck", object(key, pictures))
        add(o, "CardID", 100 * sheet + at)
        return o
      end)
    end
  end
  if not cards[2] then
    return cards[1]
  end
  local o = thing("DeckCustom", name, "", back)
  add(o, "DeckIDs", ids)
  add(o, "CustomDeck", sheets)
  add(o, "ContainedObjects", cards)
  return o
end

local function tts(x)
  local piles = {}
  for i, back in ipairs(x.backs) do
    piles[i] = pile(x, i - 1, back)
  end
  return add_json(x, x.id, object("SaveName", x.title, "ObjectStates", piles))
end

---- Tabletop Playground ----

-- The cards of a sheet that have a back, as a stack.
local function add_stack(x, sheet, back)
  local indices, names, ids, file = {}, object(), object(), ("sheet-%03d"):format(sheet + 1)
  for i = 0, x.ON_SHEET - 1 do
    local card = x.cards[sheet * x.ON_SHEET + i + 1]
    if card and card.back == back then
      add_copies(indices, card, function() return i end)
      add(names, ("%d"):format(i), card.name)
      add(ids, ("%d"):format(i), card.id)
    end
  end
  local o = object(
    "Type", "Card", "GUID", ("%s%08X%08X"):format(x.hash, sheet, back), "Name", x.backs[back + 1],
    "Metadata", x.id, "CollisionType", "Regular", "SurfaceType", "Cardboard", "Models", {}, "Tags",
    {}, "FrontTexture", file .. ".png", "BackTexture", file .. "-back.png", "HiddenTexture", "",
    "BackIndex", -3, "HiddenIndex", -3, "NumHorizontal", x.COLUMNS, "NumVertical", x.ROWS, "Width",
    6.35, "Height", 8.89, "UsedWithCardHolders", true, "CanStack", true, "Model", "Rounded",
    "Indices", indices, "CardNames", names, "CardMetadata", ids, "CardTags", object()
  )
  return not indices[1] or add_json(x, ("Templates/stack-%d-%d"):format(sheet + 1, back + 1), o)
end

local function playground(x)
  local good = true
  for sheet = 0, (#x.cards - 1) // x.ON_SHEET do
    for back = 0, #x.backs - 1 do
      good = good and add_stack(x, sheet, back)
    end
  end
  return good
end

---- Cockatrice ----

local marks = { ["<"] = "&lt;", [">"] = "&gt;", ["&"] = "&amp;", ['"'] = "&quot;" }

local CARD = "<card>\n<name>{name}</name>\n<text>{text}</text>\n<prop>\n<layout>normal</layout>\n"
  .. "<maintype>{kind}</maintype>\n<type>{kind}</type>\n</prop>\n"
  .. '<set picurl="{url}/{id}.png">\n{game}</set>\n<tablerow>1</tablerow>\n</card>\n'
local HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<cockatrice_carddatabase version="4">\n'
  .. "<sets>\n<set>\n<name>{id}</name>\n<longname>{title}</longname>\n"
  .. "<settype>Custom</settype>\n</set>\n</sets>\n<cards>\n"
local FOOT = "</cards>\n</cockatrice_carddatabase>\n"

-- Each {word} becomes the word's text.
local function filled(form, words)
  return (form:gsub("{(%l+)}", function(word) return (words[word]:gsub('[<>&"]', marks)) end))
end

-- A card's name is its key there: a second card of that name bears its identifier, too.
local function cockatrice(x)
  local known, out = {}, {}
  for i, card in ipairs(x.cards) do
    local name = known[card.name] and ("%s (%s)"):format(card.name, card.id) or card.name
    out[i] = filled(CARD, {
      name = name, text = card.text, kind = card.kind, url = x.url, id = card.id, game = x.id,
    })
    known[card.name] = true
  end
  return x.file(x.id .. ".xml", filled(HEAD, x) .. table.concat(out) .. FOOT)
end

---- Card Game Simulator ----

local function simulator(x)
  local cards, deck = {}, {}
  for i, card in ipairs(x.cards) do
    cards[i] = object(
      "id", card.id, "name", card.name, "set", "cards", "kind", card.kind, "text", card.text,
      "copies", card.copies
    )
    deck[i] = ("%d [%s] %s (cards)\n"):format(card.copies, card.id, card.name)
  end
  local game = object(
    "name", x.title, "cardNameIsUnique", false, "cardProperties",
    {
      object("name", "kind", "type", "string"), object("name", "text", "type", "string"),
      object("name", "copies", "type", "integer"),
    },
    "cardPrimaryProperty", "text", "autoUpdateUrl", x.url .. "/cgs.json", "allCardsUrl",
    x.url .. "/AllCards.json", "allSetsUrl", x.url .. "/AllSets.json", "cardBackImageUrl",
    x.url .. "/sets/cards/back-1.png", "cardImageUrl", x.url .. "/sets/{cardSet}/{cardId}.png",
    "deckUrls", { object("name", x.title, "url", ("%s/decks/%s.txt"):format(x.url, x.id)) }
  )
  local sets = { object("code", "cards", "name", x.title) }
  local all = {
    add_json(x, "cgs", game), add_json(x, "AllCards", cards), add_json(x, "AllSets", sets),
    x.file("decks/" .. x.id .. ".txt", table.concat(deck)),
  }
  return all[1] and all[2] and all[3] and all[4]
end

---- playingcards.io ----

local WIDE, HIGH = 103, 144

-- A picture that each card names.
local function side(value)
  return object("includeRadius", true, "objects", {
    object(
      "type", "image", "value", value, "valueType", "dynamic", "color", "white", "w", WIDE, "h",
      HIGH, "x", 0, "y", 0
    ),
  })
end

-- A deck for the cards with a back, and these cards on it.
local function add_deck(x, widgets, back)
  local kinds, deck = object(), ("deck-%d"):format(back + 1)
  local left, number = 220 + 130 * back, 1000 * (back + 1)
  widgets[#widgets + 1] = object(
    "id", deck, "type", "cardDeck", "label", x.backs[back + 1], "x", left, "y", 220, "z", 2,
    "cardWidth", WIDE, "cardHeight", HIGH, "enlarge", true, "autoShuffle", true, "faceTemplate",
    side("face"), "backTemplate", side("back"), "cardTypes", kinds
  )
  for _, card in ipairs(x.cards) do
    if card.back == back then
      local at = "package://userassets/%s.png"
      add(kinds, card.id, object(
        "label", card.name, "face", at:format(card.id), "back",
        at:format(("back-%d"):format(back + 1))
      ))
      add_copies(widgets, card, function(k)
        local z = number + k - 1
        return object(
          "id", ("card-%d"):format(z), "type", "card", "cardType", card.id, "deck", deck, "x", left,
          "y", 220, "z", z
        )
      end)
      number = number + card.copies
    end
  end
end

local function playingcards(x)
  local widgets = { object("id", "hand", "type", "hand", "x", 50, "y", 820, "z", 1) }
  local files = { "widgets.json" }
  for _, card in ipairs(x.cards) do
    files[#files + 1] = ("userassets/%s.png"):format(card.id)
  end
  for i = 1, #x.backs do
    add_deck(x, widgets, i - 1)
    files[#files + 1] = ("userassets/back-%d.png"):format(i)
  end
  return add_json(x, "widgets", widgets) and x.pack(x.id .. ".pcio", files)
end

return {
  tts = tts, ["tabletop-playground"] = playground, cockatrice = cockatrice,
  ["card-game-simulator"] = simulator, playingcards = playingcards,
  csv = function(x) return x.file(x.id .. ".csv", x.csv()) end,
}
