local mine = sel{zone = "hand", of = "$1", card = "b"}

bot.hopeless = function(g, seat) return g:has(mine(seat)) end
