local mine = sel{zone = "hand", of = "you"}

step.play = function(g)
  for _ = 1, 40 do g:choose(g.you, mine, "which") end
end
