local mine = sel{zone = "hand", of = "you"}

step.play = function(g)
  local pile = {}
  g:choose(g.you, mine, "which"):move("table")
  while true do pile[#pile + 1] = {} end
end
