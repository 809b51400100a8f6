function pure.any_left(g, you)
  return g:card("a").zone == "hand"
end
