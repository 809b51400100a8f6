-- Two cards come to the hand, one of them goes back unseen.
local mine = sel{zone = "hand", of = "you"}

step.draw_two = function(g)
  g:deal(g.you, "deck", "hand", 2)
  local card = g:choose(g.you, mine, "back")
  card:move("back")
end
