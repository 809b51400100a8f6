-- One selector for two verbs, which have its parameters in other places; `most` is asked by a formula, too.
local theirs = sel{zone = "row", of = "$who", face = "up", colour = "$colour", where = "it.worth <= $most"}
local one    = sel{zone = "row", of = "you", face = "up", colour = "$colour", worth = {at_most = "$most"}}

effect.flip = function(g, e, you)
  you:add("gold", g:count(theirs))
  g:turn(g:choose_cards(theirs, one, "which"), "down")
  g:turn(g:choose_cards(e.who, one, "which"), "down")
end

effect.again = function(g, e, you)
  g:turn(theirs, "down")
  local card = g:choose(you, one, "which")
  if card then
    you:add("gold", card.worth)
  end
end

-- Seats where one seat is needed, a card where its kind is; beside places that are given.
local same  = sel{zone = "row", of = "$1", card = "$what", where = "it.owner == $whom"}
local other = sel{zone = "row", of = "$1", face = "up", colour = "$2", worth = {at_least = "$least"}}

effect.visit = function(g, e, whom, you)
  you:add("gold", 10 * g:count(same("all")))
  g:turn(other(whom, "red"), "down")
  for _ = 1, 2 do
    for seat, card in g:choose_all(whom, other("you", nil), "which") do
      card:turn("down")
      seat:add("gold", card.worth)
    end
  end
end
