-- text.lua - prints what sim, arena, tune, check --deep, mutate and attack found. data.c and its
-- callers say what `r` holds.
local c = ...

local function printf(format, ...)
  io.write(format:format(...))
end

local function plural(n)
  return n == 1 and "" or "s"
end

local function percent(n, of)
  return of > 0 and 100 * n / of or 0
end

-- The head of a table; then each row adds its cells.
local function table_of(heads)
  return { heads = heads }
end

local function add(t, ...)
  for _, cell in ipairs { ... } do
    t[#t + 1] = cell
  end
end

local function addf(t, known, format, ...)
  add(t, known and format:format(...) or "")
end

local function show(t)
  c.show_table(t.heads, t)
end

-- Two cells, a mean and its error, with so many decimals. Unknown values stay blank.
local function add_estimate(t, known, e, digits)
  addf(t, known, "%+." .. digits .. "f", e.mean)
  addf(t, known, "%." .. digits .. "f", e.error)
end

-- Mean, sd, min and max; blank without values.
local function add_spread(t, s)
  addf(t, s.n > 0, "%.2f", s.mean)
  addf(t, s.n > 0, "%.2f", s.sd)
  addf(t, s.n > 0, "%d", s.least)
  addf(t, s.n > 0, "%d", s.most)
end

local function print_partial(r, unit)
  if r.missing then
    printf("partial: %d of %d %s; missing: %s\n", r.played, r.of, unit, r.missing)
  end
end

---- cards ----

-- "always picked Fox, Owl and 3 more"
local function ends_text(names, before)
  local most = 8
  if not names[1] then
    return ""
  end
  local text = before .. table.concat(names, ", ", 1, math.min(#names, most))
  return text .. (#names > most and (" and %d more"):format(#names - most) or "")
end

-- The cards of a kind that everyone or no one picked. Such a card has no gain, but may be the
-- strongest of all.
local function print_ends(kind, where, how)
  local always, never = kind.always, kind.never
  if always[1] or never[1] then
    c.wrap(
      ("nothing to compare%s: %s%s%s%s"):format(
        where, ends_text(always, "always picked "), always[1] and never[1] and "; " or "",
        ends_text(never, "never picked "), how
      )
    )
  end
end

local function print_kind(kind, how)
  printf("\n%s\n", kind.name)
  if kind.having then
    c.wrap(kind.asked)
  else
    print_ends(kind, "", how)
  end
  local t = table_of(
    kind.having and "card|>offered|>picked|>had|>not had|>having|>±|>points|>±"
      or "card|>offered|>picked|>share|>passed|>gain|>±|>points|>±"
  )
  for _, line in ipairs(kind.lines) do
    local offered, share = line.picked + line.passed, line.share.known and kind.shares
    add(t, line.name, ("%d"):format(offered), ("%.1f %%"):format(100 * line.picked / offered))
    addf(t, share, "%.3f", line.share.picked.mean)
    addf(t, share, "%.3f", line.share.passed.mean)
    add_estimate(t, share, line.share.gain, 3)
    add_estimate(t, line.score.known and kind.scores, line.score.gain, 2)
  end
  show(t)
end

-- The worth of having each card, by how seats came by it, the best first. A way that no seat had is
-- left out.
local function print_having(r)
  local heads = "card"
  for _, way in ipairs(r.ways) do
    heads = heads .. (way.shown and "|>" .. way.head .. "|>±" or "")
  end
  local t = table_of(heads)
  for _, line in ipairs(r.having) do
    add(t, line.name)
    for i, way in ipairs(r.ways) do
      if way.shown then
        add_estimate(t, line.ways[i].known, line.ways[i].gain, 3)
      end
    end
  end
  print "\nhaving"
  show(t)
  c.fill [[

The same difference, by how players came to have the card:
opening: before the first pick; by 3: by the third round; drawn: later;
picked: by picking it; used: they had it and picked it
]]
end

-- No choices of the wanted kind: which kinds there were.
local function print_none(r)
  local names = {}
  for _, kind in ipairs(r.kinds) do
    names[#names + 1] = kind.lines[1] and kind.name or nil
  end
  printf(
    "\nno card was offered in such a choice%s%s\n",
    names[1] and "; these choices offered cards: " or "", table.concat(names, ", ")
  )
end

-- Each kind of choice that is shown and has such rows, with its rows.
local function shown_kinds(r, key)
  return coroutine.wrap(function()
    for _, kind in ipairs(r.kinds) do
      if kind.shown and kind[key][1] then
        coroutine.yield(kind, kind[key])
      end
    end
  end)
end

local function print_cards(r)
  local how = r.causal and "" or " (--causal says what they are worth)"
  local picking, having = false, false
  for kind in shown_kinds(r, "lines") do
    print_kind(kind, how)
    picking, having = picking or not kind.having, having or kind.having
  end
  if not picking and not having then
    print_none(r)
  end
  if picking then
    c.fill [[

share: the average part of a win of players who picked the card
passed: of players who passed it the last time that they could
gain: share less passed, and its standard error ±; points: the same in points
]]
  end
  if having then
    c.fill [[

had: the average part of a win of players who had the card
not had: of players who never had it
having: had less not had, and its standard error ±; points: the same in points
]]
    print_having(r)
  end
end

-- A table shows so many pairs at most; JSON has all.
local MOST_PAIRS = 20

local function print_pairs(r)
  local met = false
  for kind, all in shown_kinds(r, "pairs") do
    met = true
    printf("\n%s, two cards\n", kind.name)
    local t = table_of "card|and|>seats|>share|>gain|>±|>points|>±"
    for i = 1, math.min(#all, MOST_PAIRS) do
      local pair = all[i]
      add(t, pair.name, pair.other, ("%d"):format(pair.n))
      addf(t, all.shares, "%.3f", pair.won / pair.n / c.WHOLE)
      add_estimate(t, all.shares, pair.share, 3)
      add_estimate(t, all.scores, pair.score, 2)
    end
    show(t)
    if #all > MOST_PAIRS then
      printf("these are the %d surest of %d pairs; --json has all\n", MOST_PAIRS, #all)
    end
  end
  if not met then
    print "\nno pair of cards was picked often enough"
  else
    c.fill [[

seats: how many seats picked both; share: their average part of a win
gain: the worth of both less the worth of each alone, and its standard error ±
points: the same in points. The surest pairs come first.
]]
  end
end

local function print_causal(r)
  local met = false
  for kind, g in shown_kinds(r, "gains") do
    met = true
    printf("\n%s, with the card and without it\n", kind.name)
    local t = table_of "card|>sampled|>same|>causal|>±|>margin|>±|>rate|>gain"
    for _, one in ipairs(g) do
      local share = one.known and g.shares
      add(t, one.name, ("%d"):format(one.samples))
      add(t, ("%.0f %%"):format(100 * one.same / one.samples))
      add_estimate(t, share, one.share, 3)
      add_estimate(t, one.known and g.margins, one.margin, 2)
      addf(t, one.rate, one.rate and one.rate < 0.001 and "<0.001" or "%.3f", one.rate)
      addf(t, share and one.plain_known, "%+.3f", one.plain.mean)
    end
    show(t)
  end
  if not met then
    print "\nno choice offered a card and something else"
  else
    c.fill [[

sampled: offers from which the game was played twice with equal luck, once with the
card and once with the best of the rest; same: how many ended alike both ways
causal: the part of a win with the card less that without it, and its standard error ±
margin: the same in points ahead of the best other side
rate: of the cards with at most this rate, so many are luck; gain: as above
]]
  end
  if r.causal.cut > 0 then
    printf("%d samples reached the limit of picks and do not count\n", r.causal.cut)
  end
end

---- games ----

-- Do the games name losers? (In a game for one, every game without a win is lost.)
local function names_losers(r)
  for _, seat in ipairs(r.people > 1 and r.seats or {}) do
    if seat.named_lost > 0 then
      return true
    end
  end
  return false
end

local function print_seats(r)
  local finished, lost = r.total.games - r.total.unfinished, names_losers(r)
  local t = table_of(
    "seat|player|>wins|>shared|>% of games" .. (lost and "|>lost|>% lost" or "")
      .. "|>mean|>sd|>min|>max"
  )
  for i, seat in ipairs(r.seats) do
    -- A seat without a player that never won is left out.
    if seat.bot or seat.wins + seat.shared + seat.named_lost > 0 then
      add(t, ("%d"):format(i - 1), seat.bot or "none", ("%d"):format(seat.wins))
      add(t, ("%d"):format(seat.shared), ("%.1f"):format(percent(seat.wins, finished)))
      if lost then
        add(t, ("%d"):format(seat.named_lost))
        add(t, ("%.1f"):format(percent(seat.named_lost, finished)))
      end
      add_spread(t, seat.score)
    end
  end
  show(t)
end

local function print_sides(r)
  local t = table_of "side|>games|>wins|>shared|>% of games|>mean|>sd|>min|>max"
  for _, side in ipairs(r.sides) do
    local seats = {}
    for i = 0, #r.seats - 1 do
      seats[#seats + 1] = side.seats >> i & 1 == 1 and ("%d"):format(i) or nil
    end
    add(t, table.concat(seats, "+"), ("%d"):format(side.games), ("%d"):format(side.wins))
    add(t, ("%d"):format(side.shared), ("%.1f"):format(percent(side.wins, side.games)))
    add_spread(t, side.score)
  end
  print ""
  show(t)
end

-- A bot that failed was replaced by a random one, so the numbers are not its own.
local function print_forfeits(r)
  for i, seat in ipairs(r.seats) do
    if seat.forfeits > 0 then
      printf(
        "seat %d, %s: %d %s forfeited and made at random (%s)\n", i - 1, seat.bot or "none",
        seat.forfeits, seat.forfeits == 1 and "choice" or "choices", seat.forfeits_why
      )
    end
  end
end

local function sim(r)
  local t = r.total
  printf("%s: %d game%s, seed %s\n", r.title, t.games, plural(t.games), r.seed)
  print_partial(r, "games")
  for _, option in ipairs(r.varied) do
    printf(
      "played with %s in turn and counted together; --report has a column for each value\n", option
    )
  end
  printf(
    "a game has %.1f picks (sd %.1f, %d to %d) and %.1f forced ones\n", t.length.mean, t.length.sd,
    t.length.least, t.length.most, t.games > 0 and t.forced / t.games or 0
  )
  printf("%d ended %s", t.ties, names_losers(r) and "with several winners" or "in a tie")
  if t.nobody > 0 then
    printf(", %d without a winner", t.nobody)
  end
  if t.unfinished > 0 then
    printf(", %d unfinished", t.unfinished)
  end
  if t.reached.n > 0 then
    printf(
      "\non average %.1f %% of the highest possible score was reached (sd %.1f)",
      100 * t.reached.mean / c.WHOLE, 100 * t.reached.sd / c.WHOLE
    )
  end
  print "\n"
  print_seats(r)
  if r.sides[1] then
    print_sides(r)
  end
  print_forfeits(r)
  if r.of_cards then
    print_cards(r)
  end
  if r.of_pairs then
    print_pairs(r)
  end
  if r.of_cards and r.causal then
    print_causal(r)
  end
end

---- two rulesets ----

local function print_changes(changes)
  local t = table_of "card|>gain|>±|>then|>±|>change|>±|>points|>±|>then|>±|>change|>±"
  for _, change in ipairs(changes) do
    add(t, change.name)
    for _, of in ipairs { { "share", 3 }, { "score", 2 } } do
      local one, two = table.unpack(change[of[1]])
      add_estimate(t, one.known, one, of[2])
      add_estimate(t, two.known, two, of[2])
      add_estimate(t, one.known and two.known, change[of[1] .. "_by"], of[2])
    end
  end
  show(t)
end

-- The worth of cards in two rulesets that played the same games.
local function both(a, b)
  local games, met = a.total.games, false
  c.put(a.name)
  io.write " and "
  c.put(b.name)
  printf(": %d game%s each, seed %s\n", games, plural(games), a.seed)
  print_partial(a, "games")
  for _, kind in ipairs(a.of_cards and a.versus.kinds or {}) do
    if kind.changes[1] then
      local own, other = a.kinds[kind.number + 1], b.kinds[kind.other + 1]
      met = true
      printf("\n%s\n", kind.name)
      if own.having then
        c.wrap(kind.asked)
      end
      print_changes(kind.changes)
      if not own.having then
        print_ends(own, " in " .. a.name, "")
        print_ends(other, " in " .. b.name, "")
      end
    end
  end
  if a.of_cards and not met then
    print "\nneither game offers cards in such a choice"
  elseif a.of_cards then
    print ""
    c.wrap(
      ("gain: what picking or having the card is worth in %s, as a part of a win"):format(a.name)
    )
    c.wrap(("then: the same in %s"):format(b.name))
    c.wrap(
      "change: then less gain, and its standard error ± over pairs of games with the same seed"
    )
    print "The surest changes come first, cards of only one of the two games last."
  end
end

---- arena ----

local function bots_with(r, is)
  local n = 0
  for _, bot in ipairs(r.bots) do
    n = n + (is(bot) and 1 or 0)
  end
  return n
end

-- Did no bot ever come before another, for example because all win or lose together? Then bots
-- cannot be compared.
local function compares_nothing(r)
  local ahead = bots_with(r, function(bot)
    local m = bot.ahead
    return m.games > 0 and (math.abs(m.share) > 0 or m.error > 0)
  end)
  return #r.bots > 1 and r.seats > 1 and r.places <= r.seats and r.games > 0 and r.uneven == 0
    and ahead == 0
end

local function have_ahead(r)
  return not compares_nothing(r) and bots_with(r, function(bot) return bot.ahead.games > 0 end) > 0
end

-- "0.250 ±0.043". An unknown error is "±?".
local function value_text(format, value, error)
  local shown = format:format(value) .. " ±"
  return shown .. (error < 0 and "?" or format:gsub("%+", ""):format(error))
end

local function print_bots(r)
  local aheads, heads = have_ahead(r), "player|>share|>error"
  heads = heads .. (aheads and "|>ahead" or "") .. (r.bots[1].rating and "|>rating" or "")
  for seat = 0, r.seats - 1 do
    heads = heads .. "|>seat " .. seat
  end
  local t = table_of(heads)
  for _, bot in ipairs(r.bots) do
    local ahead, rating = bot.ahead, bot.rating
    add(t, bot.name, ("%.3f"):format(bot.share))
    add(t, bot.error < 0 and "?" or ("%.3f"):format(bot.error))
    if aheads then
      add(t, ahead.games == 0 and "-" or value_text("%+.2f", ahead.share, ahead.error))
    end
    if rating then
      add(t, rating.met and value_text("%.0f", rating.value, rating.error) or "-")
    end
    for _, seat in ipairs(bot.seats) do
      add(t, value_text("%.3f", seat.share, seat.error))
    end
  end
  show(t)
end

local function print_notes(r)
  if r.unfinished > 0 then
    printf("%d games did not end\n", r.unfinished)
  end
  for _, bot in ipairs(r.bots) do
    if bot.refused > 0 then
      printf(
        "%s: %d choices were made at random, because no sample of hidden cards fitted\n",
        bot.name, bot.refused
      )
    end
    if bot.forfeits > 0 then
      printf(
        "%s: %d %s forfeited and made at random (%s)\n", bot.name, bot.forfeits,
        bot.forfeits == 1 and "choice" or "choices", bot.forfeits_why
      )
    end
  end
end

local function arena(r)
  printf(
    "%s: %d game%s of %d deal%s, seed %s\n", r.title, r.games, plural(r.games), r.played,
    plural(r.played), r.seed
  )
  print_partial(r, "deals")
  print ""
  print_bots(r)
  print_notes(r)
  print ""
  c.wrap(
    "share: the average part of a win; error, ±: standard errors over deals"
      .. (r.played > 1 and "" or " (?: unknown with one deal)")
      .. (r.seats > 1 and "; seat N: the share there" or "")
  )
  if have_ahead(r) then
    c.wrap "ahead: points more than the others have on average"
  end
  if compares_nothing(r) then
    local says = "In each game all seats had the same result, so this compares nothing. If all "
      .. "win or lose together, let one bot play all seats, then the other (--bots %s, then "
      .. "--bots %s)."
    c.wrap(says:format(r.bots[1].name, r.bots[2].name))
  end
  if r.bots[1].rating then
    c.wrap "rating: 400 points more are ten wins to one; the average is 0"
  end
end

---- check --deep ----

local function same_place(a, b)
  return b and a.says == b.says and a.name and b.name and a.file and a.file == b.file
    and a.line == b.line and a.column == b.column
end

-- The last of the cards from part i on that never leave where they begin, and their places.
local function cards_from(parts, i)
  local last, places = i - 1, 0
  while parts[last + 1] and parts[last + 1].card and parts[last + 1].file do
    local new = last < i or not same_place(parts[last], parts[last + 1])
    last, places = last + 1, places + (new and 1 or 0)
  end
  return last, places
end

-- Parts of the rules that ran in no game. Many cards are one line; parts that one place makes, too.
local function print_never(r)
  local parts, i = r.never, 1
  if parts[1] then
    printf("%s: these random games never used all of the rules:\n", r.id)
  end
  while parts[i] do
    local part, names, most = parts[i], {}, 5
    local last, places = cards_from(parts, i)
    local text, more = part.says, ""
    if places > 3 then
      text = ("%d cards never leave where they begin"):format(last - i + 1)
      more = last - i + 1 > most and ", …" or ""
    else
      last = i
      while same_place(part, parts[last + 1]) do
        last = last + 1
      end
      most = last
    end
    for k = i, math.min(last, i + most - 1) do
      names[#names + 1] = parts[k].name
    end
    local place = part.file and ("%s:%d:%d"):format(part.file, part.line, part.column) or r.id
    local listed = table.concat(names, ", ")
    io.write(place, ": note: ", text, names[1] and ": " or "", listed, more, "\n")
    i = last + 1
  end
end

local function deep(r)
  if r.broken then
    return
  elseif not r.whole then
    printf(
      "%s: %d game%s, %d picks, hash %s\n", r.id, r.games, plural(r.games), r.picks, r.hash
    )
    print_partial(r, r.unit)
    return
  end
  c.wrap(
    ("%s: %d game%s, every law holds at each of %d picks; %d samples; hash %s"):format(
      r.id, r.games, plural(r.games), r.held, r.samples, r.hash
    ), 2
  )
  print_partial(r, r.unit)
  if r.games == 0 then
    return
  end
  if r.unfinished > 0 then
    printf(
      "%s: note: %d of these games %s stopped at the limit of picks\n", r.id, r.unfinished,
      r.unfinished == 1 and "was" or "were"
    )
  end
  if r.held < r.picks then
    c.wrap(
      ("%s: note: long games are tested only at the start (10000 picks, or less if they cost "
        .. "much): %d later picks were played without tests"):format(r.id, r.picks - r.held), 2
    )
  end
  -- How many worlds sampled within each hook were accepted.
  local t = table_of "  samples in the middle of|>tried|>accepted|>share"
  for _, hook in ipairs(r.hooks) do
    add(t, "  " .. hook.name, ("%d"):format(hook.tried), ("%d"):format(hook.accepted))
    add(t, ("%.1f %%"):format(100 * hook.accepted / hook.tried))
  end
  if t[1] then
    show(t)
  end
  print_never(r)
end

---- tune ----

-- The last line: the fair value.
local function tell_even(r)
  local first, last, perhaps = r[1], r[#r], 0
  for _, tried in ipairs(r) do
    local far = tried.known and math.abs(tried.gain) > 2 * tried.error
    perhaps = perhaps + (far and 0 or 1)
  end
  if r.even then
    printf("\nIts gain is 0 at about %.2f ± %.2f.\n", r.even, r.error)
  elseif first.known and last.known and first.gain * last.gain > 0 and perhaps == 0 then
    printf(
      "\nNone of these values makes its gain 0: it %s with each.\n",
      first.gain > 0 and "gains" or "loses"
    )
  elseif first.known and perhaps == #r then
    print(
      "\nWith all of these values its gain may be 0. Play more games, or try values farther apart."
    )
  elseif first.known and last.known then
    printf("\nWith %d of these %d values its gain may be 0.\n", perhaps, #r)
  else
    print "\nThe gain of too few values is known. Play more games, or try other values."
  end
end

local function tune(r)
  printf(
    "%s of %s, %s, %d game%s for each value, seed %s\n", r.field, r.name,
    r.kind or "never offered", r.games, plural(r.games), r.seed
  )
  c.wrap(r.asked)
  print ""
  local t = table_of(
    r.field .. "|>offered|>picked"
      .. (r.having and "|>had|>not had" or "|>share|>passed") .. "|>gain|>±|>points|>±"
  )
  local is = false
  for _, tried in ipairs(r) do
    local share, offered = tried.share, tried.picked + tried.passed
    is = is or tried.is
    add(t, tried.value .. (tried.is and " *" or ""), ("%d"):format(offered))
    addf(t, offered > 0, "%.1f %%", 100 * tried.picked / offered)
    addf(t, share.known, "%.3f", share.picked.mean)
    addf(t, share.known, "%.3f", share.passed.mean)
    add_estimate(t, share.known, share.gain, 3)
    add_estimate(t, tried.score.known, tried.score.gain, 2)
  end
  show(t)
  print_partial(r, "values")
  if r[1] and is then
    print "* as it is"
  elseif r[1] and r.now then
    printf("In the ruleset it has %d.\n", r.now)
  end
  if r[1] then
    tell_even(r)
  end
end

---- mutate ----

-- How many mutants met each fate; of one kind of change, or of all.
local function counts_of(r, change)
  local n = {}
  for _, fate in ipairs(r.fates) do
    n[fate] = 0
  end
  for _, m in ipairs(r.list) do
    if not change or m.change == change then
      n[m.fate] = n[m.fate] + 1
    end
  end
  -- what no scenario noticed counts, even if no game was played
  n.told = n.killed + n.survived + n.passed
  n.games = n.told + n.equal
  n.score = n.told > 0 and 100 * n.killed / n.told or 100
  return n
end

local function print_change(m)
  c.wrap(("%s:%d:%d: %s: %s"):format(m.file, m.line, m.column, m.change, m.says), 4)
  if m.fate == "survived" and not m.scenario then
    print(
      m.game and ("    (a game differs, but no scenario shows it: %s)"):format(m.game)
        or "    (a scenario notices it, but cannot be written)"
    )
  end
end

-- The line of some mutants, and below it a mark for each change of it.
local function print_line(some)
  local first, column = some[1], 0
  if not first.excerpt then
    return
  end
  printf("%6d | ", first.line)
  c.put(first.excerpt)
  io.write "\n       | "
  for _, m in ipairs(some) do
    if m.excerpt == first.excerpt and m.mark >= column then
      io.write((" "):rep(m.mark - column), "^")
      column = m.mark + 1
    end
  end
  print ""
end

-- Those of one line together.
local function print_mutants(r, fate)
  local some = {}
  local function flush()
    for _, m in ipairs(some) do
      print_change(m)
    end
    if some[1] then
      print_line(some)
    end
    some = {}
  end
  for _, m in ipairs(r.list) do
    if m.fate == fate then
      if some[1] and (some[1].line ~= m.line or some[1].file ~= m.file) then
        flush()
      end
      some[#some + 1] = m
    end
  end
  flush()
end

-- Scenarios that would notice them, ready to keep, in one file.
local function print_scenarios(r)
  local one = r.new == 1
  if r.new > 0 and r.kept then
    local says = one and "a scenario that notices it is" or "scenarios that notice them are"
    printf("\n%s now in ", says)
    c.put(r.kept)
    print ""
  elseif r.new > 0 then
    local says, them = one and "this scenario" or "these scenarios", one and "it" or "them"
    io.write("\n", says, " would notice ", them, ":\n\n", r.written)
  end
end

local function print_kinds(r, all)
  local t = table_of "change|>mutants|>killed|>survived|>equal|>same|>refused|>score"
  local function add_row(name, n)
    add(t, name)
    for _, key in ipairs { "games", "killed", "survived", "equal", "same", "refused" } do
      add(t, ("%d"):format(n[key]))
    end
    addf(t, n.games > 0, "%.1f %%", n.score)
  end
  for _, change in ipairs(r.changes) do
    local n = counts_of(r, change)
    if n.games + n.same + n.refused > 0 then
      add_row(change, n)
    end
  end
  add_row("all", all)
  show(t)
end

local function mutants(r)
  local n = counts_of(r)
  print_mutants(r, "survived")
  print_scenarios(r)
  if n.equal > 0 then
    printf(
      "%sthese probably change nothing, because none of up to %d games differs:\n",
      n.survived > 0 and "\n" or "", r.games
    )
  end
  print_mutants(r, "equal")
  if n.passed > 0 then
    printf(
      "%sno scenario notices these, and there was no time to see whether games differ:\n",
      (n.survived > 0 or n.equal > 0) and "\n" or ""
    )
  end
  print_mutants(r, "passed")
  if n.games > n.killed then
    print ""
  end
  print_kinds(r, n)
  print ""
  if n.untried > 0 then
    printf("%d of %d were not tried\n", n.untried, #r.list)
  end
  if n.equal > 0 then
    printf(
      "%d of %d probably change nothing: %.1f %%\n", n.equal, n.games, percent(n.equal, n.games)
    )
  end
  printf(
    "%s: %d of %d changes are noticed by %d scenario%s: %.1f %% (seed %s)\n", r.id, n.killed,
    n.told, r.scenarios, plural(r.scenarios), n.score, r.seed
  )
end

---- attack ----

local function attack(r)
  print(r.title)
  for i, f in ipairs(r) do
    printf("\n%d. %s\n", i, f.title)
    c.wrap("   " .. f.says, 3)
    if f.mend then
      c.wrap("   " .. f.mend, 3)
    end
    if f.file then
      printf("   cantrip replay %s\n", f.file)
    end
  end
  print ""
  for line in r.ground:gmatch "[^\n]+" do
    c.wrap(line, 2)
  end
end

return {
  sim = sim, both = both, arena = arena, deep = deep, tune = tune, mutants = mutants,
  attack = attack,
}
