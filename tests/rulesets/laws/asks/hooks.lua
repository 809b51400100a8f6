local hand, public = sel{zone = "hand", of = "you"}, sel{zone = "table"}
local runs = {n = 0}

local function count(what) what.n = what.n + 1 return what.n end

step.play = function(g)
  g:deal(g.you, "deck", "table", 2)
  local card = g:choose(g.you, count(runs) % 2 == 1 and hand or public, "which")
  card:move("table")
end
