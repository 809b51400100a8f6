-- json.lua - what sim, arena, tune, check --deep, mutate and attack found, as JSON. data.c and its
-- callers say what `r` holds.
local c = ...

local add, object = c.add, c.object

-- nil unless it is true.
local function given(is, value)
  if is then
    return value
  end
end

local function estimate(e)
  return object("mean", c.rounded(e.mean), "error", c.rounded(e.error))
end

local function spread(s)
  return s.n == 0 and c.null
    or object("mean", c.rounded(s.mean), "sd", c.rounded(s.sd), "min", s.least, "max", s.most)
end

-- `make` makes an item of each row.
local function list(rows, make)
  local items = {}
  for i, row in ipairs(rows) do
    items[i] = make(row)
  end
  return items
end

-- {KIND: [item, …]}, for kinds of choice with rows, and for one that is asked for.
local function by_kind(r, rows_of, make)
  local kinds = object()
  for _, kind in ipairs(r.kinds) do
    local rows = rows_of(kind)
    if kind.shown and (rows[1] or r.kind == kind.number) then
      add(kinds, kind.name, list(rows, function(row) return make(row, kind, rows) end))
    end
  end
  return kinds
end

---- cards ----

local function worth(w, having)
  return object(
    having and "had" or "picked", estimate(w.picked), having and "not_had" or "passed",
    estimate(w.passed), "gain", estimate(w.gain)
  )
end

local function cards(r)
  return by_kind(r, function(kind) return kind.lines end, function(line, kind)
    local function worths(of, having)
      return given(kind.shares and of.share.known, worth(of.share, having)),
        given(kind.scores and of.score.known, worth(of.score, having))
    end
    local share, points = worths(line.own or line, false)
    local o = object(
      "card", line.id, "offered", line.picked + line.passed, "picked", line.picked, "share", share,
      "points", points
    )
    if kind.having then
      share, points = worths(line, true)
      add(o, "having", object("share", share, "points", points))
    end
    return o
  end)
end

local function having(r)
  local lines = table.move(r.having, 1, #r.having, 1, {})
  table.sort(lines, function(a, b) return a.card < b.card end)
  return list(lines, function(line)
    local o = object("card", line.id, "had", line.picked, "not_had", line.passed)
    for i, way in ipairs(r.ways) do
      if line.ways[i].known then
        add(o, way.id, worth(line.ways[i], true))
      end
    end
    return o
  end)
end

local function pairs_of_cards(r)
  return by_kind(r, function(kind) return kind.pairs end, function(pair, _, all)
    return object(
      "cards", { pair.id, pair.other_id }, "seats", pair.n, "share",
      given(all.shares, estimate(pair.share)), "points", given(all.scores, estimate(pair.score))
    )
  end)
end

local function causal(r)
  return by_kind(r, function(kind) return kind.gains end, function(one, _, all)
    local share = one.known and all.shares
    return object(
      "card", one.id, "sampled", one.samples, "same", one.same, "share",
      given(share, estimate(one.share)), "margin",
      given(one.known and all.margins, estimate(one.margin)), "rate",
      given(one.rate, c.rounded(one.rate or 0)), "gain",
      given(share and one.plain_known, estimate(one.plain)), "better_in",
      given(one.better_in > 0, one.better_in), "worse_in", given(one.worse_in > 0, one.worse_in)
    )
  end)
end

---- the whole ----

local function seats(r)
  return list(r.seats, function(seat)
    local named, amiss = seat.named_won + seat.named_lost > 0, seat.forfeits > 0
    return object(
      "bot", seat.bot or "none", "wins", seat.wins, "shared", seat.shared, "won",
      given(named, seat.named_won), "lost", given(named, seat.named_lost), "score",
      spread(seat.score), "forfeits", given(amiss, seat.forfeits), "forfeits_why",
      given(amiss, seat.forfeits_why)
    )
  end)
end

local function sides(r)
  return list(r.sides, function(side)
    local numbers = {}
    for i = 0, #r.seats - 1 do
      numbers[#numbers + 1] = side.seats >> i & 1 == 1 and i or nil
    end
    return object(
      "seats", numbers, "games", side.games, "wins", side.wins, "shared", side.shared, "score",
      spread(side.score)
    )
  end)
end

-- The start of an object: the run, and what it lacks.
local function run(r, ...)
  local o, more = object(
    "ruleset", r.id, "version", r.version, "seed", r.seed, "people", r.people, "options",
    r.options, "of", given(r.missing, r.of), "missing", r.all_missing
  ), object(...)
  return table.move(more, 1, #more, #o + 1, o)
end

local function sim(r)
  local t = r.total
  return run(
    r, "games", t.games,
    "unfinished", t.unfinished, "ties", t.ties, "nobody", t.nobody, "picks", t.picks, "forced",
    t.forced, "length", spread(t.length), "reached",
    given(t.reached.n > 0, t.reached.mean / c.WHOLE), "seats", seats(r), "sides",
    given(r.sides[1], sides(r)), "cards", r.of_cards and cards(r) or nil, "having",
    r.of_cards and having(r) or nil, "pairs", r.of_pairs and pairs_of_cards(r) or nil, "causal",
    r.of_cards and r.causal and causal(r) or nil
  )
end

-- The worth of cards in two rulesets that played the same games.
local function both(a, b)
  local function change_of(change, key)
    local one, two, by = change[key][1], change[key][2], change[key .. "_by"]
    return given(
      one.known or two.known,
      object(
        "gain", given(one.known, estimate(one)), "then", given(two.known, estimate(two)), "change",
        given(one.known and two.known, estimate(by))
      )
    )
  end
  local kinds = object()
  for _, kind in ipairs(a.of_cards and a.versus.kinds or {}) do
    if kind.changes[1] or a.kind == kind.number then
      add(kinds, kind.name, list(kind.changes, function(change)
        return object(
          "card", change.id, "share", change_of(change, "share"), "points",
          change_of(change, "score")
        )
      end))
    end
  end
  return object(
    "ruleset", a.name, "against", b.name, "version", a.version, "seed", a.seed, "games",
    a.total.games, "people", a.people, "cards", given(a.of_cards, kinds), "of",
    given(a.missing, a.of), "missing", a.all_missing
  )
end

---- arena ----

-- Below 0: unknown.
local function error_of(e)
  return e >= 0 and c.rounded(e) or c.null
end

local function measure(m)
  return object("games", m.games, "share", c.rounded(m.share), "error", error_of(m.error))
end

local function arena(r)
  return run(
    r, "games", r.games, "deals", r.played, "unfinished", r.unfinished, "bots",
    list(r.bots, function(bot)
      local o, ahead, rating = measure(bot), bot.ahead, bot.rating
      local known = ahead.games > 0
      local more = object(
        "bot", bot.name, "refused", bot.refused, "forfeits", bot.forfeits, "forfeits_why",
        given(bot.forfeits > 0, bot.forfeits_why), "seats", list(bot.seats, measure), "ahead",
        given(known, c.rounded(ahead.share)), "ahead_error", given(known, error_of(ahead.error)),
        "half_wins", rating and rating.half_wins, "rating",
        rating and (rating.met and c.rounded(rating.value) or c.null), "rating_error",
        rating and error_of(rating.error)
      )
      return table.move(more, 1, #more, #o + 1, o)
    end)
  )
end

---- check --deep ----

local function deep(r)
  local not_with, o = object(), nil
  for people = r.from, r.to do
    add(not_with, ("%d"):format(people), r.not_with[people])
  end
  if r.broken then
    return object("not_with", not_with, "broken", r.broken)
  end
  o = object(
    "not_with", not_with, "games", r.games, "picks", r.picks, "hash", r.hash, "of",
    given(r.missing, r.of), "missing", r.all_missing
  )
  if r.whole then
    add(o, "samples", r.samples)
    add(o, "unfinished", r.unfinished)
    add(o, "held", r.held)
    add(o, "hooks", list(r.hooks, function(hook)
      return object("hook", hook.name, "tried", hook.tried, "accepted", hook.accepted)
    end))
    add(o, "never", list(r.never, function(part)
      return object(
        "says", part.says, "name", part.name, "file", part.file, "line",
        given(part.file, part.line), "column", given(part.file, part.column)
      )
    end))
  end
  return o
end

---- tune ----

local function tune(r)
  local function known(is, e)
    return is and estimate(e) or c.null
  end
  return object(
    "ruleset", r.id, "card", r.card, "field", r.field, "kind", r.kind or c.null, "having", r.having,
    "seed", r.seed, "people", r.people, "games", r.games, "values",
    list(r, function(tried)
      return object(
        "value", tried.value, "is", tried.is, "offered", tried.picked + tried.passed, "picked",
        tried.picked, "gain", known(tried.share.known, tried.share.gain), "points",
        known(tried.score.known, tried.score.gain)
      )
    end),
    "even", known(r.even, { mean = r.even, error = r.error }), "of", given(r.missing, r.of),
    "missing", r.missing
  )
end

---- mutate ----

local function mutants(r)
  local n = {}
  local list = list(r.list, function(m)
    n[m.fate] = (n[m.fate] or 0) + 1
    return object(
      "number", m.number, "fate", m.fate, "unread", m.unread, "change", m.change, "file", m.file,
      "line", m.line, "column", m.column, "says", m.says, "excerpt", m.excerpt or c.null,
      "scenario", m.scenario, "game", given(not m.scenario, m.game)
    )
  end)
  local killed = n.killed or 0
  local told = killed + (n.survived or 0) + (n.passed or 0)
  local o = object(
    "ruleset", r.id, "seed", r.seed, "scenarios", r.scenarios, "mutants", told + (n.equal or 0),
    "score", (told > 0 and 100 * killed / told or 100.0) / 100
  )
  for _, fate in ipairs(r.fates) do
    add(o, fate, n[fate] or 0)
  end
  add(o, "list", list)
  return o
end

---- attack ----

local function attack(r)
  return object(
    "ruleset", r.id, "seed", r.seed, "people", r.people, "plans", r.plans, "tested", r.tested,
    "partial", r.partial, "findings", list(r, function(f)
      return object(
        "kind", f.kind, "about", table.move(f, 1, #f, 1, {}), "says", f.says, "harm", f.harm,
        "number", estimate(f.number), "mend", f.mend or c.null, "replay", f.file or c.null
      )
    end)
  )
end

return {
  sim = sim, both = both, cards = cards, arena = arena, deep = deep, tune = tune, mutants = mutants,
  attack = attack,
}
