-- A hook names after g, e what it wants of the effect. What it gets must be what e has of that name.

local function held(g, ...)
  local n = select("#", ...)
  for i = 1, n, 2 do
    local named, had = select(i, ...)
    assert(named == had)
  end
  g:add("held", n // 2)
end

effect.numbers = function(g, e, flag, n, most)
  held(g, n, e.n, most, e.most, flag, e.flag)
  if flag == nil then
    assert(n == nil and most == nil)
  elseif flag then
    assert(n == 0 and most == "all")
  else
    assert(n == -3 and most == 7)
  end
end

effect.things = function(g, e, this, who, what, to, tint, word, you)
  held(g, who, e.who, what, e.what, to, e.to, tint, e.tint, word, e.word, this, e.this, you, e.you)
  assert(this.owner == you)
  if what == nil then
    assert(not (who or to or tint or word))
  else
    assert(what == this and (to == "row" and tint == "blue" and word == "otherwise"
                             or to == "deck" and tint == "red" and word == "because"))
    g:add(who, "gold", 1)
  end
end

effect.slots = function(g, e, gold, this, you, them, card, helper, target, seat, number)
  held(g, this, e.this, you, e.you, them, e.them, card, e.card, helper, e.helper, target, e.target, seat, e.seat,
       number, e.number, gold, e.gold)
  assert(this.owner == you and not helper and not target and not seat)
  assert(gold == 1 or them ~= you and number == 1 and not card)
  assert(not card or them == card.owner and them ~= you)
  you:add("gold", gold)
end

effect.own = function(g, e, card, number, you)
  held(g, number, e.number, card, e.card, you, e.you)
  assert(number == 5 and card == "deck" and you == "blue")
end

effect.few = function(g)
  g:add("held", 1)
end

effect.open = function(g, ...)
  local e = ...
  assert(select("#", ...) == 1)
  held(g, e.n, 2)
end

step.alone = function(g, e, number, you, card)
  held(g, number, e.number, card, e.card, you, e.you)
  assert(number == 0 and not card)
  if you then
    you:add("gold", 1)
  end
end
