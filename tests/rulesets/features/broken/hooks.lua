-- Hooks with a slip in them, at every stage of a hook's life.
local mine = sel{zone = "hand", of = "$1"}
local cards = sel{zone = "row", of = "all"}

step.at_once = function(g)
  return g["no" .. "thing"].here
end

step.after_a_change = function(g)
  g:add(g.you, "gold", 1)
  g:turn(cards, "up")
  error("after a change")
end

step.after_a_question = function(g)
  g:add(g.you, "gold", 1)
  local card = g:choose(g.you, mine(g.you), "which")
  if card then card:move("open") end
  error("after a question")
end

step.after_two = function(g)
  local card = g:choose(g.you, mine(g.you), "which")
  if card then card:move("row", g.you) end
  g:roll(6)
  card = g:choose(g.you, mine(g.you), "which")
  if card then card:move("open") end
  g:shuffle("deck")
  error("after two questions")
end

pure.bad = function(g, n)
  return n + g:sum("no" .. "thing", cards)
end

effect.slip = function(g, e)
  local card = g:choose(e.you, mine(e.you), "which")
  g:deal("all", "deck", "hand", card.worth - 7)
  card:move("out")
  g:block("add", "gold", "all")
  error("in an answer")
end
