-- Takes from the endless pile before it asks and after it.
local gem, ruby = sel{zone = "supply", card = "gem"}, sel{zone = "supply", card = "ruby"}
local stones = sel{zone = "mine", of = "you", sort = "stone"}

step.grab = function(g)
  g:card(gem):move("mine", g.you)
  g:choose(g.you, stones, "which"):move("spent")
  g:card(ruby):move("mine", g.you)
  local card = g:choose(g.you, stones, "which")
  if card.sort == "stone" then card:move("spent") end
end
