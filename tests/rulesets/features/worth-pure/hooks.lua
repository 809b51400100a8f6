local own = sel{zone = {"hand", "taken"}, of = "$1"}

pure.worth_of = function(g, seat)
  local sum = 0
  for card in g:cards(own(seat)) do sum = sum + card.worth end
  return sum
end
