-- A back out of the neighbour's hand; a roll; then, by the roll, one back for him or another for you.
local theirs = sel{zone = "hand", of = "left"}
local mine = sel{zone = "hand", of = "you"}

step.grab = function(g)
  local card = g:choose(g.you, theirs, "take")
  card:move("hand", g.you)
  if math.random(2) == 1 then
    card = g:choose(g.you, mine, "take")
    card:move("hand", g.you.left)
  else
    card = g:choose(g.you.left, mine, "take")
    card:move("table")
  end
end
