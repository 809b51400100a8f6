-- games.lua - what `list` and `show` print: games, and a game's cards. gamedata.c, cmd_list.c and
-- cmd_show.c say what a game holds.
local c = ...

local add, object = c.add, c.object

-- Adds cells up to the first that is nil.
local function add_cells(cells, ...)
  for _, cell in ipairs { ... } do
    cells[#cells + 1] = cell
  end
end

---- all games ----

local OTHER = "other" -- the kind of games that name none; it comes last

local function number(n)
  return n ~= 0 and ("%d"):format(n) or ""
end

-- "2-5", "4"
local function players(game)
  return game.from == game.to and number(game.to) or ("%d-%d"):format(game.from, game.to)
end

local function list(games)
  local kinds, of, cells = {}, {}, {}
  for _, game in ipairs(games) do
    local kind = game.kind or OTHER
    if not of[kind] then
      of[kind] = {}
      kinds[#kinds + 1] = kind
    end
    table.insert(of[kind], game)
  end
  table.sort(kinds, function(a, b)
    if (a == OTHER) ~= (b == OTHER) then
      return b == OTHER
    end
    return a < b
  end)
  for _, kind in ipairs(kinds) do
    add_cells(cells, kind, "", "", "", "", "")
    for _, game in ipairs(of[kind]) do
      if game.id then
        add_cells(
          cells, "  " .. game.name, game.title, players(game), number(game.minutes),
          number(game.copies), game.line
        )
      else
        local why = "does not load: cantrip check " .. game.name
        add_cells(cells, "  " .. game.name, why, "", "", "", "")
      end
    end
  end
  if cells[1] then
    c.show_table("name|title|players|>minutes|>cards|", cells, true)
  end
end

local function list_json(games)
  local function known(value, unknown)
    return value and value ~= unknown and value or c.null
  end
  local all = {}
  for i, game in ipairs(games) do
    local o = object("name", game.name, "folder", game.folder, "loads", game.id ~= nil)
    local more = game.id and object(
      "id", game.id, "title", game.title, "people", { game.from, game.to }, "cards", game.copies,
      "copies", game.copies, "different", game.different, "line", known(game.line, ""), "kind",
      known(game.kind), "minutes", known(game.minutes, 0), "weight", known(game.weight, 0)
    ) or {}
    all[i] = table.move(more, 1, #more, #o + 1, o)
  end
  c.print(all)
end

---- a game ----

local function show_options(game)
  local cells = {}
  for _, o in ipairs(game.options) do
    local values = table.concat(o.values, ", ")
    local gap = o.says ~= "" and values ~= "" and " " or ""
    values = values ~= "" and "(" .. values .. ")" or ""
    add_cells(cells, o.name, o.standard, o.says .. gap .. values)
  end
  if cells[1] then
    c.show_table({ game.OPTION, game.DEFAULT, "" }, cells, true)
    io.write "\n"
  end
end

-- For a narrow terminal: what a card has stands below the card.
local function show_cards_short(game)
  local cells = {}
  for _, card in ipairs(game.cards) do
    add_cells(cells, card.id, card.count, card.line)
  end
  c.show_table({ game.ID, game.COPIES, "", right = " >" }, cells, true)
end

-- Traits that are short in every card get a column. Lists of effects share one, the last.
local function show_cards(game)
  local texts, used, columns, cells = {}, {}, {}, {}
  local heads = { game.ID, game.NAME, game.COPIES, right = "  >" }
  for i, card in ipairs(game.cards) do
    texts[i] = {}
    for _, trait in ipairs(card.traits) do
      texts[i][trait.id] = trait.text
      used[trait.id] = true
    end
  end
  for _, trait in ipairs(game.traits) do
    if trait.apart and used[trait.id] and #heads + 1 < game.COLUMNS then
      columns[#columns + 1] = trait.id
      heads[#heads + 1] = trait.name
    end
  end
  heads[#heads + 1] = game.EFFECTS
  for i, card in ipairs(game.cards) do
    add_cells(cells, card.id, card.name, card.count)
    for _, id in ipairs(columns) do
      add_cells(cells, texts[i][id] or "")
    end
    add_cells(cells, card.effects)
  end
  if not c.show_table(heads, cells, "fit") then
    show_cards_short(game)
  end
end

local function game(g)
  io.write(("%s%s%s (%s)\n"):format(
    g.colour and "\27[1m" or "", g.title, g.colour and "\27[0m" or "", g.id
  ))
  c.wrap(g.about)
  io.write "\n"
  show_options(g)
  show_cards(g)
end

---- for programs ----

local function card_of(card)
  local traits, values = object(), object()
  for _, trait in ipairs(card.traits) do
    add(traits, trait.id, trait.entries or trait.text)
    add(values, trait.id, trait.value)
  end
  return object(
    "id", card.id, "name", card.name, "copies", card.count, "traits", traits, "values", values
  )
end

local function game_json(g)
  local options, cards = {}, {}
  for i, o in ipairs(g.options) do
    options[i] = object("name", o.name, "default", o.standard, "says", o.says, "values", o.values)
  end
  for i, card in ipairs(g.cards) do
    cards[i] = card_of(card)
  end
  c.print(object(
    "id", g.id, "title", g.title, "folder", g.folder, "people", { g.from, g.to }, "copies",
    g.copies, "different", g.different, "options", options, "cards", cards
  ))
end

local function card_json(g, number)
  c.print(card_of(g.cards[number]))
end

return {
  list = list, list_json = list_json, game = game, game_json = game_json, card_json = card_json,
}
