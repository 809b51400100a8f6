-- A card lies face down; its player may bet a card of his hand that it is the same.
local mine = sel{zone = "hand", of = "you"}
local dark = sel{zone = "secret", of = "you", face = "down"}

step.guess = function(g)
  g:deal(g.you, "deck", "secret", 1, "down")
  local bet = g:choose(g.you, mine, "which")
  for card in g:cards(dark) do
    if bet and card.id == bet.id then
      card:turn "up"
      bet:move("found")
    end
  end
end
