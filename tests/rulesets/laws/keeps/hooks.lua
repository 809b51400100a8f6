local mine = sel{zone = "hand", of = "you"}
local seen = {n = 0}

local function note(what) what.n = what.n + 1 end

step.play = function(g)
  g:choose(g.you, mine, "which"):move("table")
  note(seen)
end
