pure.wanted = function(g, card) return card.worth > g.n end
pure.small = function(g, v) return v < 20 end
