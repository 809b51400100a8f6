-- Card Ring: what is told of fights, and what they bring.

-- One player's total is told, for what is behind it is gone when it is paid for.
step.total = function(g, e, you)
  g:say("total", g:let "power", you.foe, you)
end

-- Everybody who fought has the Win or Lose effects of his target; with them go the cards that wait for
-- somebody's win or loss, which are counted, for not every target has such effects. All are queued together, so that the order of classes holds over the table:
-- first what anybody owes is added up, then it is collected, then come the benefits.
step.outcome = function(g)
  for seat in g:seats "all" do
    local foe = seat.foe
    if foe then
      local won = seat.won
      g:trigger(won and "win" or "lose", foe, seat)
      g:add(seat, won and "victories" or "defeats", 1)
    end
  end
  g:queue "collect"
end

-- ---- what must always hold (check --deep) ----

local gaps = sel{zone = "queue", of = "$1"}
local left = sel{zone = "main"}

-- A Card Queue is full as long as the Main Deck lasts.
check.full_queues = function(g)
  for seat in g:seats "all" do
    if g:count(gaps(seat)) < 5 and g:has(left) then
      return false
    end
  end
  return true
end

-- Never is everybody locked out: whoever targets the Finale frees the others.
check.somebody_is_free = function(g)
  for seat in g:seats "all" do
    if not seat.locked then
      return true
    end
  end
  return false
end
