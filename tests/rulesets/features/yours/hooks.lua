local hand = sel{zone = "hand"}

pure.remaining = function(g) return g.you and g:count(hand) or 0 end
