local same = sel{zone = "row", of = "all", where = "it.suit == top.suit"}

step.found = function(g, e, you)
  local top = g:let("top")
  you:add("held", top and top.rank or 50)
  you:add("held", 100 * g:count(same))
end
