-- Hooks that change things, draw, ask, and change things again.
local mine = sel{zone = "hand", of = "you"}
local theirs = sel{zone = "hand", of = "left"}

step.gamble = function(g)
  g:deal(g.you, "deck", "hand", 1)
  local card = g:choose(g.you, mine, "which")
  if card then card:move("row", g.you) end
  local n = math.random(3)
  local other = g:choose(g.you, mine, "which")
  if other then other:move("pool") end
  local back = g:choose(g.you, theirs, "back")
  if back and n > 1 then back:move("hand", g.you) end
  g.you:add("gold", n)
end

effect.dream = function(g, e)
  for seat, card in g:choose_all("all", mine, "which") do
    card:move("dark")
    seat:add("gold", 1)
  end
end
