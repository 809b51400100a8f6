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
local face_up   = sel{zone = "story", of = "$1", face = "up",   faction = "$2"}
local face_down = sel{zone = "story", of = "$1", face = "down", faction = "$2"}
local his_up    = sel{zone = "story", of = "you", face = "up",   faction = "$1"}
local his_down  = sel{zone = "story", of = "you", face = "down", faction = "$1"}

local function turn(g, who, count, faction, theirs, his, to, prompt)
  local choice = false                  -- has somebody more of them than that?
  for seat in g:seats(who) do
    local cards = theirs(seat, faction)
    local have = g:count(cards)
    if have > 0 and have <= g:due("count", seat) then
      g:turn(cards, to)
    elseif have > 0 then
      choice = true
    end
  end
  if choice then
    local left, own = theirs(who, faction), his(faction)
    for _ = 1, count do
      for _, card in g:choose_all(left, own, prompt) do
        card:turn(to)
      end
    end
  end
end

effect.open = function(g, e, who, count, faction)
  turn(g, who, count, faction, face_down, his_down, "up", "open_one")
end

effect.close = function(g, e, who, count, faction)
  turn(g, who, count, faction, face_up, his_up, "down", "close_one")
end
