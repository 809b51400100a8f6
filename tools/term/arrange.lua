-- arrange.lua - arranges a view as lines of cards, for any width. It does not depend on a terminal.
-- Others' mats are at the top, the table's zones in the middle, the observer's own below.
--
-- A cell is a card, or several that look the same and are together: `zone`, `seat`, `place` of the
-- first, `n` of them; `card`, -1: backs; `colour`: number of the word that colours it, -1; `y`,
-- `x`, `w`, `text`. A strip is words beside cards: a player (`head`), a zone's name.
local s = ...

local format = string.format
local FEW = 4 -- possible cards of a back that are named beside it
local MOST = 64 -- columns and lines of a grid

-- The arrangement so far, and where the next thing goes.
local a

---- single things ----

local function add_strip(text, head)
  text = s.cut(text, a.width - a.x)
  a.strips[#a.strips + 1] = { y = a.y, x = a.x, text = text, head = head }
  a.x = a.x + s.width(text)
end

-- The next cell goes behind the last, or to a new line.
local function add_cell(cell, text)
  cell.text = s.cut(text, a.width - 4)
  cell.w = s.width(cell.text)
  if a.x + 2 + cell.w > a.width then
    a.y, a.x = a.y + 1, 1
  end
  cell.y, cell.x = a.y, a.x + 2
  a.x = cell.x + cell.w
  a.cells[#a.cells + 1] = cell
end

---- cards ----

-- All that the observer sees, by zone and seat. A card that they must remember is drawn as a plain
-- back, without what it may be.
local function see_all()
  local seen = {}
  for _, card in ipairs(s.cards(a.observer)) do
    local at = card.zone * 64 + card.seat
    seen[at] = seen[at] or {}
    table.insert(seen[at], card)
    if card.remembered and not s.memory then
      card.card, card.remembered, card.forgotten = -1, false, true
    end
  end
  return seen
end

local function same_look(b, c)
  for i, value in ipairs(b.counters) do
    if value ~= c.counters[i] then
      return false
    end
  end
  return b.card == c.card and b.up == c.up and b.remembered == c.remembered
end

local function card_words(card, n)
  local about, text = s.zones[card.zone], nil
  if card.card < 0 then
    text = n > 1 and "▒" .. n or "▒"
  else
    text = s.names[card.card]
    text = not card.up and about.up == "everybody" and "(" .. text .. ")" or (card.remembered and "~" or "") .. text
    text = n > 1 and n .. "×" .. text or text
  end
  if card.card < 0 and not card.forgotten and about.as == "row" then
    text = text .. s.may_be_text(a.observer, card, FEW)
  end
  return text .. s.counters_text(card)
end

-- n cards from this on as a cell without a place.
local function cell_of(card, n)
  return {
    zone = card.zone,
    seat = card.seat,
    place = card.place,
    n = n,
    card = card.card,
    colour = s.colours[card.card] or -1,
  }
end

-- In a row each card has its place; otherwise cards that look the same are one cell.
local function add_cells(cards, row)
  local i = 1
  while i <= #cards do
    local n = 1
    while not row and i + n <= #cards and same_look(cards[i], cards[i + n]) do
      n = n + 1
    end
    add_cell(cell_of(cards[i], n), card_words(cards[i], n))
    i = i + n
  end
end

---- grids ----

local function digits(n)
  return #tostring(n)
end

-- Where the columns of a grid begin, and the first numbers of columns and lines; `all`: with the
-- columns that the zone has at all seats, so that they stand below each other. nil: there is no
-- room.
local function grid_frame(zone, seat, all)
  local about, width, cards, most = s.zones[zone], {}, {}, math.huge
  local f = { left = most, right = -most, top = most, bottom = -most }
  for other = all and 0 or seat, all and s.seats - 1 or seat do
    for _, card in ipairs(a.seen[zone * 64 + other] or {}) do
      local x, y = s.counter_of(card, about.across), s.counter_of(card, about.below)
      cards[#cards + 1] = card
      f.left, f.right = math.min(f.left, x), math.max(f.right, x)
      if other == seat then
        f.top, f.bottom = math.min(f.top, y), math.max(f.bottom, y)
      end
    end
  end
  if f.right - f.left >= MOST or f.bottom - f.top >= MOST then
    return nil
  end
  for _, card in ipairs(cards) do
    local x = s.counter_of(card, about.across)
    width[x] = math.max(width[x] or 0, s.width(card_words(card, 1)))
  end
  local at = 2 + math.max(digits(f.top), digits(f.bottom)) + 2
  f.first = at
  for x = f.left, f.right do
    f[x], at = at, at + math.max(width[x] or 0, digits(x)) + 2
  end
  return at - 2 <= a.width and f
end

-- The numbers of its columns, above them, and of its lines.
local function grid_heads(f)
  local y = a.y
  for x = f.left, f.right do
    a.y, a.x = y + 1, f[x]
    add_strip(tostring(x))
  end
  for line = f.top, f.bottom do
    a.y, a.x = y + 2 + line - f.top, 2
    add_strip(format("%" .. f.first - 4 .. "d", line))
  end
end

-- The cards in the places that their counters give, below the zone's name. False: they do not fit,
-- or two have one place. Then nothing is added.
local function add_grid(cards, zone, seat)
  local about = s.zones[zone]
  local f = (seat >= 0 and grid_frame(zone, seat, true)) or grid_frame(zone, seat, false)
  local laid, at = {}, {}
  for i, card in ipairs(f and cards or {}) do
    local cell = cell_of(card, 1)
    cell.text = card_words(card, 1)
    cell.w = s.width(cell.text)
    cell.x = f[s.counter_of(card, about.across)]
    cell.y = a.y + 2 + s.counter_of(card, about.below) - f.top
    local key = cell.y .. ":" .. cell.x
    if at[key] then
      return false
    end
    laid[i], at[key] = cell, true
  end
  table.sort(laid, function(b, c)
    return b.y < c.y or (b.y == c.y and b.x < c.x)
  end)
  table.move(laid, 1, #laid, #a.cells + 1, a.cells)
  if f then
    grid_heads(f)
  end
  return f
end

---- zones and seats ----

local function put_zone(zone, seat)
  local about, cards = s.zones[zone], a.seen[zone * 64 + seat]
  if not cards or about.untold then
    return
  end
  for _, card in ipairs(cards) do
    if s.nobody_sees(about) and not card.remembered then
      card.card, card.forgotten = -1, false
    end
  end
  a.x = 1
  add_strip(about.name .. " " .. #cards)
  if about.across < 0 or not add_grid(cards, zone, seat) then
    add_cells(cards, about.as == "row")
  end
  a.y = a.y + 1
end

-- The zones by `layout`. Those that it does not name come last.
local order

local function put_zones(seat)
  if not order then
    order = {}
    for zone = 0, s.last_zone do
      order[zone + 1] = zone
    end
    table.sort(order, function(b, c)
      local z, w = s.zones[b], s.zones[c]
      if z.row ~= w.row then
        return z.row ~= 0 and (w.row == 0 or z.row < w.row)
      end
      return z.column < w.column or (z.column == w.column and b < c)
    end)
  end
  for _, zone in ipairs(order) do
    put_zone(zone, seat)
  end
end

-- The effects that wait, in order.
local function put_waiting()
  for i, waits in ipairs(s.waiting(a.observer)) do
    local line = format("%d.", i)
    line = waits.seat >= 0 and line .. " " .. s.seat_name(waits.seat) or line
    line = waits.card >= 0 and line .. " " .. s.names[waits.card] or line
    line = line .. (waits.text ~= "" and s.word "COLON" or "") .. waits.text
    line = waits.target >= 0 and line .. " → " .. s.names[waits.target] or line
    if i == 1 then
      a.x = 1
      add_strip(s.word "PAGE_WAITING")
      a.y = a.y + 1
    end
    a.x = 3
    add_strip(line)
    a.y = a.y + 1
  end
end

-- Is the score a counter that stands among the others, by its own name ("chips 18")?
local function score_is_told()
  for c = 0, s.last_counter do
    if s.counters[c].is_score and not s.counters[c].untold then
      return true
    end
  end
end

-- The running score, as far as it may be known; then the counters.
local function seat_words(seat)
  local counters, r = s.seat_counters(seat, true), a.result
  if seat >= 0 and r and r.scored and s.has(r.known, seat) and not score_is_told() then
    return s.word "SCORE" .. " " .. r.score[seat] .. (counters ~= "" and ", " .. counters or "")
  end
  return counters
end

-- Beside the name, and on lines below if there is no space.
local function put_counters(text)
  if s.width(text) <= a.width - a.x then
    add_strip(text)
    return
  end
  for _, line in ipairs(s.wrapped(text, a.width - 3)) do
    a.y, a.x = a.y + 1, 3
    add_strip(line)
  end
end

local function put_place(seat)
  local counters, before = seat_words(seat), #a.cells
  local name = seat < 0 and s.word "THE_TABLE" or s.seat_name(seat)
  a.x = 0
  add_strip(name .. (seat >= 0 and seat == a.observer and " ◀" or ""), true)
  a.x = a.x + 2
  if counters ~= "" then
    put_counters(counters)
  end
  a.y = a.y + 1
  put_zones(seat)
  if seat < 0 and #a.cells == before and counters == "" then -- empty
    a.strips[#a.strips] = nil
    a.y = a.y - 1
  end
end

-- What the observer sees in lines of `width` columns: `cells`, `strips` and the `height`.
function s.arrange(observer, width)
  a = { cells = {}, strips = {}, y = 0, x = 0, observer = observer, width = math.max(width, 20) }
  a.seen, a.result = see_all(), s.result(observer)
  local first = observer >= 0 and observer + 1 or 0
  for i = 0, s.seats - 1 do
    if (first + i) % s.seats ~= observer then
      put_place((first + i) % s.seats)
    end
  end
  put_place(-1)
  put_waiting()
  if observer >= 0 then
    put_place(observer)
  end
  a.height = a.y
  return a
end

-- The number of the next cell from `from` in a direction. dy -1 or 1: the nearest on another line
-- above or below; else dx. `from` if there is none; 0: there are no cells.
function s.next_cell(all, from, dy, dx)
  local cell, best = all.cells[from], from
  if not cell then
    return #all.cells > 0 and 1 or 0
  elseif dy == 0 then
    return all.cells[from + dx] and from + dx or from
  end
  for i, other in ipairs(all.cells) do
    local b = all.cells[best]
    local away, least = math.abs(other.y - cell.y), math.abs(b.y - cell.y)
    local aside = other.y == b.y and math.abs(other.x - cell.x) < math.abs(b.x - cell.x)
    local nearer = best == from or away < least or aside
    if (dy < 0 and other.y < cell.y or dy > 0 and other.y > cell.y) and nearer then
      best = i
    end
  end
  return best
end
