local mine = sel{zone = "hand", of = "you"}

step.play = function(g)
  local card = g:choose(g.you, mine, "which")
  g:set("marked", card)
end
