local two = sel{zone = "hand", of = "you", random = 2}

effect.some = function(g)
  g:move(two, "deck")
end
