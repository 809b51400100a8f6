local TURN = {"buy", "lay", "grab", "never"}
local mine = sel{zone = "hand"}

-- Which action it was stands before its slots. Twice, so that the first answer is recorded while the second is asked for.
step.turn = function(g, e, you)
  for i = 1, 2 do
    local which, first, number = g:choose(you, TURN)
    if which == "buy" then
      you:add("points", number)
      first:move("hand", you)
    elseif which == "lay" then
      you:add("points", 10 * #first)
      g:move(first, "pool")
    elseif which == "grab" then
      you:add("points", 100 * first.worth)
      first:move("hand", you)
    else
      you:add("points", 5000)
    end
  end
end

step.at_once = function(g)
  for seat, which, card in g:choose_all("all", {"rest", "grab"}) do
    if which == "rest" then
      seat:add("points", card == nil and 1000 or 9000)
    else
      card:move("pool")
    end
  end
end
