local marked = sel{zone = "row", marks = "$1"}

step.words = function(g, e, you)
  you:add("got", "hearts")
  assert(you:is("got", "hearts") and not you:is("got", "clubs") and you.got == 1)
  you:add("got", {"spades", "clubs"})
  you:add("got", "-hearts")
  assert(not you:is("got", "hearts") and you.got == 2)
  g:set("ever", nil)
  assert(g.ever == 0 and not g:is("ever", "spades"))
  g:set("ever", {"clubs"})
  assert(g:is("ever", "clubs"))
  for card in g:cards(marked("hearts")) do
    card:add("marks", "clubs")
    you:add("held", card.marks + (card:is("marks", "clubs") and 10 or 0))
  end
  you:add("held", 100 * g:count(marked("clubs")) + 1000 * g:count(marked(nil)))
end
