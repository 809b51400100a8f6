local mine, out = sel{zone = "hand", of = "you"}, sel{zone = "table"}

step.play = function(g) g:choose(g.you, mine, "which"):move("table") end

check.nothing_is_out = function(g) return g:count(out) == 0 end
