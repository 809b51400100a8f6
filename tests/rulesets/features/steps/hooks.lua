-- A leaf of phases and a verb, each in the form of a hook.
local mine = sel{zone = "hand", of = "you"}

step.lottery = function(g)
  local card = g:choose(g.leader, mine, "keep")
  if card then
    card:move("heap")
    g.leader:add("gold", math.random(6))
  end
end

effect.think = function(g, e)
  e.you:add("gold", e.gold)
end

-- The first card of the row in the middle is B's, the last nobody's, the others stay whose they are.
local mid = sel{zone = "mid"}
local first, last = sel{zone = "mid", first = 1}, sel{zone = "mid", last = 1}
step.owners = function(g)
  g:move(first, "heap", nil, nil, nil, g.leader.left)
  g:card(last):move("heap", nil, nil, nil, false)
  g:move(mid, "heap")
end
