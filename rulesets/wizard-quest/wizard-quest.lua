-- Wizard Quest: what it costs when a spell fizzles, and what is left to play.

local enemies  = sel{suit = "clubs"}
local spades   = sel{suit = "spades"}
local fairies  = sel{suit = "hearts"}
local prey     = sel{suit = "clubs", value = {at_most = 10}}       -- of a fairy
local castable = sel{suit = "diamonds", where = "strikes and it.value <= mana"}
local fizzling = sel{suit = "diamonds", where = "too_weak"}

-- What this spell costs when it fizzles: nobody to strike at all, or nobody weak enough.
local function fee(g, spell)
  local rule = g:has(enemies) and g.option.fizzle_too_weak or g.option.fizzle_no_enemy
  return rule == "pay" and spell.value or 0
end

pure.fee = fee

-- Can something be played that does not lose at once? (Who can pay a combo could let its spell fizzle.)
pure.safe_move = function(g)
  if g:has(spades) or g:has(castable) or g:has(fairies) and g:has(prey) then
    return true
  end
  for spell in g:cards(fizzling) do
    if fee(g, spell) <= g.mana then
      return true
    end
  end
  return false
end

-- Lost for certain: each enemy takes a spell at least as strong, or a fairy; and for some strength
-- those that are left are too few for the enemies that have it.
local helpers = sel{zone = {"tableau", "draw"}, suit = "hearts"}
local doomed  = sel{zone = {"tableau", "draw"}, suit = "clubs", where = "matches + $1 < rivals"}

bot.hopeless = function(g, seat)
  return g:has(doomed(g:count(helpers)))
end

-- Mana is never owed.
check.mana = function(g)
  return g.mana >= 0
end
