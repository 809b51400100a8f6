bot.hopeless = function(g, seat)
  return g.total == 2
end
