local bag = sel{zone = "bag"}

step.empty = function(g)
  g:move(bag, "heap")
end
