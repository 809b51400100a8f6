local out = sel{zone = "table"}

bot.value = function(g) return g:card(out) or 500 end
