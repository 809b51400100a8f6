local mine = sel{zone = "hand", of = "you"}

step.play = function(g)
  local card = g:choose(g.you, mine, "which")
  while card do end
end
