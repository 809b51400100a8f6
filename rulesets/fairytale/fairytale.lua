-- Fairy Tale: what Hunt, Open and Close do.

-- Hunt: cards of the faction are turned down, and those revealed just now lose the effects that wait.
local prey = sel{zone = "story", of = "all", face = "up", recent = 1, faction = "$1",
                 where = "it.fresh == 1 or hunt_scope == 1", other = true}
local caught = sel{zone = "story", of = "all", face = "down", fresh = 1, faction = "$1", other = true}

effect.hunt = function(g, e, faction)
  g:turn(prey(faction), "down")
  g:cancel(caught(faction))             -- Opens and Closes only: two hunters may catch each other
end

-- Open, Close: each player turns cards of his own, as many as the effects of one kind ask together.
-- Who has no more of them than that turns all; each of the others chooses, all at once.
local few_up      = sel{zone = "story", face = "up", faction = "$2",
                        of = {where = {count = {face = "up", faction = "$2"}, at_most = "due(count)"}, among = "$1"}}
local few_down    = sel{zone = "story", face = "down", faction = "$2",
                        of = {where = {count = {face = "down", faction = "$2"}, at_most = "due(count)"}, among = "$1"}}
local theirs_up   = sel{zone = "story", of = "$1", face = "up",   faction = "$2"}
local theirs_down = sel{zone = "story", of = "$1", face = "down", faction = "$2"}
local his_up      = sel{zone = "story", of = "you", face = "up",   faction = "$1"}
local his_down    = sel{zone = "story", of = "you", face = "down", faction = "$1"}

local function turn(g, who, count, faction, few, theirs, his, to, prompt)
  g:turn(few(who, faction), to)
  local left = theirs(who, faction)     -- of those who have more than that
  if g:has(left) then
    for _ = 1, count do
      g:turn(g:choose_cards(left, his(faction), prompt), to)
    end
  end
end

effect.open = function(g, e, who, count, faction)
  turn(g, who, count, faction, few_down, theirs_down, his_down, "up", "open_one")
end

effect.close = function(g, e, who, count, faction)
  turn(g, who, count, faction, few_up, theirs_up, his_up, "down", "close_one")
end
