-- deadwood(seat, low, high, suits): the fewest points that the seat's hand can have left, without its cards of ranks low to high
-- in those suits. A hand is a number: the card of rank r and suit bit b is b << 4r.
local hand = sel{zone = {"hand", "loose"}, of = "$1"}

local function at_least_three(cards)
  cards = cards & (cards - 1)
  return cards & (cards - 1) ~= 0
end

-- The lowest card is loose, or in one of the melds that can be made of it and cards above it.
local function fewest(held)
  if held == 0 then
    return 0
  end
  local first = held & -held
  local rank, row = 1, 15 << 4
  while first & row == 0 do
    rank, row = rank + 1, row << 4
  end
  local best = math.min(rank, 10) + fewest(held & ~first)
  local run, card = first, first << 4
  while held & card ~= 0 do
    run, card = run | card, card << 4
    if at_least_three(run) then
      best = math.min(best, fewest(held & ~run))
    end
  end
  for out = 0, 4 do -- a set lacks one suit, or none
    local set = held & row & ~(1 << 4 * rank + out)
    if set & first ~= 0 and at_least_three(set) then
      best = math.min(best, fewest(held & ~set))
    end
  end
  return best
end

pure.deadwood = function(g, seat, low, high, suits)
  local held = 0
  for card in g:cards(hand(seat)) do
    if card.rank < low or card.rank > high or card.bit & suits == 0 then
      held = held | card.bit << 4 * card.rank
    end
  end
  return fewest(held)
end
