local some = sel{zone = "hand", random = 2}

bot.value = function(g, seat) return g:count(some) end
