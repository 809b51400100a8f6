-- Wizard Quest: what a spell costs, when it fizzles, and what it does.

local spades  = sel{suit = "spades"}
local spells  = sel{suit = "diamonds"}
local fairies = sel{suit = "hearts"}
local enemies = sel{suit = "clubs"}
local prey    = sel{suit = "clubs", value = {at_most = "$1"}}    -- of a spell or fairy of this value

-- Has this spell nobody to strike? Then it may fizzle, else it must be cast.
local function too_weak(g, spell)
  local value = spell.value
  if g.option.fizzle_too_weak_when == "no_diamond_in_tableau" then
    value = g:most("value", spells)
  end
  return not g:has(prey(value))
end

-- What it costs to let this spell fizzle.
local function fee(g, spell)
  local rule = g:has(enemies) and g.option.fizzle_too_weak or g.option.fizzle_no_enemy
  return rule == "pay" and spell.value or 0
end

-- Can anything be played that does not lose at once? (Who can pay a combo could let its spell fizzle.)
local function has_move(g)
  if g:has(spades) or g:has(fairies) and g:has(prey(10)) then
    return true
  end
  for spell in g:cards(spells) do
    local value = spell.value
    if g.mana >= value and g:has(prey(value)) or too_weak(g, spell) and g.mana >= fee(g, spell) then
      return true
    end
  end
  return false
end

-- Who lacks the mana cannot cast. Where that is a defeat he can, unless he is defeated already.
local function affords(g, cost)
  return g.mana >= cost or g.option.cast_without_mana == "defeat" and has_move(g)
end

pure.affords = affords

pure.fizzles = function(g, spell)
  return too_weak(g, spell) and affords(g, fee(g, spell))
end

-- The spell of this turn: it is paid, and goes with the enemy it strikes and the fairy that helped.
step.spell = function(g)
  local spell, enemy, ally = g.spell, g.enemy, g.ally
  local cost = enemy and spell.value or fee(g, spell)
  if g.mana < cost then
    g:finish("no_mana", nil, "you")
    return
  end
  g:add("mana", -cost)
  spell:move("discard")
  if enemy then
    enemy:move("discard")
  end
  if ally then
    ally:move("discard")
  end
end

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
