-- complete.lua - completes command lines. complete.c says what `c` holds.
--
-- What a value is follows from its word in the command's arguments or in a flag: RULESET, CARD,
-- FILE. A word in small letters stands for itself (a|b|c). A word in capitals that is not in
-- `kinds` is a file.
local c = ...

-- The word under the cursor: `typed` is completed, what is before it stays.
local before, typed = "", c.words[#c.words] or ""
local ruleset, listed = nil, {}

---- what is printed ----

local function begins(text, start)
  return text:sub(1, #start) == start
end

local function offer(text, says)
  if begins(text, typed) and c.is_line(text) and c.is_line(says or "") then
    io.write(before, text, "\t", says or "", "\n")
  end
end

local function offer_all(texts)
  for _, text in ipairs(texts) do
    offer(text)
  end
end

-- Each has a name, and what it is.
local function offer_named(all)
  for _, one in ipairs(all) do
    offer(one.name, one.says)
  end
end

-- Lets the shell complete `files` or `folders`, once.
local function offer_paths(what)
  if not listed[what] then
    io.write("\t", what, "\t", before, "\n")
  end
  listed[what] = true
end

-- Completes only what follows the place.
local function step(at)
  before, typed = before .. typed:sub(1, at), typed:sub(at + 1)
end

-- Completes only what follows this sign, if it is there. Returns what is before it.
local function step_behind(sign)
  local at = typed:find(sign, 1, true)
  local name = at and typed:sub(1, at - 1)
  step(at or 0)
  return name
end

-- Completes the last of several. Returns whether there are several.
local function step_to_last()
  local at = typed:match(".*(),")
  step(at or 0)
  return at ~= nil
end

---- the kinds of values ----

-- The game in the line; one without anything if none is, or it does not load.
local function game()
  return ruleset and c.game(ruleset)
    or { cards = {}, languages = {}, kinds = {}, options = {}, to = c.SEATS }
end

local function offer_cards()
  for _, card in ipairs(game().cards) do
    offer(card.id, card.name)
  end
end

local function offer_option()
  local options, name = game().options, step_behind("=")
  if name then
    step_to_last()
  end
  for _, o in ipairs(options) do
    if not name then
      offer(o.name .. "=", o.says)
    elseif o.name == name then
      offer_all(o.is == "flag" and { "true", "false" } or o.values)
      if o.is == "number" then
        offer(o.standard, "by default")
      end
    end
  end
end

-- Does the command take players seat by seat? Then humans may play.
local function people_play()
  for _, flag in ipairs(c.flags) do
    if flag.argument == "K=PLAYER" then
      return true
    end
  end
end

-- Completes the last player of a list. Words such as `plies=` may belong to the one before.
local function offer_bots()
  local several = step_to_last()
  for _, bot in ipairs(c.bots) do
    if bot.file and begins(typed, bot.name .. ":") then
      step(#bot.name + 1)
      offer_paths "files"
      return
    end
  end
  if people_play() then
    offer("human", "a player at this terminal")
  end
  for _, bot in ipairs(c.bots) do
    offer(bot.word, bot.says)
  end
  offer_all(several and c.bot_options or {})
end

-- From 0, each with the ending.
local function offer_seats(n, ending)
  for i = 0, n - 1 do
    offer(i .. ending)
  end
end

local function offer_keys()
  local known = {}
  for _, key in ipairs(c.keys()) do
    if not known[key.key] then
      offer(key.key, key.says)
    end
    known[key.key] = true
  end
end

local kinds = {
  RULESET = function()
    offer_named(c.rulesets())
    if typed:find "[./~]" then
      offer_paths "folders"
    end
  end,
  FOLDER = function() offer_paths "folders" end,
  FILE = function() offer_paths "files" end,
  CARD = offer_cards,
  ["K=V"] = offer_option,
  ["K=PLAYER"] = function()
    if step_behind("=") then
      offer_bots()
    else
      offer_seats(c.SEATS, "=")
    end
  end,
  ["BOT[,BOT...]"] = offer_bots,
  ["BOT,BOT[,...]"] = offer_bots,
  LEVEL = function() offer_named(c.levels) end,
  XX = function() offer_all(game().languages) end,
  SEAT = function()
    offer_seats(game().to, "")
    offer("spectator", "what all may know")
  end,
  KIND = function()
    for _, kind in ipairs(game().kinds) do
      if kind ~= "" then
        offer(kind)
      end
    end
    offer("all", "every kind of choice")
  end,
  PLACE = function() offer_named(c.places()) end,
  KEY = offer_keys,
}
for _, kind in ipairs { "OLD=NEW", "WHAT±ERROR", "TEXT", "NAME", "ADDRESS", "CODE" } do
  kinds[kind] = function() end
end

-- Completes "RULESET|PATH...", "[CARD]" or "a|b".
local function offer_value(says)
  if kinds[says] then
    return kinds[says]()
  end
  local start, word = before, typed
  for one in says:gsub("^([^%].]*).*", "%1"):gsub("^%[", ""):gmatch "[^|]*" do
    before, typed = start, word
    if not one:find "^[A-Z]" then
      offer(one)
    else
      (kinds[one] or kinds.FILE)()
    end
  end
end

---- the line ----

-- Completes argument number n, from 0, of the command: "RULESET [CARD]".
local function offer_argument(n)
  local last, i = nil, 0
  for one in c.arguments:gmatch "[^ ]+" do
    last = one
    if i == n then
      return offer_value(one)
    end
    i = i + 1
  end
  if last and last:find("...", 1, true) then
    offer_value(last)
  end
end

-- The flag in a word, and what follows its =, if there is one.
local function flag_of(word)
  local name, rest = word:match "^%-%-([^=]*)(.*)"
  for _, flag in ipairs(c.flags) do
    if flag.name == name then
      return flag, rest ~= "" and rest:sub(2) or nil
    end
  end
end

local function note_value(flag, value)
  if flag.argument == "RULESET" then
    ruleset = ruleset or value
  end
end

local given, rest, plain, flag, value = {}, {}, false, nil, nil
for i = 1, #c.words - 1 do
  local word = c.words[i]
  local found, own = flag_of(word)
  if flag then
    note_value(flag, word)
    flag = nil
  elseif not plain and word == "--" then
    plain = true
  elseif not plain and found then
    given[found] = true
    if own then
      note_value(found, own)
    end
    flag = not own and not found.alone and found or nil
  elseif plain or not begins(word, "-") then
    rest[#rest + 1] = word
  end
end
if rest[1] and c.arguments:find("RULESET", 1, true) then
  ruleset = rest[1]
end

local is_flag = begins(typed, "-")
if not flag and not plain then
  flag, value = flag_of(typed)
  if value then
    step(#typed - #value)
  end
  flag = value and flag.argument and flag or nil
end
if flag and flag.text then
  offer_value(flag.argument)
elseif not flag and not plain and is_flag then
  for _, one in ipairs(c.flags) do
    if one.again or not given[one] then
      offer("--" .. one.name, one.help)
    end
  end
  offer("--help", "what there is")
elseif not flag then
  offer_argument(#rest)
end
