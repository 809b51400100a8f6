pure.wanted = function(g, card)
  g["shuf" .. "fle"](g, "deck")
  return true
end
