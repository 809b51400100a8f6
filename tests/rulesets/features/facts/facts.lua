-- The highest cards of each row, and that no other is one.
local high, low = sel{zone = "brow", of = "all", rank = 4}, sel{zone = "brow", of = "all", rank = {at_most = 3}}
step.high = function(g)
  g:tell(high, "rank", 4)
  g:tell(low, "rank", 4, false)
end

local mine = sel{zone = "hand", of = "$1", rank = {at_most = 2}}
pure.lows = function(g, seat) return g:count(mine(seat)) end
