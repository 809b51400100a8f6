function step.ask(g)
  local card, target = g:choose(g.you, "take")
  target:move "box"
end
