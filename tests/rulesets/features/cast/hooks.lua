-- The card that leaves comes back as another: what goes back to the checkpoint is a gem in the hand again.
local gem, ruby = sel{zone = "supply", card = "gem"}, sel{zone = "supply", card = "ruby"}
local gems = sel{zone = "mine", of = "you", card = "gem"}
local stones = sel{zone = "mine", of = "you", sort = "stone"}

step.grab = function(g)
  g.you:add("gold", g:count(gems))
  g:move(gems, "spent")
  g:card(ruby):move("mine", g.you)
  g:choose(g.you, stones, "which"):move("spent")
  g:card(gem):move("mine", g.you)
  local card = g:choose(g.you, stones, "which")
  if card.sort == "stone" then card:move("spent") end
  g:card(gem):move("mine", g.you)
end
