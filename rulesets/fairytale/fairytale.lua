-- Fairy Tale: what Hunt, Open and Close do.

-- Hunt: cards of the faction are turned down, and those revealed just now lose the effects that wait.
local prey = sel{zone = "story", of = "all", face = "up", recent = 1, faction = "$faction",
                 where = "it.fresh == 1 or hunt_scope == 1", other = true}
local caught = sel{zone = "story", of = "all", face = "down", fresh = 1, faction = "$faction", other = true}

effect.hunt = function(g)
  g:turn(prey, "down")
  g:cancel(caught)                      -- Opens and Closes only: two hunters may catch each other
end

-- Open, Close: each player turns cards of his own, as many as the effects of one kind ask together.
-- Who has no more of them than that turns all; each of the others chooses, all at once.
local few_up      = sel{zone = "story", face = "up", faction = "$faction",
                        of = {where = {count = {face = "up", faction = "$faction"}, at_most = "due(count)"}, among = "$who"}}
local few_down    = sel{zone = "story", face = "down", faction = "$faction",
                        of = {where = {count = {face = "down", faction = "$faction"}, at_most = "due(count)"}, among = "$who"}}
local theirs_up   = sel{zone = "story", of = "$who", face = "up",   faction = "$faction"}
local theirs_down = sel{zone = "story", of = "$who", face = "down", faction = "$faction"}
local his_up      = sel{zone = "story", of = "you", face = "up",   faction = "$faction"}
local his_down    = sel{zone = "story", of = "you", face = "down", faction = "$faction"}

effect.open = function(g, e, count)
  local all = g:count(theirs_down)
  if all > 0 and g:turn(few_down, "up") < all then
    for _ = 1, count do                 -- who is left has more than that
      g:turn(g:choose_cards(theirs_down, his_down, "open_one"), "up")
    end
  end
end

effect.close = function(g, e, count)
  local all = g:count(theirs_up)
  if all > 0 and g:turn(few_up, "down") < all then
    for _ = 1, count do
      g:turn(g:choose_cards(theirs_up, his_up, "close_one"), "down")
    end
  end
end
