-- Hooks that only count, ask, turn and cancel are known; one with work of its own, or another call, is run each time.
local lit  = sel{zone = "row", of = "all", face = "up"}
local dark = sel{zone = "row", of = "all", face = "down"}
local mine = sel{zone = "row", of = "you", face = "up"}

effect.plain = function(g, e, n)
  if g:count(lit) > 2 * n and g:has(dark) then
    local gone = g:turn(g:choose_cards(lit, mine, "which"), "down")
    if gone > 1 then g:cancel(lit) end
  elseif g:count(dark) >= n then
    g:turn(dark, "up")
  else
    g:turn(g:choose_cards(lit, mine, "which"), "down")
  end
end

-- The text costs work, by how many cards lie there.
effect.wordy = function(g, e, n)
  local text = string.rep("x", 20 * g:count(lit))
  if #text > 40 * n then g:turn(lit, "down") else g:turn(dark, "up") end
end

effect.sorted = function(g, e, n)
  local list = {g:count(lit), g:count(dark), n}
  table.sort(list)
  if list[2] > n then g:turn(lit, "down") else g:turn(dark, "up") end
end

effect.optional = function(g, e, n)
  if g:count(mine) > n then
    if g.option.hard then g:turn(dark, "up") else g:turn(lit, "down") end
  end
end
