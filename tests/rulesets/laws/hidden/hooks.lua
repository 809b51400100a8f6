local dark = sel{zone = "hand", of = "others", card = "a"}

step.play = function(g)
  local card = g:choose(g.you, dark, "which")
  if card then card:move("table") end
end
