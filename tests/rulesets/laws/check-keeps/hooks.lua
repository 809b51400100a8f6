local mine = sel{zone = "hand", of = "you"}
local asked = {n = 0}

local function count(what) what.n = what.n + 1 end

step.play = function(g) g:choose(g.you, mine, "which"):move("table") end

check.counts = function(g) count(asked) return true end
