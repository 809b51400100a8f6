-- Deck-building: what games with a draw pile, a hand and a discard pile for each player share.
--
-- The ruleset has the zones `deck` (a pile, `refill: discard`), `hand`, `discard`, and for `dig` a zone
-- `aside` that its owner sees; and the word `keep_one` as the prompt.
--
--   dig: {count: N}   look at the first N cards of your draw pile, take one into your hand, discard the
--                     others. A verb: `params: {count: number}`.
--   different(seat)   how many different cards lie in the discard pile of this seat. For expressions.

local aside = sel{zone = "aside", of = "you"}

effect.dig = function(g, e, count, you)
  g:deal(you, "deck", "aside", count)
  local card = g:choose(you, aside, "keep_one")
  if card then
    card:move "hand"
  end
  g:move(aside, "discard")
end

local discarded = sel{zone = "discard", of = "$1"}

pure.different = function(g, seat)
  local met, n = {}, 0
  for card in g:cards(discarded(seat)) do
    if not met[card.id] then
      met[card.id] = true
      n = n + 1
    end
  end
  return n
end
