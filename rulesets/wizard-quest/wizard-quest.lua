-- Wizard Quest: what tools may ask of it. The rules are all in ruleset.yaml.

-- Lost for certain: each enemy takes a spell at least as strong, or a fairy; and for some strength
-- those that are left are too few for the enemies that have it.
local doomed = sel{zone = {"tableau", "draw"}, suit = "clubs", where = "matches + fairies < rivals"}

bot.hopeless = function(g, seat)
  return g:has(doomed)
end

-- Mana is never owed.
check.mana = function(g)
  return g.mana >= 0
end
