step.twice = function(g, e, you)
  for i = 1, 2 do
    g:add(you, "sum", i)
  end
end
