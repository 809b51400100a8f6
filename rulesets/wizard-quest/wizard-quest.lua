-- Wizard Quest: whether a move is left that does not lose.

local spades    = sel{suit = "spades"}
local fairies   = sel{suit = "hearts"}
local prey      = sel{suit = "clubs", value = {at_most = 10}}       -- of a fairy
local castable  = sel{suit = "diamonds", where = "strikes and it.value <= mana"}
local droppable = sel{suit = "diamonds", where = "too_weak and (not paid or it.value <= mana)"}

-- Can something be played that does not lose at once? (Who can pay a combo could let its spell fizzle.)
pure.safe_move = function(g)
  return g:has(spades) or g:has(castable) or g:has(droppable) or g:has(fairies) and g:has(prey)
end

-- Mana is never owed.
check.mana = function(g)
  return g.mana >= 0
end
