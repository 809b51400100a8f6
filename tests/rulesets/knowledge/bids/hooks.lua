-- Both bid a card; who bid `a` draws one. Bids change hands unseen; then one more is chosen openly.
local mine = sel{zone = "hand", of = "you"}

step.bids = function(g)
  for seat, card in g:choose_all("all", mine, "bid") do
    if card.id == "a" then
      card:move("table")
    else
      card:move("hand", seat.left)
    end
  end
  for seat, card in g:choose_all("all", mine, "bid") do
    card:move("table")
  end
end
