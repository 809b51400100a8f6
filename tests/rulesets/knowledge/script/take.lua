local red = sel{zone = "mix", suit = "red", random = 1}

step.take = function(g)
  g:move(red, "out")
end
