-- new.lua - writes the files of a new game: nothing, or a game that loads. newgame.c says what `c`
-- holds.
local c = ...

-- The words of the templates; the folder of the draft.
local words, draft = {}, nil

-- Says what is wrong, unless nothing is. Returns whether all is well.
local function well(path, why)
  if why then
    c.complain(("new: %s: %s"):format(path, why))
  end
  return not why
end

---- writing ----

-- Writes a file of the game, and makes the folders above it.
local function put(name, text)
  name = name:gsub("^dot%-", ".")
  for at in name:gmatch "()/" do
    local folder = draft .. "/" .. name:sub(1, at - 1)
    if not well(folder, c.make(folder)) then
      return false
    end
  end
  return well(draft .. "/" .. name, c.put(draft .. "/" .. name, text))
end

-- Writes the files of a folder of templates.
local function fill_all(of)
  for _, file in ipairs(c.templates) do
    local name = file.name:sub(1, #of + 1) == of .. "/" and file.name:sub(#of + 2)
    local text = name and file.text:gsub("{{([^}]*)}}", function(word) return words[word] or "" end)
    if name and not put(name, text) then
      return false
    end
  end
  return true
end

-- Writes the rules, and loads the new game. Its schemas; nil after a message. If formulas name the
-- card that one is like, another is tried.
local function write_rules(like)
  local tries = like and #like or 1
  for i = 1, tries do
    if like then
      local name = like[i].name
      words.CARD, words.CARD_NAME = like[i].id, name:find '["\\]' and like[i].id or name
    end
    if not fill_all(like and "like" or c.kind) then
      return nil
    end
    local schemas = c.load(draft, c.path:match "^(.*/)[^/]+/*$" or ".", i == tries)
    if schemas then
      return schemas
    end
  end
  well(draft, "the new game does not load")
end

local function write_all(like)
  if not fill_all "every" then -- a kind may have its own version of these
    return false
  end
  local schemas = write_rules(like)
  for i, name in ipairs { "ruleset", "cards", "scenarios" } do
    if not schemas or not put("schemas/" .. name .. ".json", schemas[i]) then
      return false
    end
  end
  return true
end

---- the game ----

local path = c.path:gsub("(.)/+$", "%1")
local name, like = path:match "[^/]*$", nil

if #name > 64 or not name:find "^[a-z][a-z0-9_-]*$" then
  local rule = "Use small letters, digits, - and _, at most 64, a letter first"
  c.complain(("new: '%s' is not a name for a game. %s"):format(name, rule))
  return false
end
words.NAME = name
words.TITLE = name:gsub("[-_]", " "):gsub("^%l", string.upper):gsub(" %l", string.upper)
if c.like then
  like = c.open(c.like)
  if not like or not like[1] then
    return like ~= nil and well("--like " .. like.id, "it has no cards")
  end
  words.LIKE, words.SEATS, words.RESULT = like.id, ("%d"):format(like.people), like.result
end
local why
draft, why = c.begin(c.path)
if not draft then
  return well(c.path, why)
end
local good = write_all(like)
if not well(c.path, c.finish(good)) or not good then
  return false
end
local shown = c.path:find "/" and path or "./" .. path
io.write(path, ": a game for you to change. Its README.md says what is where.\n\n")
for _, command in ipairs { "play", "check", "test", "desk" } do
  io.write("    cantrip ", command, " ", shown, "\n")
end
return true
