local mine = sel{zone = "hand", of = "you"}

step.ask = function(g)
  local first = g:choose(g.you, mine)
  first:move("row")
  first:add("mark", 4)
  g:choose(g.you, mine):move("row")
end
