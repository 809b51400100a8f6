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
