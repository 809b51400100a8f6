-- What a hook has when it asks: bound selectors, open loops, calls of helpers and of C within each other.
local hand   = sel{zone = "hand", of = "$1"}
local dear   = sel{zone = "hand", of = "you", where = "busy(you, it.worth) >= $1"}
local listed = sel{zone = "hand", of = "you"}
local row    = sel{zone = "row", of = "$1"}

-- Asked for each card that is listed: it binds more selectors than may be alive at once.
pure.busy = function(g, seat, worth)
  local n = 0
  for _ = 1, 70 do
    for card in g:cards(hand(seat)) do
      n = n + card.worth
    end
  end
  return worth + n - n
end

-- A selector that is bound before a question is good after it.
step.selectors = function(g, e, you)
  local mine = hand(you)
  for least = 1, 3 do
    local card = g:choose(you, dear(least), "which")
    if card then
      card:move "row"
      you:add("gold", g:count(mine) + g:roll(6))
    end
  end
  for seat, card in g:choose_all("all", dear(2), "which") do
    g:move(card, "row")
    seat:add("gold", g:sum("worth", mine))
  end
end

-- Loops that are open while a question lists cards by loops of its own.
step.loops = function(g, e, you)
  for card in g:cards(hand(you)) do
    for other in g:cards(hand(you.left)) do
      local one = g:choose(you, dear(other.worth), "which")
      if one then
        you:add("gold", card.worth * other.worth + one.worth)
      end
      break
    end
    if card.worth < 3 then
      card:move("row")
    end
  end
end

-- Questions where C code stands between: it cannot be resumed.
step.within = function(g, e, you)
  local list = {4, 1, 3}
  table.sort(list, function(a, b)
    local card = g:choose(you, listed, "which")
    you:add("gold", card.worth)
    return a < b
  end)
  local text = string.gsub("ab", "%a", function(letter)
    for seat, card in g:choose_all("all", listed, "which") do
      seat:add("gold", card.worth)
    end
    return letter .. letter
  end)
  local card = g:choose(you, listed, "which")
  card:move("row")
  you:add("gold", #text + list[1])
end

-- An error in a helper, after an answer.
local function pay(g, seat, card)
  local price = {4, 2}
  seat:add("gold", price[card.worth] + 1)
end

step.helper = function(g, e, you)
  for _ = 1, 2 do
    local card = g:choose(you, listed, "which")
    g:move(card, "row")
    pay(g, you, card)
  end
end

-- More effects than `limits: effects` allows without a decision, but each asks.
effect.once_more = function(g, e, you)
  local card = g:choose(you, listed, "which")
  you:add("gold", card.worth)
  if you.gold < 40 then
    g:queue("once_more")
  end
end

step.again = function(g)
  g:queue("once_more")
end

local function deep(g, you, n)
  if n == 0 then
    return g:choose(you, listed, "which").worth
  end
  local worth = deep(g, you, n - 1)
  return worth + 1
end

-- Calls within each other, deeper than the room that hooks find ready.
step.calls = function(g, e, you)
  you:add("gold", deep(g, you, 300))
  you:add("gold", deep(g, you, 3))
end

step.throws = function(g, e, you)
  if g:choose(you, listed, "which").worth == 2 then
    error({"no text"})
  end
  if g:choose(you, listed, "which").worth == 2 then
    error("said \27 loudly", 0)
  end
end

-- The Lua state must be made anew.
step.long = function(g, e, you)
  local text = "longer "
  for _ = 1, g:choose(you, listed, "which").worth * 5 do
    text = text .. text
  end
  g:choose(you, listed, "which"):move("row")
end

step.refused = function(g, e, you)
  local card = g:choose(you, listed, "which")
  if card.worth == 3 then
    g:turn(card, table.unpack{})
  end
  g:move(card, "row", "others")
end

step.too_many = function(g, e, you)
  for _ = 1, 40 do
    for card in g:cards(row(you)) do
      you:add("gold", card.worth)
    end
    g:choose(you, listed, "which")
  end
end
