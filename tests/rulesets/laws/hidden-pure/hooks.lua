local top = sel{zone = "deck", first = 1}

pure.allowed = function(g, card) return g:card(top).id == card.id end
