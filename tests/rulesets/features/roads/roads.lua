pure.on_road = function(g, at, goal)
  return at:is("roads", goal)
end
