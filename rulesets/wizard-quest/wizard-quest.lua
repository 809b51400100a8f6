-- Wizard Quest: what tools may ask of it. The rules are all in ruleset.yaml.

-- Lost for certain: each enemy takes a spell at least as strong, or a fairy; and for some strength
-- those that are left, here and in the draw pile, are too few for the enemies that have it.
local left  = sel{zone = {"tableau", "draw"}, suit = "$1", value = {at_least = "$2"}}
local foes  = sel{zone = {"tableau", "draw"}, suit = "clubs"}

bot.hopeless = function(g, seat)
  local helpers = g:count(left("hearts", 1))
  for v = 1, g:most("value", foes) do
    if g:count(left("diamonds", v)) + helpers < g:count(left("clubs", v)) then
      return true
    end
  end
  return false
end

-- Mana is never owed.
check.mana = function(g)
  return g.mana >= 0
end
