local asked = {n = 0}

local function count(what) what.n = what.n + 1 end

check.counts = function(g)
  if g.turns == 50 then count(asked) end
  return true
end
