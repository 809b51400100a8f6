-- report.lua - writes the pages: numbers that a command counted, as HTML with text, tables and
-- small drawings (inline SVG). data.c says what `r` holds. All texts of a game are escaped.
local c, css, js = ...

-- A file that begins with these words is a report, and may be overwritten.
local FIRST_WORDS = "<!-- cantrip report 1 -->"
-- The rate of false findings that counts as sure.
local RATE = 0.05
local MINUS, SPACE, ERROR = "\u{2212}", "\u{a0}", "\u{b1}"

---- text and numbers ----

local page = {}

local function put(...)
  for _, text in ipairs { ... } do
    page[#page + 1] = text
  end
end

local function putf(format, ...)
  put(format:format(...))
end

-- What a function puts, as a text.
local function text_of(f, ...)
  local outer = page
  page = {}
  f(...)
  local text = table.concat(page)
  page = outer
  return text
end

local function esc(text)
  return (text:gsub("[&<>\"']", function(char) return ("&#%d;"):format(char:byte()) end))
end

local function finite(value)
  return value == value and math.abs(value) ~= math.huge
end

-- With so many decimals and a real minus sign; `sign`: with "+", too.
local function num(value, decimals, sign)
  local text = ("%." .. decimals .. "f"):format(math.abs(value))
  local zero = not text:find "[^0.]"
  return (zero and "" or value < 0 and MINUS or sign and "+" or "") .. text
end

-- "1,234,567"
local function counted(n)
  local text = ("%d"):format(n):reverse():gsub("(%d%d%d)", "%1,"):reverse()
  return (text:gsub("^,", ""))
end

local function p_text(p)
  return p < 0.001 and "p &lt; 0.001" or ("p = %." .. (p < 0.1 and 3 or 2) .. "f"):format(p)
end

-- How many decimals (0 to 4) show a width within a sixth of it.
local function decimals_for(least)
  local n = finite(least) and least > 0 and math.ceil(-math.log(least / 3, 10)) or 1
  return n < 0 and 0 or n > 4 and 4 or n
end

-- The smaller width. 0 and infinity are none.
local function lesser(a, b)
  if not (a > 0) or not finite(a) then
    return b
  end
  return b > 0 and finite(b) and b < a and b or a
end

local function decimals_of(rows, width)
  local least = 0
  for _, row in ipairs(rows) do
    least = lesser(least, width(row) or 0)
  end
  return decimals_for(least)
end

local function plus_minus(value, half, decimals)
  return num(value, decimals) .. " % " .. ERROR .. " " .. num(half, decimals)
end

-- "Ant +1.5": a card and its gain.
local function gain_text(name, gain)
  return esc(name) .. SPACE .. num(gain, 1, true)
end

-- "; the best are Ant +1.5, Fox +1.1": up to three rows.
local function names_of(rows, before, text)
  local told = {}
  for _, row in ipairs(rows) do
    if #told < 3 then
      told[#told + 1] = text(row)
    end
  end
  return told[1] and before .. table.concat(told, ", ") or ""
end

---- statistics ----

-- How often luck alone brings a mean as far from 0.
local function p_of(e)
  return e.error > 0 and c.p_normal(e.mean / e.error) or e.mean ~= 0 and 0 or 1
end

-- Tests the estimate of each row that has one. Sets row.rate, the rate of false findings. Returns
-- the number of tested rows, of sure ones, and how far intervals go from 0.
local function test(rows, estimate, half)
  local tested, p, sure, reach = {}, {}, 0, 0
  for _, row in ipairs(rows) do
    local e = estimate(row)
    if e then
      tested[#tested + 1], p[#p + 1] = row, p_of(e)
      reach = math.max(reach, math.abs(e.mean) + half(row, e))
    end
  end
  for i, rate in ipairs(c.false_rates(p)) do
    tested[i].rate = rate
    sure = sure + (rate <= RATE and 1 or 0)
  end
  return #tested, sure, reach
end

local function is_sure(row)
  return row.rate and row.rate <= RATE
end

-- The sure rows with a value on one side of 0, the best (or worst) first.
local function sure_ones(rows, value, best)
  local found = {}
  for i = best and 1 or #rows, best and #rows or 1, best and 1 or -1 do
    local row = rows[i]
    if is_sure(row) and (best and value(row) > 0 or not best and value(row) < 0) then
      found[#found + 1] = row
    end
  end
  return found
end

-- "; the best are …; the worst are …"
local function best_and_worst(rows, value, unit)
  local function text(row)
    return gain_text(row.name, unit * value(row))
  end
  return names_of(sure_ones(rows, value, true), "; the best are ", text)
    .. names_of(sure_ones(rows, value, false), "; the worst are ", text)
end

---- sections and tables ----

local function section(id, title, body)
  putf('<section id="%s" aria-labelledby="%s-head">\n', id, id)
  putf('<h2 id="%s-head">%s</h2>\n', id, esc(title))
  body()
  put "</section>\n"
end

-- `id`: what commands call it, if its title does not.
local function part_head(title, id)
  put("<h3>", esc(title), id and " <code>" .. esc(id) .. "</code>" or "", "</h3>\n")
end

-- A section with a part for each row, if there is any.
local function parts_section(id, title, rows, explain, part)
  if rows[1] then
    section(id, title, function()
      explain()
      for _, row in ipairs(rows) do
        part(row)
      end
    end)
  end
end

-- A table, one row for each of `rows`. A column is {HEAD, CELL}, or false: not shown. HEAD ">games"
-- is of numbers. CELL makes a cell of a row; that of the first column is the row's head.
local function show_table(label, columns, rows, fixed)
  put('<div class="wide" role="region" tabindex="0" aria-label="', esc(label), '"><table')
  put(fixed and "" or ' class="sorts"', ">\n<thead><tr>")
  for _, column in ipairs(columns) do
    if column then
      local mark, head = column[1]:match "^(>?)(.*)"
      put('<th scope="col"', mark == ">" and "" or ' class="t"', ">", esc(head), "</th>")
    end
  end
  put "</tr></thead>\n<tbody>"
  for _, row in ipairs(rows) do
    for i, column in ipairs(columns) do
      if i == 1 then
        put('\n<tr><th scope="row">', column[2](row), "</th>")
      elseif column then
        put(column[2](row))
      end
    end
    put "</tr>"
  end
  put "</tbody></table></div>\n"
end

local NONE = "<td></td>"

local function text_cell(text)
  return '<td class="t">' .. esc(text) .. "</td>"
end

local function count_cell(n)
  return ('<td data-v="%d">%s</td>'):format(n, counted(n))
end

local function number_cell(value, decimals, sign)
  return ('<td data-v="%.8g">%s</td>'):format(value, num(value, decimals, sign))
end

-- `bold`: luck does not explain the value. `game`: the number of a game beside it, or nil.
local function interval_cell(value, half, decimals, sign, bold, game)
  local shown = num(value, decimals, sign)
  return ('<td data-v="%.8g" data-e="%.8g">%s <i>%s%s%s</i>%s</td>'):format(
    value, half, bold and "<b>" .. shown .. "</b>" or shown, ERROR, SPACE, num(half, decimals),
    game and game ~= 0 and (' <a href="#see">%d</a>'):format(game) or ""
  )
end

-- Does luck explain the value? Without a rate nothing was tested.
local function sure_cell(row)
  if not row.rate then
    return '<td class="t" data-v="">not known</td>'
  end
  local says = is_sure(row) and "<b>yes</b>" or "no"
  return ('<td class="t" data-v="%.4g">%s</td>'):format(row.rate, says)
end

-- The number of a game; 0: none.
local function game_cell(game)
  return game == 0 and NONE or ('<td data-v="%d"><a href="#see">%d</a></td>'):format(game, game)
end

local function name_head(row)
  return esc(row.name) .. (row.called and " <code>" .. esc(row.called) .. "</code>" or "")
end

-- Kinds of choice and reasons have identifiers for names. Those with a text of the game are then
-- `called` so, and their name is the text, unless it has places to fill.
local function say_names(rows, r)
  for i, word in ipairs(r.words) do
    local text = r.words_say[i]:gsub("%b[]", "")
    for _, row in ipairs(text ~= "" and not text:find "[{}]" and rows or {}) do
      if row.name == word then
        row.called, row.name = word, "“" .. text .. "”"
      end
    end
  end
  return rows
end

-- The counts with anything counted under `key`, with their names: texts, or of kinds of choice.
local function named(counts, names, key)
  local rows = {}
  for i, count in ipairs(counts) do
    local kind = type(names[i]) == "table" and names[i]
    count.name, count.called = kind and kind.name or names[i], kind and kind.called
    rows[#rows + 1] = count[key] > 0 and count or nil
  end
  return rows
end

-- A column of the numbers of games.
local function games(head, key)
  return { head, function(row) return game_cell(row[key]) end }
end

-- "6.4 % ± 0.3": a part of all.
local function part_cell(n, all)
  local p = all > 0 and n / all or 0
  local half = 100 * c.half_width_share(math.sqrt(p * (1 - p) / (all - 1)), all)
  if all > 1 then
    return interval_cell(100 * p, half, decimals_for(half))
  end
  return number_cell(100 * p, 0)
end

local WIDTH, HEIGHT = 140, 16

-- An interval on a scale, with a line at scale.zero.
local function drawn_cell(scale, value, half, sure)
  local function place(v)
    local x = (v - scale.from) / (scale.to - scale.from)
    return 2 + (WIDTH - 4) * (x < 0 and 0 or x > 1 and 1 or x)
  end
  local class = not sure and "u" or value > scale.zero and "g" or "b"
  local middle, line = HEIGHT // 2, ""
  if finite(half) then
    line = ('<path d="M%.1f %dH%.1f"/>'):format(place(value - half), middle, place(value + half))
  end
  return ('<td class="d"><svg width="%d" height="%d" aria-hidden="true" class="%s">'):format(
    WIDTH, HEIGHT, class
  ) .. ('<path class="z" d="M%.1f 0V%d"/>%s<circle cx="%.1f" cy="%d" r="3"/></svg></td>'):format(
    place(scale.zero), HEIGHT, line, place(value), middle
  )
end

-- The column "drawn" of tested rows. estimate(row): nil if it is not known.
local function drawn_column(reach, estimate, half)
  local scale = { from = -reach, to = reach, zero = 0 }
  local function cell(row)
    local e = estimate(row)
    return e and reach > 0 and drawn_cell(scale, e.mean, half(row, e), is_sure(row)) or NONE
  end
  return { ">drawn", cell }
end

-- A column of estimates with their errors; nil: not known. `measured`: the rows whose errors say
-- how many decimals there are, if not all.
local function interval_column(head, unit, rows, estimate, half, measured)
  local decimals = decimals_of(measured or rows, function(row)
    local e = estimate(row)
    return e and unit * half(row, e)
  end)
  local function cell(row)
    local e = estimate(row)
    return e and interval_cell(unit * e.mean, unit * half(row, e), decimals, true) or NONE
  end
  return { head, cell }
end

---- a histogram as bars, and as a table ----

-- The number of bars aimed at. If twice as many show every number, none are put together at the
-- ends.
local BARS = 40

-- 1, 2, 5, 10 … : the first that is good enough.
local function round_step(good)
  local step, i = 1, 0
  while not good(step) do
    step = i % 3 == 1 and step // 2 * 5 or step * 2
    i = i + 1
  end
  return step
end

-- The number with at most `few` of all below it (or above it, if from and to are swapped).
local function end_of(h, few, from, to)
  local n = 0
  for i = from, to, from < to and 1 or -1 do
    n = n + h[i].n
    if n > few then
      return h[i].number
    end
  end
  return 0
end

-- Bars {from, to, n, game}, each `width` numbers wide; those at the ends may have `less` or `more`.
local function bars_of(h)
  local least, most = h[1].number, h[#h].number
  local from, to = end_of(h, h.n // 1000, 1, #h), end_of(h, h.n // 1000, #h, 1)
  local width = round_step(function(width)
    return to // width - from // width < BARS
  end)
  if most // width - least // width < 2 * BARS then
    from, to = least, most
  end
  local bars = { width = width, most = 0 }
  local first, last = from // width, to // width
  for at = first, last do
    bars[#bars + 1] = { from = at * width, to = at * width + width - 1, n = 0, game = 0 }
  end
  for _, bin in ipairs(h) do
    local at = bin.number // width
    local bar = bars[math.min(math.max(at, first), last) - first + 1]
    bar.less, bar.more = bar.less or at < first, bar.more or at > last
    bar.game = bar.game ~= 0 and bar.game < bin.game and bar.game or bin.game
    bar.n = bar.n + bin.n
    bars.most = math.max(bars.most, bar.n)
  end
  return bars
end

-- "20 to 29", "30 or more"
local function bar_name(bar)
  if bar.less then
    return num(bar.to, 0) .. " or less"
  end
  local more = bar.more and " or more" or bar.to > bar.from and " to " .. num(bar.to, 0) or ""
  return num(bar.from, 0) .. more
end

-- About six bars, at round numbers, have a number below them.
local function axis(bars)
  local step = round_step(function(step)
    return #bars <= 8 * step
  end)
  put '<div class="axis" aria-hidden="true">'
  for i, bar in ipairs(bars) do
    if bar.from // bars.width % step == 0 then
      local left = 100 * (bars.width > 1 and i - 1 or i - 0.5) / #bars
      putf('<span style="left:%.2f%%">%s</span>', left, num(bar.from, 0))
    end
  end
  put "</div>\n"
end

-- Bars that show how often each number came, and the same as a table to open. `label`: for screen
-- readers; `unit`: of the numbers. Nothing if nothing came.
local function draw_histogram(h, label, unit)
  if h.n == 0 then
    return
  end
  local bars, shown = bars_of(h), {}
  putf('<figure><svg viewBox="0 0 %d 100" preserveAspectRatio="none" role="img" ', #bars * 10)
  putf('aria-label="%s">', esc(label))
  for i, bar in ipairs(bars) do
    if bar.n > 0 then
      local high = 100 * bar.n / bars.most
      bar.name, bar.percent = bar_name(bar), 100 * bar.n / h.n
      shown[#shown + 1] = bar
      putf(
        '<rect x="%.1f" y="%.2f" width="9" height="%.2f"><title>%s: %s (%.1f %%)</title></rect>',
        (i - 1) * 10 + 0.5, 100 - high, high, bar.name, counted(bar.n), bar.percent
      )
    end
  end
  put "</svg>\n"
  axis(bars)
  put "</figure>\n<details><summary>The same in numbers</summary>\n"
  show_table(label, {
    { ">" .. unit, name_head },
    { ">how often", function(bar) return count_cell(bar.n) end },
    { ">%", function(bar) return number_cell(bar.percent, 2) end },
    games(">first in game", "game"),
  }, shown, true)
  put "</details>\n"
end

-- A histogram with its heading, in half the width of the page.
local function drawn_part(title, h, says, label, unit)
  put("<div>")
  part_head(title)
  put("<p>", says, "</p>\n")
  draw_histogram(h, label, unit)
  put "</div>\n"
end

local function spread_text(s, decimals)
  return ("<b>%s</b> on average (standard deviation %s, from %s to %s)"):format(
    num(s.mean, decimals), num(s.sd, decimals), num(s.least, 0), num(s.most, 0)
  )
end

---- seats: which win, and whether the seat matters ----

-- A mean of n values from their sums, in units, with its error.
local function mean_of(sum, squares, n, unit)
  local mean = sum / n
  local error = math.sqrt(math.max(squares / n - mean * mean, 0) / (n - 1))
  return { mean = mean / unit, error = error / unit }
end

-- The seats of players; `fair`: the mean share of all.
local function seats_of(r)
  local seats, sums, products = { fair = 0 }, {}, {}
  for i, seat in ipairs(r.seats) do
    if seat.bot then
      local outcome, square = seat.outcome, seat.products[i]
      local share = mean_of(outcome.share, square.share, r.ended, c.WHOLE)
      local score = mean_of(outcome.score, square.score, r.ended, 1)
      share.half = c.half_width_share(share.error, r.ended)
      score.half = c.half_width(score.error, r.ended)
      seats.fair = seats.fair + share.mean
      seats[#seats + 1] =
        { at = i, tally = seat, share = share, score = score, won_in = outcome.won_in }
    end
  end
  seats.fair = seats.fair / math.max(#seats, 1)
  for _, one in ipairs(seats) do
    sums[#sums + 1] = one.tally.outcome.share
    for _, other in ipairs(seats) do
      local a, b = math.min(one.at, other.at), math.max(one.at, other.at)
      products[#products + 1] = r.seats[a].products[b].share
    end
  end
  seats.chi_square, seats.p, seats.degrees = c.means_equal(r.ended, sums, products)
  seats.decimals = decimals_of(seats, function(seat) return seat.share.half * 100 end)
  return seats
end

local function same_bots(seats)
  for _, seat in ipairs(seats) do
    if seat.tally.bot ~= seats[1].tally.bot then
      return false
    end
  end
  return true
end

-- Nothing for one seat, or without a finished game.
local function seats_verdict(r, seats)
  if #seats < 2 or r.ended == 0 then
    return ""
  elseif not same_bots(seats) then
    return "Different bots sit at the seats, so this compares the bots and not the seats."
  elseif seats.p >= RATE then
    return ("These games show no advantage for any seat (%s)."):format(p_text(seats.p))
  end
  local far = seats[1]
  for _, seat in ipairs(seats) do
    if math.abs(seat.share.mean - seats.fair) > math.abs(far.share.mean - seats.fair) then
      far = seat
    end
  end
  local off = far.share.mean - seats.fair
  return ("Seat %d is at %s: %s percentage points %s its fair share, %s luck (%s)."):format(
    far.at - 1, off < 0 and "a disadvantage" or "an advantage",
    num(100 * math.abs(off), seats.decimals), off < 0 and "below" or "above",
    seats.p < 0.001 and "far beyond" or "beyond", p_text(seats.p)
  )
end

local function glance_seats(r)
  local verdict = seats_verdict(r, seats_of(r))
  put(verdict ~= "" and "<li>" .. verdict .. "</li>\n" or "")
end

local function say_seats(r, seats)
  if #seats == 1 then
    local share, reached = seats[1].share, r.total.reached.n > 0
    putf(
      "<p>%s <b>%s</b>%s.</p>\n",
      reached and "On average" or "The game is won in",
      plus_minus(100 * share.mean, 100 * share.half, seats.decimals),
      reached and " of the highest possible score was reached" or " of all games"
    )
    return
  end
  put('<p class="verdict">', seats_verdict(r, seats), "</p>\n")
  putf(
    "<p>If all %d seats are alike, each has %.1f %% of the wins. Players who share a win have "
      .. "their part of it. In 19 tables of 20 the true share is within ± of the number here. ",
    #seats, 100 * seats.fair
  )
  if seats.degrees > 0 then
    putf(
      "One test for all seats asks whether they are equal (chi-square %.1f with %d degrees of "
        .. "freedom).",
      seats.chi_square, seats.degrees
    )
  end
  put "</p>\n"
end

local function section_seats(r)
  local seats, width = seats_of(r), 0
  if #seats == 0 or r.ended == 0 then
    return
  end
  for _, seat in ipairs(seats) do
    local half = finite(seat.share.half) and seat.share.half or 0
    width = math.max(width, math.abs(seat.share.mean - seats.fair) + half)
  end
  local scale = { from = seats.fair - width, to = seats.fair + width, zero = seats.fair }
  local scored = r.histograms.score.n > 0
  local points = decimals_of(seats, function(seat) return seat.score.half end)
  local function against_fair(seat)
    local sure = seats.p < RATE and math.abs(seat.share.mean - seats.fair) > seat.share.half
    return width > 0 and #seats > 1 and drawn_cell(scale, seat.share.mean, seat.share.half, sure)
      or NONE
  end
  local function share(seat)
    return interval_cell(100 * seat.share.mean, 100 * seat.share.half, seats.decimals)
  end
  local function score(seat) return interval_cell(seat.score.mean, seat.score.half, points) end
  local function of_score(key, decimals)
    return function(seat) return number_cell(seat.tally.score[key], decimals) end
  end
  section("seats", #seats == 1 and "Result" or "Seats", function()
    say_seats(r, seats)
    show_table("Share of the win by seat", {
      { "seat", function(seat) return ("%d"):format(seat.at - 1) end },
      { "player", function(seat) return text_cell(seat.tally.bot) end },
      { ">won alone", function(seat) return count_cell(seat.tally.wins) end },
      { ">shared", function(seat) return count_cell(seat.tally.shared) end },
      { ">share, %", share },
      { ">against fair", against_fair },
      scored and { ">points", score },
      scored and { ">sd", of_score("sd", 1) },
      scored and { ">least", of_score("least", 0) },
      scored and { ">most", of_score("most", 0) },
      games(">wins in game", "won_in"),
    }, seats)
  end)
end

---- skill: how much skill and how much luck the game has, and how deep it is ----

-- What bots of a level won against others; `widest`: the highest level against the lowest.
local function matches_of(r)
  local t = r.skill
  for _, m in ipairs(t.matches) do
    m.half = c.half_width_share(m.share.error, m.games)
    m.sure = m.games > 1 and math.abs(m.share.mean - 1 / r.people) > m.half
    m.rating = m.others >= 0 and c.skill_rating(m.share.mean, r.people - 1) or 0
    if m.level == #t.titles - 1 and m.others == 0 and not t.widest then
      t.widest = m
    end
  end
end

-- Nothing if it is not known.
local function skill_text(r)
  local m, fair = r.skill.widest, 1 / r.people
  if not m or m.games < 2 then
    return ""
  end
  local part, half = (m.share.mean - fair) / (1 - fair), m.half / (1 - fair)
  local decimals = decimals_for(100 * half)
  return ("One <code>%s</code> among <code>%s</code> has %s %% of the wins, and %.1f %% would be "
    .. "fair. Skill gains <b>%s %%</b> ± %s of what it could gain. Luck keeps the rest."):format(
    esc(r.skill.titles[m.level + 1]), esc(r.skill.titles[1]),
    num(100 * m.share.mean, decimals_for(100 * m.half)), 100 * fair, num(100 * part, decimals),
    num(100 * half, decimals)
  )
end

local function glance_skill(r)
  local text = r.skill and skill_text(r) or ""
  put(text ~= "" and "<li>" .. text .. "</li>\n" or "")
end

-- How many levels beat the one below, and by how many rating points in all.
local function say_depth(r)
  local n, points = 0, 0
  for _, m in ipairs(r.skill.matches) do
    if m.others >= 0 and m.others == m.level - 1 and m.sure and m.share.mean >= 1 / r.people then
      n, points = n + 1, points + m.rating
    end
  end
  putf(
    "<p>Depth: of %d levels, %d beat%s the level below by more than luck explains",
    #r.skill.titles, n, n == 1 and "s" or ""
  )
  if n > 0 and finite(points) then
    putf(", by %.0f rating points in all (400 points are ten wins to one)", points)
  end
  put ".</p>\n"
end

local function section_skill(r)
  if not r.skill then
    return
  end
  local titles, many, rows = r.skill.titles, r.people > 1, {}
  for _, m in ipairs(r.skill.matches) do
    rows[#rows + 1] = m.games > 0 and m or nil
  end
  local scale = { from = 0, to = 1, zero = 1 / r.people }
  local function share(m)
    return interval_cell(100 * m.share.mean, 100 * m.half, decimals_for(100 * m.half))
  end
  section("skill", "Skill and luck", function()
    if many then
      put(
        "<p>Do better players win more? For each of the first games Cantrip plays more games ",
        "with the same seed. One bot of a level sits among bots of a lower level, at each seat ",
        'in turn. To see game 1, take the command <a href="#see">below</a>, with ',
        "<code>--bots</code> for the others and <code>--seat 0=</code> for the one. For game 2 ",
        "it is <code>--seat 1=</code>, and so on.</p>\n"
      )
      local text = skill_text(r)
      put(text ~= "" and '<p class="verdict">' .. text .. "</p>\n" or "")
      say_depth(r)
    else
      put(
        "<p>Do better players win more? Each of these bots plays the first games with the same ",
        "seeds.</p>\n"
      )
    end
    show_table("Share of the win by level", {
      { "one", function(m) return esc(titles[m.level + 1]) end },
      many and { "among", function(m) return text_cell(titles[m.others + 1]) end },
      { ">games", function(m) return count_cell(m.games) end },
      { ">share, %", share },
      many and {
        ">drawn", function(m) return drawn_cell(scale, m.share.mean, m.half, m.sure) end,
      },
      many and {
        ">rating",
        function(m) return finite(m.rating) and number_cell(m.rating, 0, true) or NONE end,
      },
      games(">wins in game", "won_in"),
    }, rows)
  end)
end

---- games: scores, how close and how long they are, how much there is to choose ----

-- "6.4 % ± 0.3"
local function part_text(n, all)
  local p = all > 0 and n / all or 0
  local half = 100 * c.half_width_share(math.sqrt(p * (1 - p) / all), all)
  local decimals = decimals_for(half)
  return all > 1 and plus_minus(100 * p, half, decimals) or num(100 * p, decimals) .. " %"
end

local function section_scores(r)
  local score, margin = r.histograms.score, r.histograms.margin
  if score.n == 0 then
    return
  end
  section("scores", "Scores", function()
    put "<p>The height of a bar says how many times this score came up.</p>\n"
    put '<div class="two">\n'
    local says = ("A player ends with %s points."):format(spread_text(r.scores, 2))
    drawn_part("What players end with", score, says, "Final scores", "points")
    if margin.n > 0 then
      says = "The distance from the first player to the second is %s points."
      drawn_part(
        "How close it is", margin, says:format(spread_text(margin, 1)),
        "Points between the first and the next", "points between"
      )
    end
    put "</div>\n"
  end)
end

local function section_length(r)
  local t, choices = r.total, r.histograms.choices
  section("length", "Length and choices", function()
    putf(
      "<p>A pick is made by one player from two choices or more. %.1f more per game had only one "
        .. 'choice.</p>\n<div class="two">\n',
      t.games > 0 and t.forced / t.games or 0
    )
    local says = ("A game has %s picks."):format(spread_text(t.length, 1))
    drawn_part("How long it is", r.histograms.length, says, "Picks of a game", "picks")
    if choices.n > 0 then
      says = ("A pick has %s choices."):format(spread_text(choices, 1))
      drawn_part(
        "How much there is to choose from", choices, says, "Choices of a pick", "choices"
      )
    end
    put "</div>\n"
    part_head "What is picked"
    put "<p>A kind of choice is an action of the ruleset, or a question in the game's words.</p>\n"
    show_table("Picks by kind of choice", {
      { "kind of choice", name_head },
      { ">picks per game", function(kind) return number_cell(kind.picks / t.games, 2) end },
      { ">choices per pick", function(kind) return number_cell(kind.choices / kind.picks, 2) end },
      { ">most", function(kind) return count_cell(kind.most) end },
      games(">in game", "game"),
    }, named(r.picks, r.kinds, "picks"))
  end)
end

local function glance_games(r)
  local t, many = r.total, r.people > 1
  putf("<li>A game has %.0f picks.", t.length.mean)
  if r.ended > 0 and many then
    put(" ", part_text(t.ties, r.ended), " end in a tie.")
  end
  if t.nobody > 0 and many then
    put(" ", part_text(t.nobody, r.ended), " have no winner.")
  end
  if t.unfinished > 0 then
    put(" ", part_text(t.unfinished, t.games), " do not end: they stop at the limit of picks.")
  end
  put "</li>\n"
end

---- how games go: who leads, when they are decided, how and why they end ----

-- The least percentage that half of the counts reach.
local function median(h)
  local n = 0
  for _, bin in ipairs(h) do
    n = n + bin.n
    if 2 * n >= h.n then
      return bin.number
    end
  end
end

local function decided_text(h)
  local part = median(h)
  return ("Half of the games were decided before <b>%s %%</b> of their picks were made"):format(
    num(part < 99 and part + 1 or 100, 0)
  )
end

local function glance_lead(r)
  local changes, decided = r.histograms.changes, r.histograms.decided
  if decided.n > 0 then
    putf(
      "<li>The lead changes %s times a game. %s.</li>\n",
      num(changes.mean, 1), decided_text(decided)
    )
  end
end

local function section_lead(r)
  local changes, decided = r.histograms.changes, r.histograms.decided
  if changes.n == 0 then
    return
  end
  section("lead", "Who leads", function()
    put(
      "<p>Cantrip looks at the scores each time that a player is asked. Hidden points count, ",
      "too. The lead changes when a player leads alone and another one led alone before.</p>\n",
      '<div class="two">\n'
    )
    drawn_part(
      "How often it changes", changes,
      ("A game has %s changes of the lead."):format(spread_text(changes, 2)),
      "Changes of the lead in a game", "changes"
    )
    if decided.n > 0 then
      drawn_part(
        "When it is decided", decided,
        decided_text(decided) .. ". From then on the later winners led.",
        "Percent of its picks when a game was decided", "% of the picks"
      )
    end
    put "</div>\n"
  end)
end

local function section_ends(r)
  local all = r.total.games
  if all == 0 then
    return
  end
  local function show(label, head, counts)
    show_table(label, {
      { head, name_head },
      { ">games", function(count) return count_cell(count.games) end },
      { ">%", function(count) return part_cell(count.games, all) end },
      games(">first in game", "game"),
    }, counts)
  end
  local reasons = say_names(named(r.reasons, r.words, "games"), r)
  section("ends", "How games end", function()
    show("Ends of games", "end", named(r.endings, r.endings_say, "games"))
    if reasons[1] then
      part_head "Why they end"
      put "<p>A game may end for several reasons, or without one.</p>\n"
      show("Reasons to end", "reason", reasons)
    end
  end)
end

---- cards: which win ----

-- Tests each kind's cards. Its gains are shares of the win, or else points.
local function test_cards(r)
  for _, kind in ipairs(r.kinds) do
    local function estimate(line)
      local worth = kind.shares and line.share or line.score
      return (kind.shares or kind.scores) and worth.known and worth.gain or nil
    end
    local function half(line, e) return c.half_width(e.error, line.games) end
    kind.estimate, kind.half = estimate, half
    kind.tested, kind.sure, kind.reach = test(kind.lines, estimate, half)
  end
end

-- The rows of kinds of choice with cards.
local function kinds_with(r, key)
  local found = {}
  for _, kind in ipairs(r.kinds) do
    found[#found + 1] = kind.shown and kind[key] and kind[key][1] and kind or nil
  end
  return found
end

local function explain_cards()
  put(
    "<p>Do players with a card win more often than players without it? The sentence above each ",
    "table says whom it compares. <b>with</b> and <b>without</b> are the average parts of a win ",
    "of these two. <b>gain</b> is the difference, in percentage points. <b>drawn</b> shows it ",
    "with its error: a long line means that little is known. <b>points</b> is the difference in ",
    "points. The last three columns name the first game in which a player with the card won, ",
    "one with it did not win, and one was without it.</p>\n",
    "<p><b>sure</b> says whether the gain is more than luck explains. Of all cards marked ",
    "<b>yes</b>, expect at most one in twenty to be luck (false discovery rate, Benjamini and ",
    "Hochberg). A gain does not say what the card itself does: players who lead may be offered ",
    "other cards, or take other cards.</p>\n"
  )
end

local function show_cards(kind)
  local tested = kind.tested > 0
  local shares, scores = tested and kind.shares, tested and kind.scores
  part_head(kind.name, kind.called)
  put("<p>", kind.asked, "</p>\n")
  if tested then
    putf("<p>%d of %d cards gain or lose more than luck explains.</p>\n", kind.sure, kind.tested)
  else
    put(
      "<p>No card has a known gain: ",
      (kind.shares or kind.scores)
          and "play more games. A gain needs two games with the card and two without."
        or "nobody won, and there are no scores.",
      "</p>\n"
    )
  end
  local function of_worth(key)
    return function(line) return kind.estimate(line) and line[key].gain end
  end
  local gain = interval_column(">gain", 100, kind.lines, of_worth "share", kind.half)
  local decimals = decimals_of(kind.lines, function(line)
    return kind.estimate(line) and 100 * c.half_width(line.share.gain.error, line.games)
  end)
  local function mean(key)
    return function(line)
      return kind.estimate(line) and number_cell(100 * line.share[key].mean, decimals) or NONE
    end
  end
  local function taken(line)
    return number_cell(100 * line.picked / (line.picked + line.passed), 1)
  end
  show_table("What cards are worth in choices of " .. kind.name, {
    { "card", name_head },
    { ">offered", function(line) return count_cell(line.picked + line.passed) end },
    { ">taken, %", taken },
    shares and { ">with, %", mean "picked" },
    shares and { ">without, %", mean "passed" },
    shares and gain,
    tested and drawn_column(kind.reach, kind.estimate, kind.half),
    tested and { "sure", sure_cell },
    scores and interval_column(">points", 1, kind.lines, of_worth "score", kind.half),
    games(">wins", "won_in"),
    games(">loses", "lost_in"),
    games(kind.having and ">without" or ">passed", "passed_in"),
  }, kind.lines)
end

local function section_cards(r)
  parts_section("cards", "Cards", kinds_with(r, "lines"), explain_cards, show_cards)
end

local function glance_cards(r)
  local any = false
  for _, kind in ipairs(r.kinds) do
    if kind.shown and not kind.having and (kind.always[1] or kind.never[1]) then
      local never = kind.always[1] and "; never picked " or "never picked "
      put("<li><b>", esc(kind.name), "</b>: nothing to compare: ")
      put(names_of(kind.always, "always picked ", esc), names_of(kind.never, never, esc))
      put(r.causal and "" or " (<code>--causal</code> says what they are worth)", ".</li>\n")
    end
    if kind.shown and kind.sure > 0 then
      local function value(line) return kind.estimate(line).mean end
      putf(
        "<li><b>%s</b>: %d of %d cards gain or lose more than luck explains, in %s%s.</li>\n",
        esc(kind.name), kind.sure, kind.tested,
        kind.shares and "percentage points of the win" or "points",
        best_and_worst(kind.lines, value, kind.shares and 100 or 1)
      )
      any = true
    end
  end
  if any and not r.causal then
    put(
      "<li>Players who take a card may have stood better before. <code>--causal</code> says what ",
      "the card itself does.</li>\n"
    )
  end
end

---- what taking a card does, apart from what goes together with it ----

local function explain_causal(r)
  putf(
    "<p>What does the card itself do? In each game Cantrip drew one offer at random. From there "
      .. "the game was played twice, with the same bots and equal luck: once with the card, once "
      .. "with the best of the rest. <b>causal gain</b> is the part of a win with the card less "
      .. "the part without it, in percentage points. <b>margin</b> is the same in points ahead of "
      .. "the best other side. <b>same</b> says how many ended alike both ways. Most numbers are "
      .. "below 0, because one offered card is best and all others lose against it. So compare "
      .. "the cards with each other. <b>gain</b> is the number of the table above: it says what "
      .. "goes together with the card, not what the card does.</p>\n"
      .. "<p><b>sure</b> needs %d samples. Of all cards marked <b>yes</b>, expect at most one in "
      .. "twenty to be luck. The last columns name the first game that went better with the card, "
      .. "and the first that went worse.",
    c.CAUSAL_TESTED
  )
  local cut = r.causal.cut
  put(cut > 0 and " Not counted are " .. counted(cut) .. " samples that did not end." or "")
  put "</p>\n"
end

local function show_causal(kind)
  local g = kind.gains
  local function share(one) return one.tested and one.share or nil end
  local function margin(one) return one.tested and one.margin or nil end
  -- Differences from -1 to 1, most of them 0. As with a share, what never happened may still
  -- happen.
  local function half_share(one, e) return c.half_width_share(e.error, one.samples) end
  local function half(one, e) return c.half_width(e.error, one.samples) end
  local function plain(one) return one.plain_known and one.plain or nil end
  local function half_plain(one, e) return c.half_width(e.error, one.plain_games) end
  local estimate, half_of = g.shares and share or margin, g.shares and half_share or half
  local plains, reach = {}, 0
  for _, one in ipairs(g) do
    local e = estimate(one)
    reach = e and math.max(reach, math.abs(e.mean) + half_of(one, e)) or reach
    plains[#plains + 1] = one.tested and one or nil
  end
  part_head(kind.name, kind.called)
  if g.tested > 0 then
    putf("<p>%d of %d cards do more than luck explains.</p>\n", g.sure, g.tested)
  else
    put "<p>It is not known yet what any card does. Play more games.</p>\n"
  end
  show_table("What taking cards does in choices of " .. kind.name, {
    { "card", name_head },
    { ">sampled", function(one) return count_cell(one.samples) end },
    { ">same, %", function(one) return number_cell(100 * one.same / one.samples, 0) end },
    g.shares and interval_column(">gain", 100, g, plain, half_plain, plains),
    g.shares and interval_column(">causal gain", 100, g, share, half_share),
    drawn_column(reach, estimate, half_of),
    { "sure", sure_cell },
    g.margins and interval_column(">margin", 1, g, margin, half),
    games(">better in", "better_in"),
    games(">worse in", "worse_in"),
  }, g)
end

local function section_causal(r)
  local kinds = {}
  for _, kind in ipairs(r.kinds) do
    kinds[#kinds + 1] = kind.gains and kind.gains[1] and kind or nil
  end
  parts_section("causal", "What taking a card does", kinds, function()
    explain_causal(r)
  end, show_causal)
end

local function glance_causal(r)
  for _, kind in ipairs(r.kinds) do
    local g = kind.gains
    if g and g.sure > 0 then
      local function value(one) return (g.shares and one.share or one.margin).mean end
      putf(
        "<li><b>%s</b>, with the card and without it: %d of %d cards do more than luck explains, "
          .. "in %s%s.</li>\n",
        esc(kind.name), g.sure, g.tested, g.shares and "percentage points of the win" or "points",
        best_and_worst(g, value, g.shares and 100 or 1)
      )
    end
  end
end

---- what cards gain in each round, and with each value of an option ----

-- A kind of choice by the rounds of a phase, or by the values of an option. Nil unless gains are
-- known in two rounds or more: if not, the table of cards says the same.
local function grid_of(r, kind, phase)
  local grid, seen, rounds, cells, least = { last = 0 }, {}, 0, {}, 0
  for _, cell in ipairs(r.rounds) do
    local worth = kind.shares and cell.share or kind.scores and cell.score
    if cell.kind == kind.number and cell.phase == phase and worth and worth.known then
      cell.gain, cell.half = worth.gain, c.half_width(worth.gain.error, cell.games)
      cells[#cells + 1] = cell
      grid[cell.card] = grid[cell.card] or {}
      grid[cell.card][cell.round] = cell
      grid.last = math.max(grid.last, cell.round)
      rounds = rounds + (seen[cell.round] and 0 or 1)
      seen[cell.round] = true
      least = lesser(least, cell.half)
    end
  end
  test(cells, function(cell) return cell.gain end, function(cell) return cell.half end)
  grid.decimals = decimals_for((kind.shares and 100 or 1) * least)
  return rounds > 1 and grid or nil
end

-- The grids of phases `from` to `to`, each with its name and the names of its columns.
local function grids_of(r, phases)
  local grids = {}
  for _, kind in ipairs(r.kinds) do
    for _, phase in ipairs(kind.shown and phases or {}) do
      local grid = grid_of(r, kind, phase.number)
      if grid then
        grids[#grids + 1] = { kind = kind, phase = phase, grid = grid }
      end
    end
  end
  return grids
end

local function show_grid(one)
  local kind, phase, grid = one.kind, one.phase, one.grid
  local unit, rows = kind.shares and 100 or 1, {}
  local columns = { { "card", name_head } }
  for round = 1, grid.last do
    local function cell_of(line)
      local cell = grid[line.card][round]
      return cell
          and interval_cell(
            unit * cell.gain.mean, unit * cell.half, grid.decimals, true, is_sure(cell), cell.game
          )
        or NONE
    end
    columns[#columns + 1] = { ">" .. phase.heads[round], cell_of }
  end
  for _, line in ipairs(kind.lines) do
    rows[#rows + 1] = grid[line.card] and line or nil
  end
  part_head(kind.name .. ", by " .. phase.name, kind.called)
  show_table(
    ("What cards gain in choices of %s by %s %s"):format(kind.name, phase.is, phase.name),
    columns, rows
  )
end

local function section_grids(id, title, grids, says)
  parts_section(id, title, grids, function()
    putf(
      "<p>%s Numbers are percentage points of a win, or points if nobody wins. <b>Bold</b> ones "
        .. "are more than luck explains: expect at most one in twenty to be luck. The number "
        .. "after it names the first game in which a player took the card then. A cell stays "
        .. "empty until the card was taken in %d games and left in %d.</p>\n",
      says, c.FEW, c.FEW
    )
  end, show_grid)
end

local function section_rounds(r)
  local phases, heads = {}, {}
  for round = 1, c.LAST_ROUND do
    heads[round] = round .. (round == c.LAST_ROUND and " or later" or "")
  end
  for i, name in ipairs(r.phases) do
    phases[i] = { number = i - 1, name = name, is = "round of", heads = heads }
  end
  section_grids(
    "rounds", "Cards by round", grids_of(r, phases),
    "Is a card worth more early or late? Each column compares players who took the card in that "
      .. "round of the phase with players who left it in the same round."
  )
end

local function section_options(r)
  local options = {}
  for i, option in ipairs(r.varied) do
    local name, heads = option:match "^[^=]*", {}
    for value in (option:match "=(.*)" .. ","):gmatch "([^,]*)," do
      heads[#heads + 1] = value
    end
    options[i] = { number = #r.phases + i - 1, name = name, is = "option", heads = heads }
  end
  section_grids(
    "options", "Cards by option", grids_of(r, options),
    "The games were played with several values of an option in turn. Each column has the gain of "
      .. "a card with that value."
  )
end

---- what becomes of cards that players took ----

local function show_fates(kind)
  local scored, rows = kind.fates_scored, {}
  for _, line in ipairs(kind.lines) do
    local fate = kind.fates[line.card]
    if fate and fate.taken > 0 then
      fate.name = line.name
      rows[#rows + 1] = fate
    end
  end
  local function percent(key)
    return function(fate) return number_cell(100 * fate[key] / fate.taken, 1) end
  end
  local function points(fate)
    return fate.scored > 0 and number_cell(fate.points / fate.scored, 2) or NONE
  end
  local function dead(fate)
    local half = 100 * c.half_width_share(fate.part.error, fate.games)
    return fate.games > 1 and interval_cell(100 * fate.part.mean, half, decimals_for(half))
      or number_cell(100 * fate.part.mean, 0)
  end
  part_head(kind.name, kind.called)
  show_table("What becomes of cards taken in choices of " .. kind.name, {
    { "card", name_head },
    { ">taken", function(fate) return count_cell(fate.taken) end },
    { ">picked again, %", percent "again" },
    scored and { ">in a score, %", percent "counted" },
    scored and { ">points", points },
    { ">dead, %", dead },
    games(">used in game", "used_in"),
    games(">dead in", "dead_in"),
  }, rows)
end

local function section_fates(r)
  local kinds = {}
  for _, kind in ipairs(r.kinds) do
    -- Is any of its cards of use later?
    local used = false
    for _, fate in pairs(kind.fates) do
      used = used or fate.dead < fate.taken
      kind.fates_scored = kind.fates_scored or fate.scored > 0
    end
    kinds[#kinds + 1] = kind.shown and used and kind or nil
  end
  parts_section("fates", "What becomes of cards", kinds, function()
    put(
      "<p>What did the copies do that players took? <b>picked again</b>: the same player picked ",
      "the copy later, in another kind of choice. <b>in a score</b>: their score counts it at the ",
      "end. <b>points</b> is what one such copy brings. <b>dead</b>: neither happened, so the ",
      "pick was wasted.</p>\n"
    )
  end, show_fates)
end

---- cards that win together ----

-- Rows of a table, at most.
local MOST_PAIRS = 30

local function show_pairs(kind)
  local all, shown, sure, reach = kind.pairs, {}, 0, 0
  local function share(pair) return pair.share end
  local function score(pair) return pair.score end
  local function half(pair, e) return c.half_width(e.error, pair.n) end
  local estimate = all.shares and share or score
  test(all, estimate, half)
  while all[sure + 1] and is_sure(all[sure + 1]) do
    sure = sure + 1
  end
  for i = 1, math.min(#all, MOST_PAIRS) do
    local e = estimate(all[i])
    shown[i] = all[i]
    reach = math.max(reach, math.abs(e.mean) + half(all[i], e))
  end
  local function with_both(pair)
    return number_cell(100 * pair.won / pair.n / c.WHOLE, 1)
  end
  local function interval(e, unit, decimals)
    return function(pair)
      local m = e(pair)
      return interval_cell(unit * m.mean, unit * half(pair, m), decimals, true)
    end
  end
  part_head(kind.name, kind.called)
  putf("<p>%d of %d pairs are more than luck explains", sure, #all)
  put(#all > MOST_PAIRS and (". The %d surest are here.</p>\n"):format(MOST_PAIRS) or ".</p>\n")
  show_table("Two cards together in choices of " .. kind.name, {
    { "card", name_head },
    { "and", function(pair) return text_cell(pair.other) end },
    { ">seats", function(pair) return count_cell(pair.n) end },
    all.shares and { ">with both, %", with_both },
    all.shares and { ">together", interval(share, 100, 1) },
    drawn_column(reach, estimate, half),
    { "sure", sure_cell },
    all.scores and { ">points", interval(score, 1, 2) },
    games(">first in game", "first"),
  }, shown)
end

local function section_pairs(r)
  local kinds = {}
  for _, kind in ipairs(kinds_with(r, "pairs")) do
    kinds[#kinds + 1] = (kind.pairs.shares or kind.pairs.scores) and kind or nil
  end
  parts_section("pairs", "Two cards together", kinds, function()
    putf(
      "<p>Which two cards are worth more, or less, together? <b>together</b> is the worth of both "
        .. "to one seat, less the worth that each has without the other. It is in percentage "
        .. "points of a win. A pair counts if at least %d seats took both and %d did not. The "
        .. "surest come first. Of those marked <b>yes</b>, expect at most one in twenty to be "
        .. "luck.</p>\n",
      c.FEW, c.FEW
    )
  end, show_pairs)
end

---- how two rulesets differ in games of the same seeds ----

-- Puts changed, new and gone cards first. The rest stays sorted, the surest first.
local function changed_first(changes)
  local sorted = {}
  for _, is in ipairs { "changed", "new", "gone", "" } do
    for _, change in ipairs(changes) do
      sorted[#sorted + 1] = change.is == is and change or nil
    end
  end
  return sorted
end

local function half_change(change, e)
  return e.error > 0 and c.half_width(e.error, change.games) or 0
end

-- Tests the cards of each kind of choice.
local function test_changes(versus)
  for _, kind in ipairs(versus.kinds) do
    kind.changes = changed_first(kind.changes)
    for _, change in ipairs(kind.changes) do
      kind.shares = kind.shares or change.share[1].known or change.share[2].known
      kind.scores = kind.scores or change.score[1].known or change.score[2].known
    end
    local function known(key)
      return function(change)
        return change[key][1].known and change[key][2].known and change[key .. "_by"] or nil
      end
    end
    kind.share_by, kind.score_by = known "share", known "score"
    kind.estimate = kind.shares and kind.share_by or kind.score_by
    kind.tested, kind.sure, kind.reach = test(kind.changes, kind.estimate, half_change)
  end
end

local function show_changes(kind)
  local of = kind.shares and "share" or "score"
  local unit, tested = kind.shares and 100 or 1, {}
  for _, change in ipairs(kind.changes) do
    tested[#tested + 1] = kind.estimate(change) and change or nil
  end
  local decimals = decimals_of(tested, function(change)
    return unit * half_change(change, change[of .. "_by"])
  end)
  local function gain(i)
    return function(change)
      local one = change[of][i]
      return one.known and number_cell(unit * one.mean, decimals, true) or NONE
    end
  end
  local function differ(change) return change.differ and count_cell(change.differ) or NONE end
  part_head(kind.name, kind.called)
  put("<p>", kind.asked, "</p>\n")
  putf(
    "<p>The gains of %d of %d cards change more than luck explains.</p>\n",
    kind.sure, kind.tested
  )
  show_table("What changes for cards in choices of " .. kind.name, {
    { "card", name_head },
    { "is", function(change) return text_cell(change.is) end },
    { kind.shares and ">gain before" or ">points before", gain(1) },
    { kind.shares and ">gain after" or ">points after", gain(2) },
    kind.shares and interval_column(">change", 100, kind.changes, kind.share_by, half_change),
    drawn_column(kind.reach, kind.estimate, half_change),
    { "sure", sure_cell },
    kind.scores
      and interval_column(">in points", 1, kind.changes, kind.score_by, half_change, tested),
    { ">games that differ", differ },
    games(">first", "first"),
  }, kind.changes)
end

local function show_game_changes(before, after)
  local versus, rows = before.versus, {}
  local function add(name, first, second, sum, unit)
    local half = sum.error > 0 and unit * c.half_width(sum.error, versus.games) or 0
    rows[#rows + 1] = {
      name = name, before = unit * first, after = unit * second, by = unit * sum.mean,
      half = half, decimals = decimals_for(half), differ = sum.differ, first = sum.first,
    }
  end
  local function seats(key, name, unit)
    for i = 1, math.min(#before.seats, #after.seats) do
      local function mean(r) return r.ended > 0 and r.seats[i].outcome[key] / r.ended or 0 end
      if before.seats[i].bot then
        add(name:format(i - 1), mean(before), mean(after), versus[key][i], unit)
      end
    end
  end
  seats("share", "share of seat %d, %%", 100 / c.WHOLE)
  if before.scored and after.scored then
    seats("score", "points of seat %d", 1)
  end
  add("picks", before.total.length.mean, after.total.length.mean, versus.picks, 1)
  show_table("What changes in games", {
    { "of a game", name_head },
    { ">before", function(row) return number_cell(row.before, row.decimals) end },
    { ">after", function(row) return number_cell(row.after, row.decimals) end },
    {
      ">change",
      function(row) return interval_cell(row.by, row.half, row.decimals, true) end,
    },
    { ">games that differ", function(row) return count_cell(row.differ) end },
    games(">first", "first"),
  }, rows)
end

local function differ_text(versus)
  if versus.differ == 0 then
    return "No game differs in any number that is counted."
  end
  return ('%s of %s games differ, game <a href="#see">%d</a> first.'):format(
    counted(versus.differ), counted(math.max(versus.games, versus.differ)), versus.first
  )
end

local function section_changes(before, after)
  section("changes", "What changes", function()
    put('<p class="verdict">', differ_text(before.versus), "</p>\n")
    put(
      "<p>Each game is compared with the game of the same seed by the old rules. <b>change</b> is ",
      "the new number less the old one: percentage points of a win, or points. A number that the ",
      "new rules do not touch has a change of exactly 0. ± is the error of the differences, pair ",
      "of games by pair of games. New and gone cards and those with a new text come first, then ",
      "the surest changes.</p>\n"
    )
    show_game_changes(before, after)
    for _, kind in ipairs(before.versus.kinds) do
      if kind.changes[1] then
        show_changes(kind)
      end
    end
  end)
end

local function glance_changes(before)
  put("<li>Against <code>", esc(before.name), "</code>: ", differ_text(before.versus))
  for _, kind in ipairs(before.versus.kinds) do
    if kind.sure > 0 then
      local sure, unit = {}, kind.shares and 100 or 1
      for _, change in ipairs(kind.changes) do
        sure[#sure + 1] = is_sure(change) and change or nil
      end
      putf(
        " <b>%s</b>: the gains of %d of %d cards change more than luck explains%s.",
        esc(kind.name), kind.sure, kind.tested,
        names_of(sure, ": ", function(change)
          return gain_text(change.name, unit * kind.estimate(change).mean)
        end)
      )
    end
  end
  put "</li>\n"
end

---- the page ----

-- "random" for all seats, or "random,greedy" seat by seat.
local function players(r)
  local bots, same = {}, true
  for _, seat in ipairs(r.seats) do
    bots[#bots + 1] = seat.bot
    same = same and (not seat.bot or seat.bot == bots[1])
  end
  return esc(same and bots[1] or table.concat(bots, ","))
end

-- All up to the first paragraph of the head, which stays open. `more` follows the title in the
-- browser's bar.
local function begin_page(title, more)
  page = {}
  put(
    FIRST_WORDS, '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n',
    '<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>', esc(title),
    more, "</title>\n<style>\n", css, "</style>\n</head>\n<body>\n<header>\n<h1>", esc(title),
    "</h1>\n<p>"
  )
end

local function end_page()
  put("</main>\n<script>\n", js, "</script>\n</body>\n</html>\n")
  return table.concat(page)
end

local function head(r, first)
  begin_page(r.title, ", in numbers")
  if first then
    put("<code>", esc(r.name), "</code> against <code>", esc(first.name), "</code>. ")
  end
  putf(
    "%s games of %d %s; players: <code>%s</code>; seed %s", counted(r.total.games), r.people,
    r.people == 1 and "player" or "players", players(r), r.seed
  )
  for i, option in ipairs(r.options) do
    put(i > 1 and ", " or "; options: ", "<code>", esc(option), "</code>")
  end
  putf(". Cantrip %s, rules %s.</p>\n", r.version, r.rules)
  if r.missing then
    putf(
      '<p class="verdict">This is only a part: of %s games these are missing: %s.</p>\n',
      counted(r.of), r.missing
    )
  end
  if r.stopped then
    put("<p>It stopped when this was sure enough: <code>", esc(r.stopped), "</code>.</p>\n")
  end
  put "</header>\n"
end

-- Quotes a text for a shell.
local function argument(text)
  if text:find "^[a-zA-Z0-9_+=:,./@%%-]+$" then
    return text
  end
  return esc("'" .. text:gsub("'", "'\\''") .. "'")
end

local function command(r)
  put("<pre tabindex=\"0\"><code>cantrip play ", argument(r.name))
  putf(" --seats %d --bots %s", r.people, players(r))
  for _, option in ipairs(r.options) do
    put(" --option ", argument(option))
  end
  put(" --seed ", r.seed, " --game 1</code></pre>\n")
end

local function see(r, first)
  section("see", "To see a game", function()
    put(
      "<p>The games of this page have numbers. This command shows game 1. Change the number to ",
      "see another.</p>\n"
    )
    command(r)
    if first then
      put "<p>This one shows the same game by the old rules.</p>\n"
      command(first)
    end
  end)
end

local function glance(r, first)
  section("glance", "At a glance", function()
    put "<ul>\n"
    if first then
      glance_changes(first)
    end
    glance_seats(r)
    glance_skill(r)
    glance_games(r)
    glance_lead(r)
    glance_cards(r)
    glance_causal(r)
    put "</ul>\n"
  end)
end

-- The page of one ruleset, or of two that played games of the same seeds.
local function report(r, second)
  local first = second and r
  r = second or r
  say_names(r.kinds, r)
  test_cards(r)
  if r.skill then
    matches_of(r)
  end
  if first then
    say_names(first.versus.kinds, first)
    test_changes(first.versus)
  end
  head(r, first)
  put '<nav aria-label="Contents"><ul>'
  local texts = {}
  for _, part in ipairs {
    { "changes", "What changes", function() return first and section_changes(first, r) end },
    { "seats", "Seats", section_seats },
    { "skill", "Skill and luck", section_skill },
    { "scores", "Scores", section_scores },
    { "length", "Length and choices", section_length },
    { "lead", "Who leads", section_lead },
    { "ends", "How games end", section_ends },
    { "cards", "Cards", section_cards },
    { "causal", "What taking a card does", section_causal },
    { "rounds", "Cards by round", section_rounds },
    { "options", "Cards by option", section_options },
    { "fates", "What becomes of cards", section_fates },
    { "pairs", "Two cards together", section_pairs },
  } do
    local text = text_of(part[3], r)
    texts[#texts + 1] = text
    if text ~= "" then
      putf('<li><a href="#%s">%s</a></li>', part[1], part[2])
    end
  end
  put '<li><a href="#see">To see a game</a></li></ul></nav>\n<main>\n'
  glance(r, first)
  put(table.unpack(texts))
  see(r, first)
  return end_page()
end

-- The page of what breaks a game.
local function attack(found)
  begin_page(found.title, ", and what breaks it")
  put(esc(found.ground), "</p>\n</header>\n<main>\n")
  if not found[1] then
    section("none", "Nothing breaks it so far", function()
      put "<p>This does not prove that there is no fault. More games find more.</p>\n"
    end)
  end
  for i, finding in ipairs(found) do
    section("finding-" .. i, i .. ". " .. finding.title, function()
      put("<p>", esc(finding.says), " ", esc(finding.mend or ""), "</p>\n")
      if finding.file then
        put('<pre tabindex="0"><code>cantrip replay ', esc(finding.file), "</code></pre>\n")
      end
    end)
  end
  return end_page()
end

return { report = report, attack = attack }
