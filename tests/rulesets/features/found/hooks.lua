local same = sel{zone = "row", of = "all", where = "it.suit == top.suit"}

step.found = function(g, e, you)
  local top = g:let("top")
  you:add("held", top and top.rank or 50)
  you:add("held", 100 * g:count(same))
end

-- Cards by their id: wherever cards are needed, all of them that are in the game, zone by zone.
step.ids = function(g, e, you)
  local first, at = g:card("ace"), 0
  you:add("held", g:count("heart") + (g:has("joker") and 10 or 0) + (g:has("crown") and 100 or 0))
  for card in g:cards("ace") do
    at = at + 1
    assert((at == 1) == (card == first))
    you:add("held", card.zone == "waste" and at * 10000 or 0)
  end
  you:add("held", first and first.zone == "hand" and 1000 or 0)
end
step.id_add = function(g)
  g:add("ace", "mark", 2)
  g:move("heart", "waste")
end

-- What all cards of an id have, also where none is in the game.
step.kinds = function(g, e, you)
  you:add("held", g:trait("crown", "rank") + (g:trait("crown", "suit") == "hearts" and 10 or 0))
  you:add("held", g:trait("heart", "tints", "red") and not g:trait("heart", "tints", "black") and 100 or 0)
  you:add("held", g:trait("heart", "pair") == "ace" and g:trait("ace", "pair") == nil and 1000 or 0)
  you:add("held", g:trait("heart", "big") and not g:trait("ace", "big") and 10000 or 0)
  you:add("held", g:trait("crown", "suit", "hearts") and 100000 or 0)
end
