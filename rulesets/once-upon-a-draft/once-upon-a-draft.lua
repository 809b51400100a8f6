-- Once upon a Draft: who starts, and the abilities of two kinds of cards.
--
-- The company is what lies in the circle: the trick, or in chapter III one player's team. Every
-- ability writes on its card what it yields, and the late ones (`echo`) read what was written.

-- The last to have seen a white rabbit, if the lot decides.
function step.white_rabbit(g)
  local left = g:roll(g.players)
  for seat in g:seats("all") do
    left = left - 1
    if left == 0 then
      g:set("leader", seat)
    end
  end
end

-- The Ice Princess: no hearts and no gems for anybody until the trick is over. Stars still shine.
function effect.freeze(g)
  g:block("add", "hearts", "all", "trick")
  g:block("add", "gems", "all", "trick")
end

-- The Queen of Hearts, the Cheshire Cat: as many as the others yielded. What they yield themselves
-- is not written down, so two of them do not read each other.
local company = sel{other = true}

function effect.echo(g, e, token, you)
  g:add(you, token, g:sum("made_" .. token, company))
end

-- While a trick is played, as many cards lie before each seat as tricks are over.
local before = sel{zone = "team", of = "$1"}

function check.teams(g)
  for seat in g:seats("seats") do
    if g.trick and g:count(before(seat)) ~= g.trick - 1 then
      return false
    end
  end
  return true
end
