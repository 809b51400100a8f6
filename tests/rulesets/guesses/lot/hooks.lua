local dark, lot = sel{zone = "secret"}, sel{zone = "bag", random = 1}

step.guess = function(g)
  g:move(lot, "secret", nil, "down")
  local n = g:choose(g.you, "name")
  g:turn(dark, "up")
  if g:card(dark).value == n then g.you:add("hits", 1) end
end
