step.begin = function(g)
  g:queue("after", 2)
  g:queue("before", 1)
end
