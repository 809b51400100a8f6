local last = {}

local function remember(what, id) what[1] = id end

pure.wanted = function(g, card)
  remember(last, card.id)
  return true
end
