-- board.lua - a game as a player sees it: the table, a seat, lines of the log, the end. facts.c
-- says what `s` holds. Zones, seats, counters and cards have their numbers as in C, from 0; seat -1
-- is the table. Lists begin at 1.
local s = ...

local concat, format, rep = table.concat, string.format, string.rep
local BOLD, DIM, CYAN, PLAIN = "\27[1m", "\27[2m", "\27[36m", "\27[0m"

-- How much of a question is shown if the terminal is too low: one line for each choice, or also for
-- each zone and each seat's counters. Cut lines end in `…`.
s.IN_FULL, s.SHORT_CHOICES, s.SHORT_ZONES = 0, 1, 2

---- texts ----

-- A text in the making, with what its lines depend on: `width` (0: without limit), `colour`,
-- `brief`.
function s.page(width, colour, brief)
  colour = colour == nil and s.colour or colour
  return { width = width or (s.size()), colour = colour, brief = brief or s.IN_FULL }
end

local function put(page, ...)
  for _, text in ipairs { ... } do
    page[#page + 1] = text
  end
end

local function paint(page, code)
  if page.colour then
    put(page, code)
  end
end

-- A line that is wrapped, from column `at` on.
local function put_line(page, text, at, indent)
  put(page, s.wrap(text, at, indent, page.width), "\n")
end

-- Lines, each wrapped with two columns of indent for the rest.
local function put_lines(page, text)
  for line in text:gmatch "([^\n]*)\n" do
    put_line(page, line, 0, 2 + #line:match "^ *")
  end
end

local function print_page(page)
  io.write(concat(page))
end

local function put_word(page, ...)
  put_line(page, s.say(...), 0, 2)
end

s.put, s.put_line, s.put_lines, s.put_word = put, put_line, put_lines, put_word
s.paint, s.print_page = paint, print_page

-- A line, cut at the edge: `table` has the whole of it.
local function cut_line(page, text, at)
  local width = page.width - at
  local cut = width > 0 and s.width(text) > width
  put(page, cut and s.cut(text, width - 1) .. "…" or text, "\n")
end

-- The part of a line from column `at` on. Further lines, if allowed, begin at `indent`.
local function rest_of_line(page, text, at, indent)
  if page.brief >= s.SHORT_ZONES then
    cut_line(page, text, at)
  else
    put_line(page, text, at, indent)
  end
end

-- Adds a text behind others.
local function add(list, text)
  if text ~= "" then
    list[#list + 1] = text
  end
end

---- what is seen ----

-- Does no player ever see the zone's cards? Then they are not listed even if everything is shown,
-- as decks are long.
local function nobody_sees(zone)
  return zone.up == "nobody" and zone.down == "nobody"
end
s.nobody_sees = nobody_sees

local function as_back(card)
  local back = {}
  for key, value in pairs(card) do
    back[key] = value
  end
  back.card = -1
  return back
end

-- All that an observer sees: the cards of a zone of a seat, as they are (`all`), and as they are
-- told (`told`).
local function look(observer)
  local all, told = {}, {}
  for _, card in ipairs(s.cards(observer)) do
    local at, zone = card.zone * 64 + card.seat, s.zones[card.zone]
    all[at], told[at] = all[at] or {}, told[at] or {}
    table.insert(all[at], card)
    if not zone.untold then
      table.insert(told[at], card.card >= 0 and nobody_sees(zone) and as_back(card) or card)
    end
  end
  return {
    observer = observer,
    all = function(zone, seat)
      return all[zone * 64 + seat] or {}
    end,
    told = function(zone, seat)
      return told[zone * 64 + seat] or {}
    end,
  }
end
s.look = look

local function is_known(card)
  return card.card >= 0 and (s.memory or not card.remembered)
end

-- Is lying so that not all see them usual for the cards of a zone?
local function usually_backs(zone)
  return s.zones[zone].up ~= "everybody"
end

-- Are owners of cards on the table shown?
local function has_owners(zone)
  return s.zones[zone].as ~= "pile" and s.people > 1
end

---- cards in words ----

-- How many of the cards from `i` to `n` are alike.
local function alike(cards, i, n, owners)
  local card, same = cards[i], 1
  while i + same <= n do
    local other = cards[i + same]
    if
      other.card ~= card.card
      or other.up ~= card.up
      or other.remembered ~= card.remembered
      or (owners and other.owner ~= card.owner)
    then
      break
    end
    same = same + 1
  end
  return same
end

local function count_text(n)
  return s.say("N_CARDS", { n = n })
end

-- "A (down)". `backs`: cards are usually hidden there, so this is not mentioned. `owners`: names
-- each owner.
local function card_text(card, style)
  local text = s.names[card.card]
  if not card.up and not style.backs then
    text = text .. " " .. s.word "MARK_DOWN"
  end
  if style.owners and card.owner >= 0 then
    text = text .. " (" .. s.seat_within(card.owner) .. ")"
  end
  return card.remembered and text .. " " .. s.word "MARK_REMEMBERED" or text
end

-- "A, 2 × B (down), 3 cards": equal neighbours together, backs in their place.
local function cards_text(cards, n, style)
  local parts, backs, i = {}, 0, 1
  local function end_backs()
    add(parts, backs > 0 and count_text(backs) or "")
    backs = 0
  end
  while i <= n do
    local same = 1
    if is_known(cards[i]) then
      same = alike(cards, i, n, style.owners)
      end_backs()
      add(parts, (same > 1 and same .. " × " or "") .. card_text(cards[i], style))
    else
      backs = backs + 1
    end
    i = i + same
  end
  end_backs()
  return concat(parts, ", ")
end

---- notes on single cards ----

local MOST = 6 -- cards that a back may be, as many as a line can hold

-- " Ant/Bee?": what a hidden card may be, if there are at most `most` possibilities.
function s.may_be_text(observer, card, most)
  local may = card.card < 0 and card.place >= 0 and s.may_be(observer, card.zone, card.seat, card.place, most)
  local names = {}
  for i, one in ipairs(may or {}) do
    names[i] = s.names[one]
  end
  return #names > 0 and " " .. concat(names, "/") .. (#names > 1 and "?" or "") or ""
end

-- " [marked] [clues 2]": the counters of a card that say something, but for some.
function s.counters_text(card, but, and_but)
  local text = ""
  for i, counter in ipairs(s.card_counters) do
    local about, value = s.counters[counter], card.counters[i]
    if not about.untold and value ~= about.start and counter ~= but and counter ~= and_but then
      local says = s.counter_text(counter, value)
      text = text .. (says ~= "" and " [" .. says .. "]" or "")
    end
  end
  return text
end

-- The places of the cards from `first` on with the same note: "1–3, 5". They are then done.
local function places_alike(marks, first)
  local places, same, i = {}, marks[first], first
  while i <= #marks do
    local to = i
    if marks[i] == same then
      while marks[to + 1] == same do
        to = to + 1
      end
      add(places, to > i and i .. "–" .. to or tostring(i))
      for done = i, to do
        marks[done] = ""
      end
    end
    i = to + 1
  end
  return concat(places, ", ")
end

-- Notes on the cards of a zone, by place: "1: Ant/Bee? [clues 2]; 3: …".
local function marks_text(seen, zone, seat)
  local marks, parts = {}, {}
  for i, card in ipairs(seen.all(zone, seat)) do
    marks[i] = (card.remembered and "" or s.may_be_text(seen.observer, card, MOST)) .. s.counters_text(card)
  end
  for i, mark in ipairs(marks) do
    if mark ~= "" then
      add(parts, places_alike(marks, i) .. s.word("COLON"):sub(1, -2) .. mark)
    end
  end
  return concat(parts, s.word "SEMICOLON")
end

---- the cards of a grid in their places ----

local MOST_LINES, GAP, INDENT = 64, 2, 4

-- A single card. An unknown one by its place in the row.
local function single_text(card)
  if is_known(card) then
    return card_text(card, { backs = usually_backs(card.zone) })
  end
  return s.zones[card.zone].as == "row" and s.word "GRID_BACK" .. " " .. card.place + 1 or "?"
end

-- The cards of a grid by place, and its bounds. nil: there are none.
local function read_grid(cards, zone)
  local at, left, right, top, bottom = {}, math.huge, -math.huge, math.huge, -math.huge
  for _, card in ipairs(cards) do
    local x, y = s.counter_of(card, zone.across), s.counter_of(card, zone.below)
    left, right, top, bottom = math.min(left, x), math.max(right, x), math.min(top, y), math.max(bottom, y)
    local key = x .. ":" .. y
    at[key] = { card = card, more = at[key] and at[key].more + 1 or 0 }
  end
  for _, cell in pairs(at) do
    local text = single_text(cell.card) .. s.counters_text(cell.card, zone.across, zone.below)
    cell.text = text .. (cell.more > 0 and " +" .. cell.more or "")
  end
  return #cards > 0 and { at = at, left = left, right = right, top = top, bottom = bottom }
end

local function digits(n)
  return #tostring(n)
end

-- A card's value of a counter.
function s.counter_of(card, counter)
  return card.counters[s.card_counter_at[counter]]
end

-- A line of a grid: what stands in each column.
local function grid_line(head, grid, text_at)
  local line, blank = head, 0
  for x = grid.left, grid.right do
    local text = text_at(x)
    line = text ~= "" and line .. rep(" ", blank) .. text or line
    blank = (text ~= "" and 0 or blank) + grid.width[x] - s.width(text)
  end
  return line .. "\n"
end

-- The cards of a zone in lines and columns, with the numbers of the counters. nil: the zone is no
-- grid, or too wide.
local function grid_text(page, seen, zone, seat)
  local about = s.zones[zone]
  local grid = about.across >= 0 and page.brief < s.SHORT_ZONES and read_grid(seen.all(zone, seat), about)
  if not grid or grid.bottom - grid.top >= MOST_LINES or grid.right - grid.left >= MOST_LINES then
    return nil
  end
  local numbers = math.max(digits(grid.top), digits(grid.bottom))
  local function cell(x, y)
    local at = grid.at[x .. ":" .. y]
    return at and at.text or ""
  end
  local all = INDENT + numbers + GAP
  grid.width = {}
  for x = grid.left, grid.right do
    local most = digits(x)
    for y = grid.top, grid.bottom do
      most = math.max(most, s.width(cell(x, y)))
    end
    grid.width[x] = most + GAP
    all = all + most + GAP
  end
  if page.width > 0 and all > page.width then
    return nil
  end
  local lines = { grid_line(rep(" ", INDENT + numbers + GAP), grid, tostring) }
  for y = grid.top, grid.bottom do
    local head = format("%" .. INDENT + numbers .. "d", y) .. rep(" ", GAP)
    lines[#lines + 1] = grid_line(head, grid, function(x)
      return cell(x, y)
    end)
  end
  return concat(lines)
end

---- a seat ----

-- A zone's name and a colon, the beginning of a line; the column behind it.
local function zone_label(page, zone)
  local label = s.zones[zone].name .. s.word "COLON"
  paint(page, DIM)
  put(page, "  ", label)
  paint(page, PLAIN)
  return 2 + s.width(label)
end

-- Does so for one or several seats; with a colon if something follows.
local function seat_label(page, names, follows)
  local colon = follows and s.word "COLON" or ""
  paint(page, BOLD)
  put(page, names)
  paint(page, PLAIN)
  put(page, colon)
  return s.width(names) + s.width(colon)
end

local function put_zone(page, zone, text)
  rest_of_line(page, text, zone_label(page, zone), 4)
end

-- The n cards of a grid in their places, below its name.
local function put_grid(page, zone, grid, n)
  put_zone(page, zone, count_text(n))
  put(page, grid)
end

local function zone_line(page, seen, zone, seat)
  local cards = seen.told(zone, seat)
  local grid = #cards > 0 and grid_text(page, seen, zone, seat)
  if #cards == 0 then
    return
  elseif grid then
    put_grid(page, zone, grid, #cards)
    return
  end
  local style = { backs = usually_backs(zone), owners = seat < 0 and has_owners(zone) }
  put_zone(page, zone, cards_text(cards, #cards, style))
  local marks = marks_text(seen, zone, seat)
  if marks ~= "" then
    put(page, "    ")
    rest_of_line(page, marks, 4, 6)
  end
end

-- The counters of a seat, or of the table, in words; `brief`: but for a number that is 0 as it
-- began.
function s.seat_counters(seat, brief)
  local parts = {}
  for c = 0, s.last_counter do
    local about, value = s.counters[c], s.counter(c, seat)
    local begun = about.is == "number" and value == about.start
    local idle = begun and ((brief and value == 0) or about.lasts >= 0)
    add(parts, value and not about.untold and not idle and s.counter_text(c, value) or "")
  end
  return concat(parts, ", ")
end

-- "Bob: stars 2, leads"
local function seat_line(page, seat, brief)
  local counters = s.seat_counters(seat, brief)
  local name = seat < 0 and s.word "THE_TABLE" or s.seat_name(seat)
  rest_of_line(page, counters, seat_label(page, name, counters ~= ""), 4)
end

local function put_seat(page, seen, seat)
  seat_line(page, seat, false)
  for zone = 0, s.last_zone do
    zone_line(page, seen, zone, seat)
  end
end
s.put_seat = put_seat

---- visible cards of others ----

-- How many different cards of a zone can be read at a glance: on the table; at another seat, beside
-- other zones.
local GLANCE_TABLE, GLANCE_SEAT = 12, 6

-- The number of entries in a list of the cards. 0: the observer sees none.
local function things(cards)
  local count, seen, i = 0, false, 1
  while i <= #cards do
    seen = seen or (is_known(cards[i]) and not cards[i].remembered)
    i, count = i + alike(cards, i, #cards), count + 1
  end
  return seen and count or 0
end

-- The grid of a zone whose cards stay in the game, or nil.
local function open_grid(page, seen, zone, seat)
  return not s.zones[zone].gone and #seen.told(zone, seat) > 0 and grid_text(page, seen, zone, seat) or nil
end

-- Notes on its cards, after them on the same line.
local function marks_behind(seen, zone, seat)
  local marks = marks_text(seen, zone, seat)
  return marks ~= "" and " (" .. marks .. ")" or ""
end

-- A zone of the table: its cards with owners; of a pile the first; of many the number. "" if the
-- observer sees no card.
local function open_zone(seen, zone)
  local about, cards = s.zones[zone], seen.told(zone, -1)
  local count, shown = things(cards), #cards
  if about.as == "pile" then
    shown = #cards > 0 and is_known(cards[1]) and 1 or 0
  elseif count > GLANCE_TABLE then
    shown = 0
  end
  if count == 0 or about.gone then
    return ""
  end
  local text = cards_text(cards, shown, { owners = has_owners(zone) })
  if shown == #cards then
    return text .. marks_behind(seen, zone, -1)
  end
  return text .. (shown > 0 and " " .. s.word "AND" .. " " or "") .. count_text(#cards - shown)
end

local function open_table(page, seen)
  local said = s.seat_counters(-1, true) ~= ""
  if said then
    seat_line(page, -1, true)
  end
  for zone = 0, s.last_zone do
    local grid = open_grid(page, seen, zone, -1)
    local text = grid and "" or open_zone(seen, zone)
    if not said and (grid or text ~= "") then
      seat_line(page, -1, true)
      said = true
    end
    if grid then
      put_grid(page, zone, grid, #seen.told(zone, -1))
    elseif text ~= "" then
      put_zone(page, zone, text)
    end
  end
end

-- A zone of another seat in words, if the observer sees a card of it, and how many entries that is.
local function seat_zone(seen, zone, seat)
  local cards = seen.told(zone, seat)
  local count = things(cards)
  if count == 0 then
    return "", 0
  end
  return cards_text(cards, #cards, { backs = usually_backs(zone) }) .. marks_behind(seen, zone, seat), count
end

local function zone_part(zone, text)
  return s.zones[zone].name .. s.word "COLON" .. text
end

-- How many cards another seat has that the observer does not see, without piles.
local function held_cards(page, seen, seat)
  local parts = {}
  for zone = 0, s.last_zone do
    local cards = s.zones[zone].as ~= "pile" and seen.told(zone, seat) or {}
    if #cards > 0 and things(cards) == 0 and not open_grid(page, seen, zone, seat) then
      add(parts, zone_part(zone, count_text(#cards)))
    end
  end
  return concat(parts, s.word "SEMICOLON")
end

-- Zones with many cards, one line each; grids in their places.
local function full_zones(page, seen, seat)
  for zone = 0, s.last_zone do
    local grid = open_grid(page, seen, zone, seat)
    if grid then
      put_grid(page, zone, grid, #seen.told(zone, seat))
    else
      local text, count = seat_zone(seen, zone, seat)
      if count > GLANCE_SEAT then
        cut_line(page, text, zone_label(page, zone))
      end
    end
  end
end

local function named_line(page, names, text)
  cut_line(page, text, seat_label(page, names, text ~= ""))
end

-- Seats about which only their number of cards is told. Seats with the same number share a line.
local function put_holders(page, holders)
  if #holders > 0 then
    named_line(page, concat(holders, ", "), holders.held)
  end
  return {}
end

-- Another seat's counters and zones with few cards, on one line, and below it those with many.
-- Returns the seats that wait for a line.
local function open_seat(page, seen, seat, holders)
  local counters, few, many = s.seat_counters(seat, true), {}, false
  for zone = 0, s.last_zone do
    local grid = open_grid(page, seen, zone, seat)
    local text, count = "", 0
    if not grid then
      text, count = seat_zone(seen, zone, seat)
    end
    many = many or grid or count > GLANCE_SEAT
    add(few, count > 0 and count <= GLANCE_SEAT and zone_part(zone, text) or "")
  end
  local held = held_cards(page, seen, seat)
  if counters ~= "" or #few > 0 or many then
    local parts = {}
    add(parts, counters)
    add(parts, held) -- before the others: the line may be cut
    add(parts, concat(few, s.word "SEMICOLON"))
    holders = put_holders(page, holders)
    named_line(page, s.seat_name(seat), concat(parts, s.word "SEMICOLON"))
  elseif held ~= "" then
    holders = holders.held ~= held and put_holders(page, holders) or holders
    holders[#holders + 1], holders.held = s.seat_name(seat), held
  end
  if many then
    full_zones(page, seen, seat)
  end
  return holders
end

-- Other visible cards, in few lines, for the player who is asked: zones of the table, and other
-- seats' zones with few cards.
function s.put_open(page, seen)
  local holders = {}
  open_table(page, seen)
  for seat = 0, s.seats - 1 do
    if seat ~= seen.observer then
      holders = open_seat(page, seen, seat, holders)
    end
  end
  put_holders(page, holders)
end

-- Can the seat (or the table) have any zone or counter?
local function has_mat(seen, seat)
  if s.seat_counters(seat, false) ~= "" then
    return true
  end
  for zone = 0, s.last_zone do
    local about = s.zones[zone]
    if seat < 0 and #seen.told(zone, -1) > 0 or seat >= 0 and not about.table and not about.untold then
      return true
    end
  end
  return false
end

-- Everything on the table.
function s.put_all(page, observer)
  local seen = look(observer)
  for seat = -1, s.seats - 1 do
    if has_mat(seen, seat) then
      put_seat(page, seen, seat)
    end
  end
end

function s.print_all(observer)
  local page = s.page()
  s.put_all(page, observer)
  print_page(page)
end

---- the log ----

-- One line of the log, indented by its depth; headings set apart.
function s.print_line(heading, depth, text)
  local page = s.page()
  depth = math.min(depth, 3)
  if not heading then
    put(page, rep(" ", 2 * depth))
    put_line(page, text, 2 * depth, 2 * depth + 2)
  elseif depth == 0 then
    local rule = page.width > 0 and page.width < 64 and page.width - 4 or 60 -- with the text before it
    put(page, "\n")
    paint(page, BOLD)
    put(page, "── ", text, " ", rep("─", rule - s.width(text)))
  else
    paint(page, CYAN)
    put(page, rep(" ", 2 * depth), text)
  end
  if heading then
    paint(page, PLAIN)
    put(page, "\n")
  end
  print_page(page)
end

-- A sentence of words.def on a line, with the value of a word in it.
function s.print_said(word, name, value)
  local page = s.page()
  put_word(page, word, name and { [name] = value })
  print_page(page)
end

---- the end ----

local function has(seats, seat)
  return seats >> seat & 1 == 1
end
s.has = has

local function names_text(seats)
  local text, any = "", false
  for seat = 0, s.seats - 1 do
    if has(seats, seat) then
      local last = seats >> (seat + 1) == 0
      text = text .. (any and (last and s.word "LAST_AND" or ", ") or "") .. s.seat_name(seat)
      any = true
    end
  end
  return text
end

-- Are there sides of several players against others? Then a side's sum decides.
local function side_scores_count(r)
  local together, against = false, false
  for i = 0, s.seats - 1 do
    for k = 0, i - 1 do
      if r.side[i] ~= 0 and r.side[k] ~= 0 then
        together, against = together or has(r.side[i], k), against or not has(r.side[i], k)
      end
    end
  end
  return r.scored and not r.graded and together and against
end

local function bold_line(page, line)
  paint(page, BOLD)
  put(page, line, "\n")
  paint(page, PLAIN)
end

local function winners_line(page, r, you)
  local first, count, sums = 0, 0, side_scores_count(r)
  for seat = s.seats - 1, 0, -1 do
    if has(r.winners, seat) then
      first, count = seat, count + 1
    end
  end
  local scored = r.scored and r.won == 0 and r.lost == 0
  local loses, word = count == 0 and s.people == 1 and r.lost ~= 0, nil
  if count == 0 then
    word = loses and "LOSES" or "NOBODY_WINS"
  elseif count == 1 then
    word = scored and "WINS_WITH" or "WINS"
  elseif r.sides == 1 then
    word = scored and sums and "WIN_TOGETHER_WITH" or "WIN_TOGETHER"
  else
    word = scored and "SHARE_WIN_WITH" or "SHARE_WIN"
  end
  bold_line(
    page,
    s.say(word, {
      who = { names_text(loses and r.lost or r.winners), you = count <= 1 and first == you },
      n = sums and r.side_score[first] or r.score[first],
    })
  )
end

-- Do the rules name all players as losers? Then their scores do not count.
local function all_lost(r)
  for seat = 0, s.seats - 1 do
    if s.is_person[seat] and not has(r.lost, seat) then
      return false
    end
  end
  return true
end

-- The score, if all have the same; otherwise the table shows it.
local function graded_line(page, r)
  local first
  for seat = 0, s.seats - 1 do
    first = first or (s.is_person[seat] and seat)
    if s.is_person[seat] and (r.score[seat] ~= r.score[first] or r.out_of[seat] ~= r.out_of[first]) then
      return
    end
  end
  bold_line(page, s.say("REACHED", { n = r.score[first], of = r.out_of[first] }))
end

local MOST_LASTING = 8

-- Counters of seats that last the whole game, as columns of the final table; not the score's own
-- where that is shown.
local function lasting_counters(scored)
  local list = {}
  for c = 0, s.last_counter do
    local about = s.counters[c]
    local lasts = about.is == "number" and about.lasts < 0 and about.of == "seats" and not about.untold
    if lasts and not (scored and about.is_score) and #list < MOST_LASTING then
      list[#list + 1] = c
    end
  end
  return list
end

-- A seat without a player (for example a pile of a solitaire) only has a line if there is something
-- to tell.
local function has_line(r, seat, counters)
  local any = s.is_person[seat] or has(r.winners, seat)
  for _, c in ipairs(counters) do
    any = any or s.counter(c, seat) ~= nil
  end
  return any
end

-- "★" for a winner, else "2nd"; "" if scores decide nothing.
local function place_text(wins, place)
  if wins then
    return "★"
  end
  local words = { "", s.word "PLACE_2", s.word "PLACE_3" }
  return place > 3 and s.say("PLACE_N", { n = place }) or words[place] or ""
end

local function final_table(page, r, places)
  local counters, sums = lasting_counters(r.scored), side_scores_count(r)
  local heads, cells = { "", "", s.word "SCORE", sums and s.word "SIDE_SCORE" or "", right = "  >>" }, {}
  local function add_cell(text)
    cells[#cells + 1] = tostring(text or "")
  end
  if s.people == 1 and not r.scored and #counters == 0 then
    return -- how it ended has been said
  end
  for _, c in ipairs(counters) do
    heads[#heads + 1] = s.counters[c].name
    heads.right = heads.right .. ">"
  end
  heads[#heads + 1] = ""
  for seat = 0, s.seats - 1 do
    local person = s.is_person[seat]
    if has_line(r, seat, counters) then
      add_cell(s.seat_name(seat))
      add_cell(person and s.player(seat))
      add_cell(person and r.scored and r.score[seat])
      add_cell(person and sums and r.side_score[seat])
      for _, c in ipairs(counters) do
        add_cell(s.counter(c, seat))
      end
      add_cell(place_text(has(r.winners, seat), places[seat]))
    end
  end
  put(page, s.table(heads, cells, { colour = page.colour }))
end

-- A zone with cards that the observer did not see: all of them.
local function hidden_zone(seen, whole, zone, seat)
  local cards, hidden = whole.told(zone, seat), false
  for _, card in ipairs(seen.told(zone, seat)) do
    hidden = hidden or not is_known(card)
  end
  return hidden and things(cards) > 0 and cards_text(cards, #cards, { backs = usually_backs(zone) }) or ""
end

-- The game is over, so nothing is secret any more.
local function tell_hidden(page, observer)
  local said, seen, whole = false, look(observer), look(s.ALL)
  for seat = -1, s.seats - 1 do
    for zone = 0, s.last_zone do
      local cards = hidden_zone(seen, whole, zone, seat)
      if cards ~= "" then
        put(page, said and "" or s.word "WAS_HIDDEN" .. "\n", "  ")
        put_line(page, (seat >= 0 and s.seat_name(seat) .. ", " or "") .. zone_part(zone, cards), 2, 4)
        said = true
      end
    end
  end
  put(page, said and "\n" or "")
end

-- Equal cards together, the most first; then the rest of the score.
local function brought_text(got, rest)
  local all, kinds, parts = {}, {}, {}
  for _, one in ipairs(got) do
    local key = one.card .. ":" .. one.points
    if not kinds[key] then
      kinds[key] = { card = one.card, points = one.points, n = 0 }
      all[#all + 1] = kinds[key]
    end
    kinds[key].n = kinds[key].n + 1
    rest = rest - one.points
  end
  table.sort(all, function(a, b)
    local more = b.points * b.n - a.points * a.n
    return more < 0 or (more == 0 and a.card < b.card)
  end)
  for _, kind in ipairs(all) do
    add(parts, (kind.n > 1 and kind.n .. " × " or "") .. s.names[kind.card] .. " " .. kind.points * kind.n)
  end
  add(parts, rest ~= 0 and s.say("BESIDES", { n = rest }) or "")
  return concat(parts, ", ")
end

-- If the score is a sum over cards: what each card scored.
local function scores_by_card(page, r)
  local said = false
  for seat = 0, s.seats - 1 do
    local got = s.score_cards(seat)
    if got then
      put(page, said and "" or "\n" .. s.word "BY_CARD" .. "\n", "  ")
      local brought = s.word "COLON" .. brought_text(got, r.score[seat])
      put_line(page, s.seat_name(seat) .. " " .. r.score[seat] .. brought, 2, 4)
      said = true
    end
  end
end

-- Why the game ended, winners with scores and ranks, and the scores card by card. `you`: the seat
-- to speak to, -1: none. False: the engine failed.
function s.put_scores(page, you)
  local r, why = s.result(s.ALL), s.reasons()
  if not r then
    return false
  end
  if why ~= "" then -- a mark at its end needs no full stop
    put(page, why, (why:find "[.?!]$" or why:find "…$") and "\n" or ".\n")
  end
  if r.over and r.graded and r.winners == 0 and not all_lost(r) then
    graded_line(page, r)
  elseif r.over then
    winners_line(page, r, you)
  end
  local places, tie, value = s.places()
  if not places then
    return false
  end
  if tie ~= "" then -- why some with the greatest score have won and others have not
    put_word(page, "TIE_WON", { who = names_text(r.winners), what = tie, n = value })
  end
  final_table(page, r, places)
  scores_by_card(page, r)
  return true
end

-- Cards that the observer did not see, then the scores.
function s.print_end(observer, you)
  local page = s.page()
  put(page, "\n")
  s.put_all(page, observer)
  put(page, "\n")
  if observer ~= s.ALL then
    tell_hidden(page, observer)
  end
  local good = s.put_scores(page, you)
  print_page(page)
  return good and 0 or -1
end
