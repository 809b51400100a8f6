-- prompt.lua - asks a player: choices by number or name, help, the table, a card, the log; and
-- makes the picks that they decided before.
local s = ...

local concat, format = table.concat, string.format
local put, put_line, print_page, put_word = s.put, s.put_line, s.print_page, s.put_word

-- What asking returns in place of a choice. UNDO - n: they take back n more than one of their last
-- picks. board.h has them, too.
local QUIT, END, ERROR, UNDO = -1, -2, -3, -4

local function begins(text, start)
  return text:sub(1, #start) == start
end

local function whole_number(text)
  return text:find "^%s*[+-]?%d+$" and tonumber(text)
end

---- choices ----

local MANY_NUMBERS = 10 -- of an action among others: fewer stand in the list

-- The number at the end of a choice, as a separate word, and what is before it; nil: none.
local function read_number(choice)
  local head, tail = choice.pick:match "^(.* )(.*)$"
  local number = tail or choice.pick
  if choice.numbered and choice.word < 0 and whole_number(number) then
    choice.head, choice.number = head or "", number
  end
end

-- How many choices from i on have numbers and differ only in these.
local function in_a_row(c, i)
  local n = 0
  while c[i + n] and c[i].number and c[i + n].number and c[i + n].head == c[i].head do
    n = n + 1
  end
  return n
end

-- May the number be typed? If nothing else is chosen with it, or if one action has many numbers and
-- no other has any.
local function settle_numbers(c)
  local many, from, to, i = 0, 0, 0, 1
  for _, choice in ipairs(c) do
    c.numbers = c.numbers or choice.head == ""
  end
  while i <= #c do
    local n = in_a_row(c, i)
    if n >= MANY_NUMBERS then
      many, from, to = many + 1, i, i + n - 1
    end
    i = i + math.max(n, 1)
  end
  local one = many == 1 and not c.numbers
  for k, choice in ipairs(c) do
    if choice.head ~= "" and not (one and k >= from and k <= to) then
      choice.number = nil
    end
  end
  c.numbers = c.numbers or one
end

-- The choices of a seat that is asked: its text as a player reads it, `pick` as a scenario writes
-- it, `card` that it is about, or -1, and the `number` to type, if it has one. `numbers`: some
-- choice has one; typed, it means itself and no place in the list. nil: the engine failed.
function s.read_choices(seat)
  local c = s.choices(seat)
  for _, choice in ipairs(c or {}) do
    read_number(choice)
  end
  if c then
    settle_numbers(c)
  end
  return c
end

-- Where the number of a choice is in its words: what is before and behind it. nil: not exactly
-- once.
local function told(choice)
  local from, to = choice.text:find(choice.number, 1, true)
  if from and not choice.text:find(choice.number, to + 1, true) then
    return choice.text:sub(1, from - 1), choice.text:sub(to + 1)
  end
end

-- Do the words of the two choices differ only in their numbers?
local function told_alike(a, b)
  local before, behind = told(a)
  local other_before, other_behind = told(b)
  return before and before == other_before and behind == other_behind
end

-- How many choices from i on are told alike, and so can stand on one line; `next`: with consecutive
-- numbers.
local function on_one_line(c, i, consecutive)
  local n, row = 0, in_a_row(c, i)
  while
    n < row
    and told_alike(c[i], c[i + n])
    and (not consecutive or tonumber(c[i + n].number) == tonumber(c[i].number) + n)
  do
    n = n + 1
  end
  return n
end

-- Many numbers with gaps: "bid 18, 20, 22 … 24".
local function put_ranges(page, c, i, n)
  local before, behind = told(c[i])
  local parts, k = {}, 0
  while k < n do
    local row = math.min(on_one_line(c, i + k, true), n - k)
    parts[#parts + 1] = c[i + k].number .. (row > 2 and " … " .. c[i + k + row - 1].number or "")
    k = k + (row > 2 and row or 1)
  end
  put_line(page, before .. concat(parts, ", ") .. behind, 0, 4)
end

-- "0 … 13", "bid 3 … 30", and other choices by name.
local function put_numbers(page, c)
  local i = 1
  put(page, "\n")
  while i <= #c do
    local one, n, row = c[i], on_one_line(c, i), on_one_line(c, i, true)
    if n >= MANY_NUMBERS then
      put_ranges(page, c, i, n)
    elseif row > 2 then
      local before, behind = told(one)
      put(page, before, one.number, " … ", c[i + row - 1].number, behind, "\n")
      n = row
    else
      local alone = one.number and one.head == ""
      put(page, alone and one.pick .. (one.pick ~= one.text and "  " .. one.text or "") or one.text, "\n")
      n = 1
    end
    i = i + n
  end
end

local function put_choices(page, c)
  if c.numbers then
    put_numbers(page, c)
    return
  end
  local cells = {}
  for i, choice in ipairs(c) do
    cells[#cells + 1] = format("%d", i)
    cells[#cells + 1] = choice.text
    cells[#cells + 1] = choice.card >= 0 and s.card_summary(choice.card) or ""
  end
  local how = { width = page.width, wrap = page.brief == s.IN_FULL }
  put(page, s.table({ "", "", "", right = ">" }, cells, how))
end

-- The choice that the words name: its whole name, else the only one that begins so, else the only
-- one that contains them. nil, and whether there are several.
local function choice_named(c, words)
  local want, found = s.fold(words), { {}, {}, {} }
  for i, choice in ipairs(c) do
    local text, pick = s.fold(choice.text), s.fold(choice.pick)
    local fits = {
      text == want or pick == want,
      begins(text, want) or begins(pick, want),
      #want > 1 and (text:find(want, 1, true) or pick:find(want, 1, true)),
    }
    for k = 1, 3 do
      table.insert(found[k], fits[k] and i or nil)
    end
  end
  for k = 1, 3 do
    if #found[k] > 0 then
      return found[k][2] == nil and found[k][1] or nil, found[k][2] ~= nil
    end
  end
end

local function print_word(...)
  local page = s.page()
  put_word(page, ...)
  print_page(page)
end

local function say_which(c, words, several)
  local texts = {}
  for i, choice in ipairs(c) do
    texts[i] = choice.text
  end
  local near = not several and not whole_number(words) and s.suggest(words, texts) or nil
  print_word(several and "ASK_SEVERAL" or near and "ASK_NEAR" or "ASK_NONE", { word = words, near = near })
end

-- The only choice whose words end with that number, for example "call 4" beside "bet 10 … 50".
local function number_ends(c, number)
  local found
  for i, choice in ipairs(c) do
    if choice.pick:match " ([^ ]*)$" == number then
      if found then
        return nil
      end
      found = i
    end
  end
  return found
end

-- The number of the choice in a line. nil: not understood (reported).
local function chosen(c, line)
  local n, found = whole_number(line), nil
  if n and not c.numbers then
    if n >= 1 and n <= #c then
      return n
    end
    print_word("ASK_RANGE", { n = #c })
  elseif n then
    for i, choice in ipairs(c) do
      if choice.number and tonumber(choice.number) == n then
        return i
      end
    end
    found = number_ends(c, line)
    if not found then
      print_word("ASK_NUMBER", { word = line })
    end
  else
    local several
    found, several = choice_named(c, line)
    if not found then
      say_which(c, line, several)
    end
  end
  return found
end

---- picks that are made for a player who asked for it ----

-- What each seat decided for one question, in one round of its phases: `place`; `refused`, the
-- words of all choices that are not wanted; `left`, how many of each card are still to be played by
-- an action from a zone. Nothing is picked that they did not decide.
local habits = {}

-- The question, and the rounds of the phases in which it is asked.
local function place_now()
  return s.prompt() .. s.phases()
end

-- Is it one action with one card that only its player sees?
local function is_plain(choice)
  local card = choice.cards[1]
  return choice.is == "action"
    and #choice.cards == 1
    and card.part == "card"
    and choice.seat < 0
    and not choice.numbered
    and choice.word < 0
    and card.card >= 0
    and s.zones[card.zone].up == "owner"
end

local function done_of(c)
  for i, choice in ipairs(c) do
    if choice.is == "done" then
      return i
    end
  end
end

-- The pick for a seat that is asked. nil: the player must be asked.
local function habit_next(seat)
  local habit = habits[seat]
  if not habit or habit.place ~= place_now() then
    return nil
  end
  local c, old = s.choices(seat), true
  for i, choice in ipairs(c) do
    local card = choice.cards[1]
    if habit.left and is_plain(choice) and choice.action == habit.action and card.zone == habit.zone then
      local left = habit.left[card.card] or 0
      if left > 0 then
        habit.left[card.card] = left - 1
        return i
      end
    end
    old = old and habit.refused and habit.refused[choice.said]
  end
  return old and habit.refused and done_of(c)
end

-- Plays all cards from now on, if the seat can do just one thing with any of its own cards, or be
-- done. The first pick; nil: there are no such cards.
local function habit_all(seat)
  local left, first, done, n = {}, nil, false, 0
  habits[seat] = nil
  for _, choice in ipairs(s.choices(seat)) do
    if choice.is == "done" then
      done = true
    else
      first = first or choice
      local alike = is_plain(choice) and choice.action == first.action
      if not alike or choice.cards[1].zone ~= first.cards[1].zone then
        return nil
      end
      left[choice.cards[1].card] = 0
    end
  end
  local from = first and first.cards[1]
  for _, card in ipairs(first and s.cards(seat) or {}) do
    if left[card.card] and card.zone == from.zone and card.seat == from.seat then
      left[card.card], n = left[card.card] + 1, n + 1
    end
  end
  if not done or n < 2 then
    return nil
  end
  habits[seat] = { left = left, action = first.action, zone = from.zone, place = place_now() }
  return habit_next(seat)
end

-- Is done, from now on, until it can do anything new. The pick; nil: it cannot be done.
local function habit_pass(seat)
  local c, habit, place = s.choices(seat), habits[seat], place_now()
  local refused = habit and habit.refused and habit.place == place and habit.refused or {}
  local done = done_of(c)
  for _, choice in ipairs(c) do
    refused[choice.said] = true
  end
  if done then
    habits[seat] = { refused = refused, place = place }
  end
  return done
end

function s.forget_habit(seat)
  habits[seat] = nil
end

-- The pick that the seat has decided before. -1: it must be asked.
function s.goes_on(seat)
  return (habit_next(seat) or 0) - 1
end

-- The pick by `all` or `pass`, which may go on for later questions; nil and why not.
function s.decide(seat, words)
  local pick
  if words == "all" then
    pick = habit_all(seat)
  else
    pick = habit_pass(seat)
  end
  return pick, not pick and s.word(words == "all" and "ASK_ALL" or "ASK_PASS")
end

---- the log ----

-- The last lines that were told, for `log`: from `from` on, before `to`.
local MOST_LINES = 4096
local log = { from = 1, to = 1 }
s.log = log

-- Forgets the lines before line n (log_lines when it was told).
function s.forget_log(n)
  while log.from < n and log.from < log.to do
    log[log.from], log.from = nil, log.from + 1
  end
end

function s.log_lines()
  return log.to
end

-- A line of the log was told: prints it, and remembers it.
function s.tell(heading, depth, text, shown, kept)
  if shown then
    s.print_line(heading, depth, text)
  end
  if kept then
    if log.to - log.from == MOST_LINES then
      s.forget_log(log.from + 1)
    end
    log[log.to], log.to = ("  "):rep(depth) .. text, log.to + 1
  end
  if heading and s.heading then
    s.heading(depth, text)
  end
end

local function put_log(page, from)
  for i = math.max(from, log.from), log.to - 1 do
    put_line(page, log[i], 0, 2 + #log[i]:match "^ *")
  end
end

---- commands ----

-- An adviser's choice, and its estimates for the best three; or that all attempts failed. One line
-- each. nil: a signal asks to stop.
function s.hint_text(c, seat)
  local pick, of = s.hint(seat, #c)
  if not pick then
    return of and s.say("NO_HINT", { what = of }) .. "\n"
  elseif #c > 1 and not of[pick] then
    return s.word "PAGE_HINT_NONE" .. "\n" -- chosen at random
  end
  local lines = { s.say("HINT", { what = c[pick].text }) .. "\n" }
  for _ = 1, 3 do
    local best
    for i = 1, #c do -- choices are ranked by how often they were tried
      if of[i] and of[i].visits > 0 and (not best or of[i].visits > of[best].visits) then
        best = i
      end
    end
    if best then
      local share = s.say("HINT_SHARE", { n = of[best].visits })
      lines[#lines + 1] = format("  %3.0f %% %s  %s\n", 100 * of[best].share, share, c[best].text)
      of[best] = nil
    end
  end
  return concat(lines)
end

-- "card NAME" and "why NAME", said of the card that is meant, or of the action.
local function about_card(page, word, name, seat)
  local action = word == "why" and s.is_action(name)
  if name == "" then
    put_word(page, "ASK_CARD", { word = word })
    return
  end
  local card = not action and s.card_named(name) or -1
  if card < 0 and not action then
    return
  elseif word == "card" then
    s.card_print(card)
    return
  end
  local why, wrong = s.why(seat, action and name or card)
  if why then
    s.put_lines(page, why)
  else
    put(page, wrong, "\n")
  end
end

-- The rules for players; else the README of the game or of one that it extends, since a variant may
-- be very short.
local function put_rules(page)
  local text = s.rules()
  for _, file in ipairs(s.sources) do
    local folder = file:match "^(.+)ruleset%.yaml$"
    text = text or (folder and s.read(folder .. "README.md"))
  end
  if not text then
    put_word(page, "NO_RULES", { path = s.folder .. "/README.md" })
  end
  put(page, s.markdown(text or "", page.width, page.colour))
end

-- What the prompt answers to a command. False: it is none.
local function answer(page, c, line, seat)
  local word, name = (line .. " "):match "^(%l+) (.*)$"
  if line == "" then
    put_choices(page, c)
  elseif line == "?" or line == "help" then
    put(page, (s.word "ASK_HELP"))
  elseif line == "table" then
    s.put_all(page, seat)
  elseif line == "log" then
    put_log(page, 0)
  elseif line == "rules" then
    put_rules(page)
  elseif line == "hint" then
    s.put_lines(page, s.hint_text(c, seat))
  elseif word == "card" or word == "why" then
    about_card(page, word, name:match "^[ \t\r\n]*(.-)[ \t\r\n]*$", seat)
  else
    return false
  end
  return true
end

-- The rules as a text.
function s.rules_text(width)
  local page = s.page(width, false)
  put_rules(page)
  return concat(page)
end

-- A typed line without blanks at its ends; nil: no more will come.
local function read_line(asks)
  local line = s.read_line(asks)
  return line and line:match "^[ \t]*(.-)[ \t\r\n]*$"
end

-- A line that leaves the prompt without a choice: QUIT or UNDO. ERROR: such a line with a mistake
-- (reported). Else nil.
local function leaving(words)
  local number = (words .. " "):match "^undo (.*)$"
  if words == "quit" or words == "exit" then
    return QUIT
  elseif not number then
    return nil
  end
  local n = whole_number(number == "" and "1" or number:sub(1, -2))
  if not n or n < 1 or n > 1000000 then
    io.write(s.word "ASK_UNDO", "\n")
    return ERROR
  end
  return UNDO - (n - 1)
end

---- the question ----

-- The visible cards, the player's own, the question and the choices.
local function put_question(page, c, seat)
  local seen = s.look(seat)
  put(page, "\n")
  s.put_open(page, seen)
  s.put_seat(page, seen, seat)
  s.paint(page, "\27[1m")
  put(page, s.wrap(s.prompt(), 0, 2, page.width))
  s.paint(page, "\27[0m")
  put(page, "\n")
  put_choices(page, c)
end

-- On a terminal only as brief as it must be to stand there together with the line below it.
local function print_question(c, seat)
  local width, height = s.size()
  local low = width > 0 and height > 0
  for brief = s.IN_FULL, low and s.SHORT_ZONES or s.IN_FULL do
    local page = s.page(width, nil, brief)
    put_question(page, c, seat)
    local _, lines = concat(page):gsub("\n", "")
    if not low or lines < height or brief == s.SHORT_ZONES then
      print_page(page)
      return
    end
  end
end

-- `all` or `pass`, unless a choice begins so; else what is chosen. nil: nothing (reported).
local function decided(c, words, seat)
  local is = words == "all" or words == "pass"
  for _, choice in ipairs(c) do
    is = is and not begins(choice.text, words) and not begins(choice.pick, words)
  end
  if not is then
    return chosen(c, words)
  end
  local pick, why = s.decide(seat, words)
  if why then
    io.write(why, "\n")
  end
  return pick
end

local read_to = {} -- how much of the log each seat was told

-- Asks the seat, which must be pending. Meanwhile answers `?`, `table`, `card`, `log`. Returns the
-- number of the choice, from 0. Or QUIT: the player wants to stop. END: the input has ended. UNDO:
-- they take back their last picks.
function s.ask(seat)
  local c = s.read_choices(seat)
  read_to[seat] = log.to
  if not c then
    return ERROR
  end
  print_question(c, seat)
  while true do
    local line = read_line "> "
    if not line then
      return END
    end
    local page = s.page()
    local left = leaving(line)
    if left and left ~= ERROR then
      return left
    end
    local is = left or answer(page, c, line, seat)
    print_page(page)
    local pick = not is and decided(c, line, seat)
    if pick then
      return pick - 1
    end
  end
end

-- Between two players at one keyboard: clears the terminal, its scrollback and typed text, until
-- the next player presses Enter. Then shows the log from where they left it and returns 0. Else QUIT,
-- UNDO (the player before takes back), or END: the input has ended.
function s.hand_over(seat)
  local empty, who = "\27[2J\27[3J\27[H", { who = s.seat_name(seat) }
  local left
  s.forget_lines()
  io.write(empty)
  print_word("PAGE_CURTAIN", who)
  print_word("PAGE_CURTAIN_GIVE", who)
  repeat
    local line = read_line("[Enter] " .. s.say("PAGE_CURTAIN_GO", who) .. " ")
    left = not line and END or leaving(line)
  until left ~= ERROR
  io.write(empty)
  if not left then
    local page = s.page()
    put_log(page, read_to[seat] or 0)
    print_page(page)
  end
  return left or 0
end
