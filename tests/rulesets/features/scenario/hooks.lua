-- The lottery: a roll says how many cards everybody draws; the leader then throws one away and
-- by a second roll wins what lies on top, unless it stays where it is.
local mine = sel{zone = "hand", of = "you"}
local top = sel{zone = "deck", first = 1}

step.lottery = function(g)
  local n = math.random(2)
  g:deal("all", "deck", "hand", n)
  local card = g:choose(g.leader, mine, "keep")
  if card then
    card:move("secret")
    if math.random(6) == 6 then
      for prize in g:cards(top) do
        prize:move("hand", g.leader)
      end
    end
  end
end
