-- term.lua - a game at a full-screen table: what `play` and `resume` show on a terminal. Cards are
-- placed by arrange.lua, the question is below, the log at the side if it fits. It tells a player
-- the same as the prompt.
local s = ...

local format, rep = string.format, string.rep

-- How text is written: any of these together, and a colour. screen.h has them, too.
local BOLD, DIM, REVERSE, LINE = 1, 2, 4, 8
local QUIT, ERROR, UNDO = -1, -3, -4 -- as in prompt.lua

-- The screen's content, and the player's input.
local t = {
  all = { cells = {}, strips = {}, height = 0 }, -- what is arranged
  offers = nil, -- the choices, as no_offers has them
  at = 0, -- the cell under the cursor
  scroll = 0, -- lines scrolled away
  item = 1, -- the choice under the cursor,
  first = 1, -- … and the first that is shown
  on_cards = false, -- the cursor is among the cards; else in the list
  typing = false, -- letters are a part of a choice's text
  last = nil, -- the last player at the screen
  note = nil, -- said once, at the foot
  headings = {}, -- by depth
}

---- longer texts ----

-- One line of a text, as lines that end between words. The rest continues below, indented.
local function wrap_line(lines, text, width)
  local begins, indent = #text:match "^ *", 0
  begins = begins < width // 2 and begins or 0
  while s.width(text) > width - indent do
    local fits = #s.cut(text, width - indent)
    local cut = fits
    while cut > 0 and text:byte(cut + 1) ~= 32 do
      cut = cut - 1
    end
    cut = cut > begins and cut or fits > 0 and fits or 1
    lines[#lines + 1] = rep(" ", indent) .. text:sub(1, cut)
    text = text:sub(cut + 1):gsub("^ *", "")
    indent = begins + 2
  end
  lines[#lines + 1] = rep(" ", indent) .. text
end

function s.wrapped(text, width)
  local lines = {}
  for line in (text:sub(-1) == "\n" and text or text .. "\n"):gmatch "([^\n]*)\n" do
    wrap_line(lines, line, math.max(width, 10))
  end
  return lines
end

-- The new scroll position after a key. nil: leave.
local function moved(key, top, page)
  local by = { up = -1, wheel_up = -1, down = 1, wheel_down = 1, resized = 0 }
  by.page_up, by.page_down, by[" "] = -page, page, page
  return key == "first" and 0 or key == "last" and math.huge or by[key] and top + by[key]
end

-- Shows a text until the player leaves. `at_end`: starts at its end.
local function show(title, text, at_end)
  local top = at_end and math.huge or 0
  repeat
    local width, height = s.screen_size()
    local lines, page = s.wrapped(text, width - 2), height - 2
    top = math.max(math.min(top, #lines - page), 0)
    s.clear()
    s.fill(0, 0, width, title, REVERSE | BOLD)
    for i = 1, math.min(page, #lines - top) do
      local line = lines[top + i]
      local heading = line:match "^#+ (.*)$" -- of Markdown
      s.show_text(i, 1, width - 2, heading or line, heading and BOLD or 0)
    end
    s.fill(height - 1, 0, width, s.word "TERM_BACK", DIM)
    s.show()
    top = moved(s.key(), top, page)
  until not top
end

---- choices: all of them, and those that match what the player has taken or typed ----

local function same_card(a, b)
  return a.zone == b.zone and a.seat == b.seat and a.place == b.place
end

local function in_cell(card, cell)
  local n = card.place - cell.place
  return card.zone == cell.zone and card.seat == cell.seat and n >= 0 and n < cell.n
end

local function count(cards, of, is)
  local n = 0
  for _, card in ipairs(cards) do
    n = n + (is(card, of) and 1 or 0)
  end
  return n
end

-- Does the choice match the typed text: its number in the list, its own number, or a part of its
-- text?
local function fits_typed(o, i)
  local typed, choice = o.typed, o.all[i]
  if typed == "" then
    return true
  elseif not typed:find "^%s*[+-]?%d+$" then
    return s.fold(choice.text):find(s.fold(typed), 1, true)
  elseif o.all.numbers then
    return choice.number and choice.number:sub(1, #typed) == typed
  end
  return tonumber(typed) == i
end

local function place_key(zone, seat, place)
  return (zone * 64 + seat) * 2 ^ 20 + place
end

-- Which choices match, and where the cards of them lie: of the first that has each.
local function fit(o)
  o.shown = {}
  for i, choice in ipairs(o.all) do
    local fits = fits_typed(o, i)
    for _, card in ipairs(o.taken) do
      fits = fits and count(choice.cards, card, same_card) >= count(o.taken, card, same_card)
    end
    if fits then
      table.insert(o.shown, i)
    end
  end
  o.lit = {}
  for order, i in ipairs(o.shown) do
    for _, card in ipairs(o.all[i].cards) do
      local key = place_key(card.zone, card.seat, card.place)
      o.lit[key] = o.lit[key] or { card = card, order = order }
    end
  end
end

local function no_offers()
  return { shown = {}, taken = {}, typed = "", all = {}, lit = {} }
end

local function read_offers(seat)
  local o = no_offers()
  o.all = s.read_choices(seat)
  if not o.all or #o.all == 0 then
    return nil
  end
  fit(o)
  return o
end

-- Takes a card, or puts it back; false: no choice that fits has it.
local function take(o, card)
  table.insert(o.taken, card)
  fit(o)
  if #o.shown > 0 then
    return true
  end
  table.remove(o.taken) -- once more than it can be: it goes back
  local back = false
  for i = #o.taken, 1, -1 do
    if not back and same_card(o.taken[i], card) then
      table.remove(o.taken, i)
      back = true
    end
  end
  fit(o)
  return back
end

-- Types a letter behind the others, or erases one (nil).
local function type_letter(o, letter)
  if not letter then
    o.typed = o.typed:gsub("[^\x80-\xBF]?[\x80-\xBF]*$", "")
  elseif #o.typed < 63 then
    o.typed = o.typed .. letter
  end
  fit(o)
end

-- The card that a matching choice has of the cell. nil: none.
local function card_in(cell)
  local best
  for place = cell.place, cell.place + cell.n - 1 do
    local lit = t.offers.lit[place_key(cell.zone, cell.seat, place)]
    best = lit and (not best or lit.order < best.order) and lit or best
  end
  return best and best.card
end

---- drawing ----

local LOG_FROM, LOG_WIDTH, ABOUT_LINES = 110, 36, 2

-- Positions on the screen.
local function face_now()
  local width, height = s.screen_size()
  local f = { width = width, height = height, log_width = 0 }
  local most = (height - 8) // 2
  if width >= LOG_FROM then
    f.log_width, f.width = LOG_WIDTH, width - LOG_WIDTH - 1
    f.log_x = f.width + 1
  end
  f.list_height = math.max(#t.offers.shown, 3)
  if f.list_height > most then -- the cards have the space that the list leaves
    most = math.max(most, height - 6 - t.all.height)
  end
  f.list_height = math.min(f.list_height, most)
  f.about_y = height - 1 - ABOUT_LINES
  f.list_y = f.about_y - f.list_height
  f.ask_y = f.list_y - 1
  f.table_y = 1
  f.table_height = f.ask_y - f.table_y
  return f
end

-- The card under the cursor; in the list that of the choice. -1: none, or a back.
local function card_here()
  if t.on_cards then
    local cell = t.all.cells[t.at]
    return cell and cell.card or -1
  end
  local choice = t.offers.all[t.offers.shown[t.item]]
  return choice and choice.cards[1] and choice.cards[1].card or -1
end

local function draw_head()
  local head, width, help = " " .. s.title, s.screen_size(), s.word "TERM_HELP_KEY"
  for _, heading in ipairs(t.headings) do
    if heading == "" then
      break
    end
    head = head .. " › " .. heading
  end
  s.fill(0, 0, width, head, REVERSE | BOLD)
  s.show_text(0, width - s.width(help) - 1, width, help, REVERSE)
end

local function draw_log(f)
  local y, i = f.height - 2, s.log.to - 1
  if f.log_width == 0 then
    return
  end
  for line = 1, y do
    s.show_text(line, f.log_x - 1, 1, "│", DIM)
  end
  while i >= s.log.from and y > 0 do
    local lines = s.wrapped(s.log[i], f.log_width - 1)
    for k = #lines, 1, -1 do
      if y > 0 then
        s.show_text(y, f.log_x, f.log_width - 1, lines[k], 0)
        y = y - 1
      end
    end
    i = i - 1
  end
end

local function draw_cell(f, cell, y, asked, here)
  local lit = asked and card_in(cell)
  local style = (cell.colour >= 0 and (cell.colour % 6 + 1) << 8 or 0)
    | (lit and BOLD | LINE or 0)
    | (here and REVERSE or 0)
    | (cell.card < 0 and not lit and DIM or 0)
  if asked and count(t.offers.taken, cell, in_cell) > 0 then -- not only by colour
    s.show_text(y, cell.x - 1, 1, "✓", BOLD)
  elseif lit then
    s.show_text(y, cell.x - 1, 1, "▸", BOLD)
  end
  s.show_text(y, cell.x, f.width - cell.x, cell.text, style)
end

local function draw_table(f, asked)
  local function line_of(thing)
    return thing.y >= t.scroll and thing.y < t.scroll + f.table_height and f.table_y + thing.y - t.scroll
  end
  for _, strip in ipairs(t.all.strips) do
    local y = line_of(strip)
    if y then
      s.show_text(y, strip.x, f.width - strip.x, strip.text, strip.head and BOLD or DIM)
    end
  end
  for i, cell in ipairs(t.all.cells) do
    local y = line_of(cell)
    if y then
      draw_cell(f, cell, y, asked, asked and t.on_cards and i == t.at)
    end
  end
  if t.scroll > 0 then
    s.show_text(f.table_y, f.width - 1, 1, "↑", BOLD)
  end
  if t.scroll + f.table_height < t.all.height then
    s.show_text(f.ask_y - 1, f.width - 1, 1, "↓", BOLD)
  end
end

-- At the first question, where there is room below the cards: the game in a sentence, and how to
-- learn more.
local function draw_greeting(f)
  local y, lines = f.table_y + t.all.height + 1, s.line ~= "" and s.wrapped(s.line, f.width - 8) or {}
  if t.last or y + #lines + 1 >= f.ask_y then
    return
  end
  for _, line in ipairs(lines) do
    s.show_text(y, 4, f.width - 8, line, BOLD)
    y = y + 1
  end
  s.show_text(y, 4, f.width - 8, s.word "TERM_GREETS", 0)
end

local function draw_list(f)
  local shown = t.offers.shown
  for i = 0, f.list_height - 1 do
    local choice = shown[t.first + i]
    if choice then
      local here = not t.on_cards and t.first + i == t.item
      s.show_text(f.list_y + i, 0, 5, t.offers.all.numbers and "     " or format("%4d ", choice), DIM)
      s.show_text(f.list_y + i, 5, f.width - 7, t.offers.all[choice].text, here and REVERSE | BOLD or 0)
    end
  end
  if t.first > 1 then
    s.show_text(f.list_y, f.width - 1, 1, "↑", BOLD)
  end
  if t.first - 1 + f.list_height < #shown then
    s.show_text(f.list_y + f.list_height - 1, f.width - 1, 1, "↓", BOLD)
  end
end

-- A name, and what is said of it.
local function headed(name, text)
  return text == "" and name or name .. s.word "COLON" .. text
end

-- The card under the cursor and its effects.
local function draw_about(f)
  local card = card_here()
  local lines = card >= 0 and s.wrapped(headed(s.names[card], s.card_summary(card)), f.width - 3) or {}
  for i = 1, math.min(#lines, ABOUT_LINES) do
    local used = s.show_text(f.about_y + i - 1, 1, f.width - 3, lines[i], DIM)
    if i == ABOUT_LINES and #lines > ABOUT_LINES then
      s.show_text(f.about_y + i - 1, 1 + used, 2, " …", DIM)
    end
  end
end

local function draw_foot(f, asked)
  local foot = asked and " " .. s.word "TERM_KEYS" or ""
  if t.typing or t.offers.typed ~= "" then
    foot = " " .. s.word "TERM_SEARCH" .. " " .. t.offers.typed .. "▏"
  elseif t.note then
    foot = " " .. t.note
  end
  local width = s.screen_size()
  s.show_text(f.height - 1, 0, width, foot, t.note and BOLD or DIM)
end

-- Draws everything that `observer` sees. `asked`: with the question and choices. `said`: the
-- question, or what is happening.
local function draw(observer, asked, said)
  local _, _, large = s.screen_size()
  s.clear()
  if not large then
    return -- it is said where keys are waited for
  end
  t.all = s.arrange(observer, face_now().width - 1)
  local f = face_now()
  t.scroll = math.max(math.min(t.scroll, t.all.height - f.table_height), 0)
  draw_head()
  draw_table(f, asked)
  s.fill(f.ask_y, 0, f.width, said, asked and BOLD | LINE or DIM)
  if asked then
    draw_greeting(f)
    draw_list(f)
    draw_about(f)
  end
  draw_log(f)
  draw_foot(f, asked)
  s.show()
end

-- Scrolls so that the cursor is seen.
local function follow()
  local f, cell, shown = face_now(), t.all.cells[t.at], #t.offers.shown
  if cell and t.on_cards then
    if cell.y < t.scroll + 1 then
      t.scroll = math.max(cell.y - 1, 0)
    end
    t.scroll = math.max(t.scroll, cell.y - f.table_height + 1)
  end
  t.item = math.max(math.min(t.item, shown), 1)
  t.first = math.max(math.min(t.first, t.item), t.item - f.list_height + 1)
  t.first = math.max(math.min(t.first, shown - f.list_height + 1), 1)
end

---- texts for a player: a card, a zone, the log, the rules, a hint, help ----

-- A card with all it has, and why it cannot be chosen now. Nothing for a back.
local function show_card(card, seat)
  if card < 0 then
    return
  end
  local text, colon, against = "", s.word "COLON", ""
  for _, trait in ipairs(s.card_traits(card)) do
    text = text .. "  " .. trait.name .. colon .. trait.text .. "\n"
  end
  text = text .. "  " .. s.word "PAGE_COPIES" .. colon .. s.card_count(card) .. "\n"
  local reasons, offered = s.why_each(seat, card)
  for _, reason in ipairs(reasons) do
    if against == "" or not against:find(reason, 1, true) then
      against = against .. "  " .. reason .. "\n"
    end
  end
  if offered then
    text = text .. "\n" .. s.word "WHY_OFFERED" .. "\n"
  elseif #reasons > 0 then
    text = text .. "\n" .. s.word "PAGE_WHY_NOT" .. "\n" .. against
  end
  show(s.names[card], text)
end

-- All cards the observer sees in the zone under the cursor, one line each with their effects.
local function show_zone()
  local here, text = t.all.cells[t.at], ""
  if not here then
    return
  end
  for _, cell in ipairs(t.all.cells) do
    if cell.zone == here.zone and cell.seat == here.seat then
      text = text .. headed(cell.text, cell.card >= 0 and s.card_summary(cell.card) or "") .. "\n"
    end
  end
  show(s.zones[here.zone].name .. (here.seat >= 0 and ", " .. s.seat_name(here.seat) or ""), text)
end

local function show_log()
  local lines = table.concat(s.log, "\n", s.log.from, s.log.to - 1)
  show(s.word "PAGE_LOG", s.log.to > s.log.from and lines .. "\n" or "", true)
end

-- An adviser's choice. It knows what the seat knows.
local function show_hint(seat)
  local width, height = s.screen_size()
  s.fill(height - 1, 0, width, s.word "PAGE_HINT_COMES", BOLD)
  s.show()
  local text = s.hint_text(t.offers.all, seat)
  if text then
    show(s.word "PAGE_HINT", text)
  end
end

-- For a finished game.
local function show_scores(observer)
  local page = s.page(s.screen_size() - 2, false)
  if s.put_scores(page, observer) then
    show(s.word "TERM_SCORES", table.concat(page))
  end
end

-- Shows the text for a key. Other keys do nothing.
local function show_for(seat, key)
  if key == "?" then
    show(s.word "TERM_HELP_KEY", s.word "TERM_HELP")
  elseif key == " " or key == "w" or key == "c" then
    show_card(card_here(), seat)
  elseif key == "z" then
    show_zone()
  elseif key == "l" then
    show_log()
  elseif key == "r" then
    show(s.title, s.rules_text((s.size()) - 2))
  elseif key == "h" then
    show_hint(seat)
  end
end

---- while others play, and at the end ----

-- A heading of the log: it and what it is in stand above.
function s.heading(depth, text)
  depth = math.min(depth, 3) + 1
  for i = #t.headings + 1, depth - 1 do
    t.headings[i] = ""
  end
  t.headings[depth] = text
  for i = depth + 1, 4 do
    t.headings[i] = nil
  end
end

-- Says something at the foot, once.
function s.note(text)
  t.note = text
end

-- The observer waits for a seat.
function s.draw_waiting(observer, seat)
  t.offers = no_offers()
  draw(observer, false, " " .. s.seat_name(seat) .. s.word "COLON" .. s.word "PAGE_THINKS")
end

-- Scrolls for a key. False: it is for something else.
local function scrolled(key)
  local page = face_now().table_height
  local by = { up = -1, down = 1, wheel_up = -3, wheel_down = 3, resized = 0, mouse = 0 }
  by.page_up, by.page_down = -page, page
  if key == "first" or key == "last" then
    t.scroll = key == "last" and math.huge or 0
  else
    t.scroll = t.scroll + (by[key] or 0)
  end
  return key == "first" or key == "last" or by[key]
end

-- " The game is over. ★ Bob"
local function end_words()
  local r, who = s.result(s.ALL), {}
  for seat = 0, s.seats - 1 do
    if r and s.has(r.winners, seat) then
      who[#who + 1] = s.seat_name(seat)
    end
  end
  local won = #who > 0 and " ★ " .. table.concat(who, ", ") or ""
  return " " .. s.word "PAGE_OVER" .. (r and won .. "  " .. s.word "TERM_END" or "")
end

-- Shows how it ended, until a key is hit.
function s.show_end(observer)
  local said, key, more = end_words(), nil, nil
  t.offers = no_offers()
  repeat
    draw(observer, false, said)
    key = s.key()
    more = key == "l" or key == "?" or key == "s"
    if key == "s" then
      show_scores(observer)
    elseif more then
      show_for(observer, key)
    end
  until not more and not scrolled(key)
end

-- From hand to hand: an empty screen until the next player is there. False: stop.
local function curtain(seat)
  local who, key = { who = s.seat_name(seat) }, nil
  repeat
    local width, height = s.screen_size()
    local at = height // 2 - 2
    s.clear()
    s.show_text(at, 4, width - 8, s.say("PAGE_CURTAIN", who), BOLD)
    s.show_text(at + 2, 4, width - 8, s.say("PAGE_CURTAIN_GIVE", who), 0)
    s.show_text(at + 4, 4, width - 8, "[Enter] " .. s.say("PAGE_CURTAIN_GO", who), BOLD)
    s.show()
    key = s.key()
  until key == "enter" or key == "stop"
  return key == "enter"
end

---- choosing: these return a choice, from 1, or nil while the player goes on ----

-- Takes the cell under the cursor.
local function take_cell(seat)
  local o, cell = t.offers, t.all.cells[t.at]
  local card = cell and card_in(cell)
  if not card then
    show_card(cell and cell.card or -1, seat)
    return nil
  end
  if take(o, card) and #o.shown == 1 then
    return o.shown[1]
  end
  t.on_cards, t.item = false, 1 -- without open cards they differ in other parts
  for i = #o.shown, 1, -1 do
    local n = #o.all[o.shown[i]].cards
    t.on_cards = t.on_cards or n > #o.taken
    t.item = n == #o.taken and i or t.item -- it has the cards that were taken, and no others
  end
end

-- The first cell of those with a choice in the last such line: the player's own come last.
local function first_lit()
  local cells = t.all.cells
  local lit = #cells
  while lit > 0 and not card_in(cells[lit]) do
    lit = lit - 1
  end
  while lit > 1 and cells[lit - 1].y == cells[lit].y and card_in(cells[lit - 1]) do
    lit = lit - 1
  end
  return lit > 0 and lit or #cells
end

local function move(key)
  local f, shown = face_now(), #t.offers.shown
  local page = t.on_cards and f.table_height or f.list_height
  local by = ({ page_up = -page, page_down = page })[key]
  local dy = ({ up = -1, down = 1 })[key] or 0
  local dx = ({ left = -1, right = 1 })[key] or 0
  if key == "wheel_up" or key == "wheel_down" or (t.on_cards and by) then
    t.scroll = t.scroll + (by or key == "wheel_up" and -3 or 3)
    return
  end
  if t.on_cards then
    t.at = key == "first" and math.min(1, #t.all.cells)
      or key == "last" and #t.all.cells
      or s.next_cell(t.all, t.at, dy, dx)
  else
    t.item = key == "first" and 1 or key == "last" and shown or t.item + (by or dy + dx)
    t.item = math.max(math.min(t.item, shown), 1)
  end
  follow()
end

-- The number of the cell, or of the item of the list, at this position.
local function cell_at(y, x)
  local f = face_now()
  for i, cell in ipairs(y >= f.table_y and y < f.ask_y and t.all.cells or {}) do
    if cell.y - t.scroll == y - f.table_y and x >= cell.x - 1 and x < cell.x + cell.w then
      return i
    end
  end
end

local function item_at(y, x)
  local f = face_now()
  return y >= f.list_y and y < f.about_y and x < f.width and t.first + y - f.list_y
end

local function click(seat, y, x)
  local cell = cell_at(y, x)
  if cell then
    t.at, t.on_cards = cell, true
    return take_cell(seat)
  end
  local item = item_at(y, x)
  return item and t.offers.shown[item]
end

-- Letters look for a choice, digits for its number. False: it is another key.
local function typed(key)
  local o = t.offers
  local digit = key:find "^%d$" or (key == "-" and o.all.numbers)
  if key == "/" and not t.typing then
    t.typing = true
  elseif key == "erase" then
    type_letter(o)
  elseif digit or (t.typing and #key == 1 and key:byte() >= 32) then
    type_letter(o, key)
  else
    return false
  end
  t.on_cards, t.item, t.first = false, 1, 1
  return true
end

-- A letter that asks for something. Also QUIT and UNDO.
local function command(seat, key)
  if key == "q" then
    return QUIT
  elseif key == "u" then
    return UNDO
  elseif key == "a" or key == "p" then
    local pick, why = s.decide(seat, key == "a" and "all" or "pass")
    t.note = why
    return pick
  elseif key == "tab" then
    t.on_cards = not t.on_cards and #t.all.cells > 0
    t.at = t.on_cards and first_lit() or t.at
  elseif key == "escape" then
    t.offers.taken, t.offers.typed = {}, ""
    fit(t.offers)
    t.typing, t.item, t.first = false, 1, 1
  else
    show_for(seat, key)
  end
end

-- Keys that move the cursor, or scroll.
local MOVES = {}
for key in ("up down left right page_up page_down first last wheel_up wheel_down"):gmatch "%S+" do
  MOVES[key] = true
end

local function key_does(seat, key, y, x)
  if key == "stop" then
    return QUIT
  elseif key == "resized" then
    return nil
  end
  t.note = nil
  if typed(key) then
    return nil
  elseif key == "enter" then
    if t.on_cards then
      return take_cell(seat)
    end
    return t.offers.shown[t.item]
  elseif key == "mouse" then
    return click(seat, y, x)
  elseif MOVES[key] then
    move(key)
    return nil
  end
  return command(seat, key)
end

-- Asks a player, as `ask` of the prompt. QUIT also if a signal asks to stop.
function s.ask_at_screen(seat, people)
  if people > 1 and t.last ~= seat and not curtain(seat) then
    return QUIT
  end
  t.offers = read_offers(seat) or no_offers()
  if #t.offers.all == 0 then
    return ERROR
  end
  t.typing, t.on_cards, t.item, t.first, t.scroll, t.at = false, false, 1, 1, math.huge, 0
  local picked
  repeat
    draw(seat, true, " " .. s.prompt())
    picked = key_does(seat, s.key())
  until picked
  t.last, t.note = seat, nil
  return picked > 0 and picked - 1 or picked
end
