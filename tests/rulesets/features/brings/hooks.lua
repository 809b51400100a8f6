local row = sel{zone = "row"}
local charged = sel{zone = "row", charge = "$1"}

step.charges = function(g, e, you)
  you:add("held", g:sum("charge", row) + 100 * g:count(charged(0)) + 1000 * g:count(charged(nil)))
  for card in g:cards(row) do
    local n = card:add("charge", 2)
    assert(n == ((card.id == "lamp" or card.id == "lens") and 1 or 0), n)
    assert(card.aim == (card.id == "lens" and "blue" or nil))
  end
  you:add("held", 100000 * g:sum("charge", row))
end
