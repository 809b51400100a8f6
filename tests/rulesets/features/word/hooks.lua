local of = sel{zone = "row", of = "you", suit = "$1"}
local trumps = sel{zone = "row", of = "you", suit = "trump"}
local marked = sel{zone = "row", of = "you", mark = "$1"}

-- Reads each kind of counter as a text, and sets it as one.
step.words = function(g, e, you)
  local n = 0
  local function yes(met, worth) if met then n = n + worth end end
  yes(g.trump == "spades" and g:let("strongest") == "spades", 1)
  yes(g.led == nil and you.fond == nil, 10)
  g:set("trump", "hearts")
  you:set("fond", g.trump)
  yes(you.fond == "hearts" and g:count(trumps) == g:count(of(g.trump)), 100)
  for card in g:cards(of(nil)) do
    card:set("mark", card.suit)
    yes(card.mark == card.suit, 1000)
  end
  yes(g:count(marked("clubs")) == 1, 10000)
  you:set("fond", nil)
  g:set("trump", "spades")
  yes(you.fond == nil and g.trump == "spades", 100000)
  you:add("held", n)
end

effect.echo = function(g, e, suit)
  if suit == g.trump then g:set("named", suit == nil and "red" or "black") end
end

pure.bright = function(g, suit) return suit == "hearts" end

-- Asks for a word, and for a card and a seat before it.
step.called = function(g, e, you)
  local called = g:choose(you, "call")
  you:set("fond", called)
  local card, seat, word = g:choose(you, "name")
  if card then
    card:move("row")
    card:set("mark", word)
  end
  if seat and called == "clubs" then seat:set("fond", word) end
end
