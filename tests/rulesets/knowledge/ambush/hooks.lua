-- A card of the neighbour's row is looked for by its place and goes into his hand; what watches hears something; then one of yours goes there.
local row = sel{zone = "row", of = "left", face = "down"}
local mine = sel{zone = "hand", of = "you"}

step.stir = function(g)
  local card = g:choose(g.you, row, "stir")
  if card then card:move("hand", g.you.left) end
  g:add("noise", 1)
  card = g:choose(g.you, mine, "again")
  if card then card:move("hand", g.you.left) end
  g:add("noise", 1)
end
