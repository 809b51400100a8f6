local hand = sel{zone = "hand", of = "$1"}

step.lay = function(g, e, you)
  local cards = g:choose(you, "mixed")
  if cards then
    you:add("points", #cards)
    g:move(cards, "pool")
  end
  local card, two, seat, number = g:choose(you, "give")
  if card then
    g:move(two, "hand", seat)
    g:move(card, "hand", you)
    you:add("points", number)
  end
end

-- The cards are drawn when the answer is in; the question before it stays answered.
step.grab = function(g, e, you)
  local two = g:choose(you, "grab")
  if two then
    g:move(two, "heap")
    g:choose(you, hand(you))
    you:add("points", 10 * two[1].worth + two[2].worth)
  end
end

step.all_lay = function(g)
  for seat, cards in g:choose_all("all", "mixed") do
    for i = 1, #cards do
      seat:add("points", 100 * cards[i].worth)
    end
    g:move(cards, "pool")
  end
end

-- A chosen set, as a list: while it is asked which are offered, and when one was picked.
pure.total = function(g, cards)
  local sum = 0
  for _, card in ipairs(cards) do
    sum = sum + card.worth
  end
  return sum
end

pure.tens = function(g, cards)
  return 10 * g:count(cards)
end

pure.fits = function(g, card, cards)
  for i = 1, #cards do
    if cards[i].worth == card.worth then return false end
  end
  return true
end
