bot.value = function(g, seat) return g:let("five", seat) end
