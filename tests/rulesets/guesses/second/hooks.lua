local dark = sel{zone = "secret"}

step.guess = function(g)
  g:shuffle("deck")
  g:deal(g.you, "deck", "hand", 1, "down")
  g:deal(g.you, "deck", "row", g:choose(g.you, "name"), "down")
  g:shuffle("deck")
  g:deal(g.you, "deck", "secret", 1, "down")
  local n = g:choose(g.you, "name")
  g:turn(dark, "up")
  if g:card(dark).value == n then g.you:add("hits", 1) end
end
