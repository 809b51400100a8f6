pure.wanted = function(g, card)
  g:shuffle("deck")
  return true
end
