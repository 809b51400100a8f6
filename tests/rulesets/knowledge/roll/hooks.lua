-- One or two cards, by a roll between two questions of luck; one of the hand is played.
local mine = sel{zone = "hand", of = "you"}

step.roll = function(g)
  g:deal(g.you, "deck", "hand", math.random(2))
  local card = g:choose(g.you, mine, "give")
  card:move("table")
  if math.random(2) == 2 then
    g:deal(g.you, "deck", "hand", 1)
  end
end
