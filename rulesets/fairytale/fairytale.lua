-- Fairy Tale: what Hunt, Open and Close do.
--
-- A Hunt acts at once. Opens and Closes only mark cards, because those of one reveal are applied
-- together: a mark of n says that n of this player's cards of this faction (narrow), or n of all his
-- cards (wide), are to be turned. The phase `play` then runs the four steps at the end of this file,
-- in the order of the rules, each for as long as a mark of its kind waits.

local ALL = 99        -- `count: all` marks with more than anybody has

-- Hunt: cards of the faction are turned down, and those revealed just now lose the effects that wait.
local prey = sel{zone = "story", of = "all", face = "up", recent = 1, faction = "$1",
                 where = "it.fresh == 1 or hunt_scope == 1", other = true}
local caught = sel{zone = "story", of = "all", face = "down", fresh = 1, faction = "$1", other = true}

effect.hunt = function(g, e)
  g:turn(prey(e.faction), "down")
  g:cancel(caught(e.faction))           -- Opens and Closes only: two hunters may catch each other
end

-- Open, Close: cards of either face are marked, for a Close may hit what an Open has just turned up.
local theirs = sel{zone = "story", of = "$1", faction = "$2"}

local function mark(g, e, narrow, wide)
  local name = e.faction and narrow or wide
  local count = e.count == "all" and ALL or e.count
  g:add(theirs(e.who, e.faction), name, count)
end

effect.open = function(g, e)
  mark(g, e, "open_narrow", "open_wide")
end

effect.close = function(g, e)
  mark(g, e, "close_narrow", "close_wide")
end

-- A step that turns marked cards. Who has no more of them than he must turn is not asked; each of the
-- others chooses one, all at once, and every card that shares its mark then bears one less.
local function turner(name, from, to, narrow, prompt)
  local due = sel{zone = "story", of = "all", face = from, [name] = {at_least = 1}}
  local mine = sel{zone = "story", of = "you", face = from, [name] = {at_least = 1}}
  local alike = sel{zone = "story", of = "$1", face = from, faction = "$2"}

  return function(g)
    for card in g:cards(due) do
      if g:count(alike(card.owner, narrow and card.faction or nil)) <= card[name] then
        card:turn(to)
      end
    end
    if g:has(due) then
      for seat, card in g:choose_all(due, mine, prompt) do
        card:turn(to)
        g:add(alike(seat, narrow and card.faction or nil), name, -1)
      end
    end
  end
end

step.open_in_faction  = turner("open_narrow", "down", "up", true, "open_one")
step.open_any         = turner("open_wide", "down", "up", false, "open_one")
step.close_in_faction = turner("close_narrow", "up", "down", true, "close_one")
step.close_any        = turner("close_wide", "up", "down", false, "close_one")
