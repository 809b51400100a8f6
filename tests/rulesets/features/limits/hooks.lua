-- A hook that asks too often, and one that does what cannot be done.
local mine = sel{zone = "row", of = "$1"}

step.ask = function(g)
  for _ = 1, 40 do
    for seat in g:seats("all") do
      g:choose(seat, mine(seat), "which")
    end
  end
end

step.fail = function(g)
  local none = nil
  for seat in g:seats("all") do
    seat:add("gold", none.worth)
  end
end

-- For a hook that does not name `choose` the kernel keeps nothing to go back to.
local how = "cho" .. "ose"

step.disguised = function(g)
  for seat in g:seats("all") do
    g[how](g, seat, mine(seat), "which")
  end
end
