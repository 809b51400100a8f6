local mine = sel{zone = "hand", of = "you"}

step.play = function(g)
  g:choose(g.you, mine, "which"):move("table")
  g:add("half", 3 / 2)
end
