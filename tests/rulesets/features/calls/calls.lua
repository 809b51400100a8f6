-- A verb of a script that is called among steps: it asks, and what comes after it waits for it.
local mine = sel{zone = "hand"}

effect.pick = function(g, e, n, you)
  for _ = 1, n do
    local card = g:choose(you, mine)
    if not card then return end
    you:add("gold", card.worth)
    card:move "waste"
  end
end
