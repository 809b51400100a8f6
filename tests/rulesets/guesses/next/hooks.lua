step.guess = function(g)
  local n = g:choose(g.you, "name")
  if g:roll(2) == n then g.you:add("hits", 1) end
end
