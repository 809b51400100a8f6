local dark, row = sel{zone = "secret"}, sel{zone = "row"}

step.guess = function(g)
  local n = math.random(4)
  for card in g:cards(row) do
    n = n - 1
    if n == 0 then card:move("secret", nil, "down") end
  end
  local n = g:choose(g.you, "name")
  g:turn(dark, "up")
  if g:card(dark).value == n then g.you:add("hits", 1) end
end
