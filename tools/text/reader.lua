-- reader.lua - what `text` prints: the YAML that says a sentence.
--
-- The describer alone knows how data becomes words (core/say/describe.c). So the reader looks for
-- data that it puts into just these words. It begins with the entries that the game's cards have,
-- changes one part at a time, and keeps what comes closest. What it finds is right: it was said.
local c = ...

local KEEP = 4 -- so many of the closest are changed in a round
local ROUNDS = 12
local PATIENCE = 3 -- rounds without coming closer
local BATCH = 3000 -- cards of one load
local INSTANCES = 12 -- of a part with several names
local LONGEST, UNSURE = 80, 300 -- words of a text, and texts that are searched for, of a game

-- ---- YAML on one line ----
-- A scalar is a string, a map {map = true, {key, value}…}, a list {value…}.

-- The value of a line as core/base/write.c writes it.
local function parse(text)
  local at = 1
  local value
  local function blank()
    at = text:find("[^ ]", at) or #text + 1
  end
  local function scalar(ends)
    local quote = text:match("^[\"']", at)
    if not quote then
      local last = at
      while last <= #text and not text:find(ends, last) do
        last = last + 1
      end
      local word = text:sub(at, last - 1)
      at = last
      return (word:gsub(" +$", ""))
    end
    local out = {}
    at = at + 1
    while at <= #text do
      local ch = text:sub(at, at)
      if ch == quote and quote == "'" and text:sub(at + 1, at + 1) == "'" then
        at = at + 1
      elseif ch == quote then
        at = at + 1
        break
      elseif ch == "\\" and quote == '"' then
        at = at + 1
        ch = ({ n = "\n", t = "\t" })[text:sub(at, at)] or text:sub(at, at)
      end
      out[#out + 1] = ch
      at = at + 1
    end
    return table.concat(out)
  end
  local function members(close, map)
    local out = { map = map }
    at = at + 1
    blank()
    while at <= #text and text:sub(at, at) ~= close do
      if map then
        local key = scalar("^:")
        at = at + 1
        blank()
        out[#out + 1] = { key, value() }
      else
        out[#out + 1] = value()
      end
      blank()
      if text:sub(at, at) == "," then
        at = at + 1
        blank()
      end
    end
    at = at + 1
    return out
  end
  function value()
    local ch = text:sub(at, at)
    return ch == "{" and members("}", true) or ch == "[" and members("]") or scalar("^[,%]}]")
  end
  if not text:find("^[{%[\"']") then
    return text
  end
  return value()
end

local function quoted(text)
  local plain = text:find("^[%w_][%w_.-]*$") or text:find("^[+-]?%d+$")
  return plain and text or '"' .. text:gsub('[\\"]', "\\%0"):gsub("\n", "\\n") .. '"'
end

-- As YAML on one line; `sorted`: keys in a fixed order, to compare.
local function yaml(node, sorted)
  if type(node) == "string" then
    return quoted(node)
  end
  local out = {}
  for i, one in ipairs(node) do
    out[i] = node.map and quoted(one[1]) .. ": " .. yaml(one[2], sorted) or yaml(one, sorted)
  end
  if sorted and node.map then
    table.sort(out)
  end
  local inside = table.concat(out, ", ")
  return node.map and "{" .. inside .. "}" or "[" .. inside .. "]"
end

-- Keys and values in the order of the keys.
local function in_order(fields)
  local keys, i = {}, 0
  for key in pairs(fields) do
    keys[#keys + 1] = key
  end
  table.sort(keys)
  return function()
    i = i + 1
    return keys[i], fields[keys[i]]
  end
end

local function get(map, key)
  for _, pair in ipairs(type(map) == "table" and map.map and map or {}) do
    if pair[1] == key then
      return pair[2]
    end
  end
end

local function map(...)
  local given, out = { ... }, { map = true }
  for i = 1, #given, 2 do
    out[#out + 1] = { given[i], given[i + 1] }
  end
  return out
end

local function copy(node)
  local out = { map = node.map }
  for i, one in ipairs(node) do
    out[i] = one
  end
  return out
end

-- The same with another value at a path of places; nil: without it.
local function replaced(node, path, value, from)
  local i = path[from or 1]
  if not i then
    return value
  end
  local out = copy(node)
  local old = out[i]
  local new = replaced(node.map and old[2] or old, path, value, (from or 1) + 1)
  if new == nil then
    table.remove(out, i)
  else
    out[i] = node.map and { old[1], new } or new
  end
  return out
end

-- With one more, at the end of a map, or at a place of a list.
local function with(node, value, place)
  local out = copy(node)
  table.insert(out, place or #out + 1, value)
  return out
end

-- The rows of comma-separated values.
local function csv(text)
  local rows, row, at = {}, {}, 1
  while at <= #text do
    local cell
    if text:sub(at, at) == '"' then
      local last = at + 1
      while true do
        last = text:find('"', last, true)
        if text:sub(last + 1, last + 1) ~= '"' then
          break
        end
        last = last + 2
      end
      cell = text:sub(at + 1, last - 1):gsub('""', '"')
      at = last + 1
    else
      local last = text:find("[,\r\n]", at) or #text + 1
      cell = text:sub(at, last - 1)
      at = last
    end
    row[#row + 1] = cell
    local ends = text:match("^\r?\n", at)
    if ends or at > #text then
      rows[#rows + 1] = row
      row = {}
    end
    at = at + #(ends or ",")
  end
  return rows
end

-- ---- words ----

-- In small letters, the accented ones of French too.
local function lower(text)
  return (text:lower():gsub("\xC3([\x80-\x9E])", function(ch)
    return "\xC3" .. string.char(ch:byte() + 32)
  end))
end

-- As people may type it: without no-break spaces, none before a colon, and no full stop.
local function spaced(text)
  return (text:gsub("\xC2\xA0", " "):gsub("\xE2\x80\xAF", " "):gsub("’", "'")
    :gsub(" +([;:?!])", "%1"):gsub("%s+", " "):gsub("^ ", ""):gsub(" $", ""):gsub("%.$", ""))
end

local function plain(text)
  return lower(spaced(text))
end

local function tokens(text, as_they_are)
  local out = {}
  local letters = "([%w_\x80-\xFF]*)([^%w_\x80-\xFF]?)"
  for word, sign in (as_they_are and spaced(text) or plain(text)):gmatch(letters) do
    if word ~= "" then
      out[#out + 1] = word
    end
    if sign ~= "" and sign ~= " " then
      out[#out + 1] = sign
    end
  end
  return out
end

-- How many words to change, add or drop.
local function distance(a, b)
  local first, na, nb = 1, #a, #b
  while first <= na and first <= nb and a[first] == b[first] do
    first = first + 1
  end
  while na >= first and nb >= first and a[na] == b[nb] do
    na, nb = na - 1, nb - 1
  end
  local row = {}
  for j = first - 1, nb do
    row[j] = j - first + 1
  end
  for i = first, na do
    local left = row[first - 1]
    row[first - 1] = i - first + 1
    for j = first, nb do
      local cost = math.min(left + (a[i] == b[j] and 0 or 1), row[j] + 1, row[j - 1] + 1)
      left = row[j]
      row[j] = cost
    end
  end
  return row[nb]
end

-- ---- the game ----

local g -- the arguments
local traits, by_id = {}, {} -- those that players are told of
local cards -- of the game
local insert -- the file that takes more cards: path, text before and after, indent, line
local groups = {} -- names that may stand for each other, by a name
local verbs = {} -- verbs and steps, by name

local LISTS = { effects = true, watches = true }

local function group(list)
  list.called = {} -- in small letters, by name; those that are known
  for _, name in ipairs(list) do
    groups[name] = groups[name] or {}
    table.insert(groups[name], list)
  end
end

-- Where more cards can be added in the text of a file: a map of cards; in a ruleset also a list of
-- files and maps. `first` and `last` stand around each card.
local function place_in(path)
  local text = c.read(path) or ""
  for _, file in ipairs(g.files) do
    text = file.path == path and file.text or text
  end
  local from, to = 1, 0
  while true do
    from, to = text:find("cards:[ ]*#?[^\n]*\n", to + 1)
    if not from then
      return
    end
    local rest = text:sub(to + 1)
    local first, last = rest:match("^( +)[^ #%-\n]") or rest:match("^ *%- +"), ""
    if text:find("^cards:[ ]*%[", from) then
      to = text:find("[", from, true)
      first, last = " {", "},"
    elseif not text:find("^cards:[ ]*[#\n]", from) then
      first = nil
    end
    if first and (from == 1 or text:sub(from - 1, from - 1) == "\n") then
      local list = last ~= ""
      local before = text:sub(1, to) .. (list and "\n" or "")
      local _, line = before:gsub("\n", "")
      return { path = path, before = before, after = (list and " " or "") .. text:sub(to + 1),
        first = first, last = last, line = line }
    end
  end
end

local function open_file()
  local tried, place = {}, nil
  for _, card in ipairs(cards) do
    if card.file and not place and not tried[card.file] then
      tried[card.file] = true
      place = place_in(card.file)
    end
  end
  return place or place_in(g.folder .. "/ruleset.yaml")
end

-- ---- what data says ----

local said = {} -- by trait and canon: its text, or false: it does not load
local words_of = {} -- tokens by text

local function name_of(trait, node)
  return trait.id .. " " .. yaml(node, true)
end

-- Loads the game with these cards, one a line. Texts, or the lines that are at fault.
local function load(asked)
  local lines, numbers = {}, {}
  for i, one in ipairs(asked) do
    local value = LISTS[one.trait.is] and not one.whole and { one.node } or one.node
    lines[i] = ("%szzq%d: {name: X, copies: 0, %s: %s}%s\n"):format(insert.first, i, one.trait.id,
      yaml(value), insert.last)
    numbers[i] = one.trait.at
  end
  local text = insert.before .. table.concat(lines) .. insert.after
  local files = { { path = insert.path, text = text } }
  for _, file in ipairs(g.files) do
    files[#files + 1] = file.path ~= insert.path and file or nil
  end
  local findings, texts, behaviour = c.texts(g.folder, files, g.lang, "zzq1", numbers)
  local bad, n = {}, 0
  for _, finding in ipairs(texts and {} or findings) do
    local i = finding.line and finding.line - insert.line
    if finding.error and finding.file == insert.path and asked[i] and not bad[i] then
      bad[i] = true
      n = n + 1
    end
  end
  return texts, behaviour, bad, n
end

-- Puts these into words: {trait =, node =, canon =}. What is at fault is left out, and the rest is
-- tried again.
local function describe(asked)
  if #asked == 0 then
    return
  end
  local texts, _, bad, n = load(asked)
  if texts then
    for i, one in ipairs(asked) do
      said[one.canon] = texts[i]
    end
    return
  end
  local rest, half = {}, {}
  for i, one in ipairs(asked) do
    if bad[i] or #asked == 1 then
      said[one.canon] = false
    elseif n == 0 and i > #asked / 2 then
      half[#half + 1] = one
    else
      rest[#rest + 1] = one
    end
  end
  describe(rest)
  describe(half)
end

local function words(text)
  words_of[text] = words_of[text] or tokens(text)
  return words_of[text]
end

-- ---- the parts of data, and what may stand in their place ----

local VALUES = { count = true, players = true, sum = true, most = true, least = true,
  ["not"] = true, all = true, any = true, is = true }
local SETS = { count = true, cards = true, card = true, except = true, sets = true, show = true }

local corpus, given = {}, {} -- {trait =, node =, canon =}: what the game's cards have, and by canon
local parts = {} -- by kind: {node…}, one of each form
local pairs_of = {} -- by kind of maps: {pair…}
local known = {} -- by kind and form

-- What kind of thing stands at `key` of a map of kind `kind`.
local function kind_inside(kind, key, node)
  local above = kind:sub(1, 1)
  if above == "E" and (key == "do" or key == "else") then
    return "L"
  elseif key == "if" or key == "where" and above == "P" or key == "tied" then
    return "V"
  elseif above == "E" and verbs[key] then
    return "A:" .. key
  elseif above == "V" and not SETS[key] and key ~= "players" and key ~= "seats" then
    return "V"
  elseif SETS[key] and type(node) == "table" then
    return "S"
  elseif type(node) == "table" and node.map and above == "A" then
    for _, pair in ipairs(node) do
      if VALUES[pair[1]] then
        return "V"
      end
    end
  end
  if key == "who" or key == "by" or key == "of" or key == "seats" or key == "players" then
    return "P"
  end
  return "X:" .. key
end

local function kind_of_root(trait)
  return LISTS[trait.is] and "E" or (trait.is == "number" or trait.is == "condition") and "V"
    or "X:" .. trait.id
end

-- Calls `each` for each part: its path, kind and node. What has words of its own is one part.
local function visit(node, kind, each, path)
  path = path or {}
  each(path, kind, node)
  if type(node) == "string" or get(node, "says") then
    return
  end
  for i, one in ipairs(node) do
    local below = { table.unpack(path) }
    below[#below + 1] = i
    if node.map then
      visit(one[2], kind_inside(kind, one[1], one[2]), each, below)
    else
      visit(one, kind == "L" and "E" or kind, each, below)
    end
  end
end

-- Has a part of it words of its own (`says`)?
local function own_words(node)
  local any = false
  visit(node, "", function(_, _, part)
    any = any or get(part, "says") ~= nil
  end)
  return any
end

-- The same without words of its own.
local function unsaid(node)
  if type(node) == "string" then
    return node
  end
  local out = { map = node.map }
  for _, one in ipairs(node) do
    if not node.map then
      out[#out + 1] = unsaid(one)
    elseif one[1] ~= "says" then
      out[#out + 1] = { one[1], unsaid(one[2]) }
    end
  end
  return out
end

-- The form of data: without its names and numbers.
local function form(node, kind)
  if type(node) == "string" then
    return node:find("^[+-]?%d+$") and "#" or groups[node] and "@" or node
  elseif get(node, "says") then
    return yaml(node, true)
  end
  local out = {}
  for i, one in ipairs(node) do
    out[i] = node.map and one[1] .. ":" .. form(one[2]) or form(one)
  end
  return (node.map and "{" or "[") .. table.concat(out, ",")
end

-- Takes the parts of an entry into the lists.
local function learn(trait, root)
  visit(root, kind_of_root(trait), function(path, kind, node)
    local key = kind .. " " .. form(node)
    if not known[key] then
      known[key] = true
      parts[kind] = parts[kind] or {}
      table.insert(parts[kind], { node = node, trait = trait, root = root, path = path })
    end
    local own = type(node) == "table" and get(node, "says")
    for i, pair in ipairs(type(node) == "table" and node.map and not own and node or {}) do
      key = kind .. "+" .. pair[1] .. form(pair[2])
      if not known[key] and not (kind == "E" and verbs[pair[1]]) then
        known[key] = true
        pairs_of[kind] = pairs_of[kind] or {}
        local place = { table.unpack(path) }
        place[#place + 1] = i
        table.insert(pairs_of[kind],
          { node = pair, pair = true, trait = trait, root = root, path = place })
      end
    end
  end)
end

-- Takes away as many of each word of a text.
local function less(left, text)
  for _, word in ipairs(words(text or "")) do
    left[word] = (left[word] or 0) - 1
  end
end

-- The words that a part, but for its names, brings into a text: those that it has not with something
-- else in its place. Nil: neither can be said.
local function words_at(part, place)
  local other
  for _, canon in ipairs(place.others) do
    other = other or said[canon]
  end
  if not said[place.whole] or not other and #place.others > 0 then
    return
  end
  local left, out = {}, {}
  less(left, other)
  visit(part.pair and part.node[2] or part.node, "", function(_, _, word)
    for _, list in ipairs(type(word) == "string" and groups[word] or {}) do
      less(left, list.called[word])
    end
  end)
  for _, word in ipairs(words(said[place.whole])) do
    left[word] = (left[word] or 0) + 1
    if left[word] > 0 and not word:find("^%d") then
      out[#out + 1] = word
    end
  end
  return out
end

-- Learns the words that parts bring: where they were found, and values as conditions of an effect and
-- as traits, since a selector has other words there ("of yours").
local function learn_words()
  local asked, queued, all = {}, {}, {}
  local function ask(trait, root)
    local one = { trait = trait, node = root, canon = name_of(trait, root) }
    if said[one.canon] == nil and not queued[one.canon] then
      queued[one.canon] = true
      asked[#asked + 1] = one
    end
    return one.canon
  end
  local function add(part, whole, others)
    part.places = part.places or {}
    table.insert(part.places, { whole = whole, others = others })
  end
  local function found(part, others)
    for i, other in ipairs(others) do
      others[i] = ask(part.trait, replaced(part.root, part.path, other))
    end
    all[#all + 1] = part
    add(part, ask(part.trait, part.root), others)
  end
  for _, list in in_order(parts) do
    for i, part in ipairs(list) do
      local others = {}
      for k = 1, math.min(#part.path > 0 and 4 or 0, #list) do
        others[#others + 1] = k ~= i and list[k].node or nil
      end
      found(part, others)
    end
  end
  for _, list in in_order(pairs_of) do
    for _, part in ipairs(list) do
      found(part, {})
      part.places[1].others[1] = ask(part.trait, replaced(part.root, part.path))
    end
  end
  local seen = {}
  for _, one in ipairs(corpus) do
    local effect = LISTS[one.trait.is] and type(one.node) == "table" and not get(one.node, "if")
      and not own_words(one.node)
    if (effect or kind_of_root(one.trait) == "V") and not seen[one.trait.is] then
      seen[one.trait.is] = true
      for _, part in ipairs(parts.V or {}) do
        add(part, ask(one.trait, effect and with(one.node, { "if", part.node }) or part.node),
          effect and { one.canon } or {})
      end
    end
  end
  describe(asked)
  for _, part in ipairs(all) do
    part.words = {}
    for _, place in ipairs(part.places) do
      part.words[#part.words + 1] = words_at(part, place)
    end
  end
end

-- Has the sentence enough of the words that a part would bring in one of the places?
local function fits(task, part)
  local fit = task.fits[part]
  if fit == nil then
    fit = #part.words == 0
    for _, list in ipairs(part.words) do
      local missing = 0
      for _, word in ipairs(list) do
        missing = missing + (task.has[word] and 0 or 1)
      end
      fit = fit or missing <= math.max(2, #list / 2)
    end
    task.fits[part] = fit
  end
  return fit
end

-- The names of a group that the sentence may mean.
local function mentioned(task, list)
  local out = task.mentioned[list]
  if not out then
    out = {}
    for _, name in ipairs(list) do
      if not list.called[name] or task.lower:find(list.called[name], 1, true) then
        out[#out + 1] = name
      end
    end
    task.mentioned[list] = out
  end
  return out
end

-- A part with names that the sentence mentions: each of them once, or nothing.
local function instances(task, node)
  local out, leaf = { node }, {}
  visit(node, "", function(path, _, word)
    for _, list in ipairs(type(word) == "string" and groups[word] or {}) do
      if list.called[word] then
        leaf[#leaf + 1] = { path, list }
        break
      end
    end
  end)
  for _, one in ipairs(leaf) do
    local more = {}
    for _, name in ipairs(mentioned(task, one[2])) do
      for _, old in ipairs(out) do
        if #more < INSTANCES then
          more[#more + 1] = replaced(old, one[1], name)
        end
      end
    end
    out = more
  end
  return out
end

-- The scalars that may stand in place of one.
local function scalars(task, kind, word)
  local out = {}
  if word:find("^[+-]?%d+$") then
    for _, n in ipairs(task.numbers) do
      out[#out + 1] = n
    end
  else
    for at, n in word:gmatch("()(%d+)") do
      for _, other in ipairs(task.numbers) do
        out[#out + 1] = word:sub(1, at - 1) .. other .. word:sub(at + #n)
      end
    end
  end
  for _, list in ipairs(groups[word] or {}) do
    table.move(mentioned(task, list), 1, #list, #out + 1, out)
  end
  return out
end

-- All that one change makes of data.
local function changes(task, trait, root, add)
  visit(root, kind_of_root(trait), function(path, kind, node)
    local function put(value)
      local whole = #path == 0 and type(value) == "table"
      if not (whole and task.held and given[name_of(trait, value)]) then
        add(replaced(root, path, value))
      end
    end
    local own = type(node) == "table" and get(node, "says")
    local function each_part(of, use)
      for _, part in ipairs(of or {}) do
        if fits(task, part) then
          for _, other in ipairs(part.pair and { part.node } or instances(task, part.node)) do
            use(other)
          end
        end
      end
    end
    each_part(parts[kind], put)
    if type(node) == "string" then
      for _, other in ipairs(scalars(task, kind, node)) do
        put(other)
      end
    end
    if kind == "V" then
      put(map("not", node))
      for _, n in ipairs(task.numbers) do
        put(n)
      end
      each_part(parts.V, function(other)
        for _, joint in ipairs { "all", "any" } do
          put(map(joint, { node, other }))
          put(map(joint, { other, node }))
        end
      end)
    elseif kind == "E" and not own then
      local on = get(node, "if")
      local function add_if(entry, condition)
        put(with(type(entry) == "string" and map(entry, map()) or entry, { "if", condition }))
      end
      each_part(parts[on and "E" or "V"], function(other)
        if not on then
          add_if(node, other)
        elseif not get(other, "if") and not own_words(other) then
          add_if(other, on)
        end
      end)
    end
    if type(node) == "string" or own then
      return
    end
    for i, one in ipairs(node) do
      if #node > 1 or node.map then
        local less = copy(node)
        table.remove(less, i)
        put(less)
      end
      if not node.map then
        each_part(parts[kind == "L" and "E" or kind], function(other)
          put(with(node, other, i))
          put(with(node, other, i + 1))
        end)
        for _, other in ipairs(type(one) == "string" and scalars(task, kind, one) or {}) do
          put(with(node, other, i + 1))
        end
      end
    end
    each_part(node.map and pairs_of[kind], function(pair)
      if not get(node, pair[1]) then
        put(with(node, pair))
      end
    end)
  end)
end

-- ---- reading ----

-- Of lists of one kind the first in this set of traits; any other trait if it is in it.
local function reads(among, trait)
  for _, other in ipairs(traits) do
    if among[other.id] and (other == trait or LISTS[trait.is] and other.is == trait.is) then
      return other
    end
  end
end

-- A sentence to be read in one of these traits, as one entry or value. `held`: as if no card of the
-- game had it.
local function task_of(sentence, among, held)
  local task = { lower = plain(sentence), words = tokens(sentence), among = among, numbers = {},
    found = {}, seen = {}, best = {}, sentence = sentence, held = held }
  task.fits, task.has, task.mentioned = {}, {}, {}
  for _, word in ipairs(task.words) do
    task.has[word] = true
  end
  local seen = {}
  for _, n in ipairs { "1", "2" } do
    seen[n] = true
    table.insert(task.numbers, n)
  end
  for n in sentence:gmatch("%-?%d+") do
    if not seen[n] then
      seen[n] = true
      table.insert(task.numbers, n)
    end
  end
  return task
end

local function size(node)
  local n = 0
  visit(node, "", function()
    n = n + 1
  end)
  return n
end

-- Judges an asked-for thing that has its words.
local function judge(task, one)
  local text = said[one.canon]
  if not text or text == "" then
    return
  end
  local far = distance(words(text), task.words)
  if far == 0 and plain(text) == task.lower then
    table.insert(task.found, one)
  end
  task.best[#task.best + 1] = { far = far + size(one.node) / 50, one = one }
  task.nearest = math.min(task.nearest or far, far)
end

-- What to try for a task in a round.
local function tries(task, round, ask)
  local function try(trait, node)
    local canon = name_of(trait, node)
    if not task.seen[canon] then
      task.seen[canon] = true
      ask(task, { trait = trait, node = node, canon = canon })
    end
  end
  if round == 0 then
    for _, one in ipairs(corpus) do
      local trait = reads(task.among, one.trait)
      if trait and not (task.held and plain(said[one.canon] or "") == task.lower) then
        try(trait, one.node)
      end
    end
    return
  end
  table.sort(task.best, function(a, b)
    return a.far ~= b.far and a.far < b.far or a.far == b.far and a.one.canon < b.one.canon
  end)
  local done, texts = 0, {}
  for i, best in ipairs(task.best) do
    local text = said[best.one.canon]
    if done == KEEP or i > 200 then
      break
    elseif not best.done and not texts[text] then
      best.done = true
      texts[text] = true
      done = done + 1
      changes(task, best.one.trait, best.one.node, function(node)
        try(best.one.trait, node)
      end)
    end
  end
  for i = #task.best, 201, -1 do
    task.best[i] = nil
  end
end

-- Reads all tasks at once, since a load says many cards.
local function search(tasks)
  for round = 0, ROUNDS do
    local wanted, asked, queued = {}, {}, {}
    local open = 0
    for _, task in ipairs(tasks) do
      task.still = round > 1 and task.nearest == task.before and task.still + 1 or 0
      task.before = task.nearest
      if #task.found == 0 and task.still < PATIENCE then
        open = open + 1
        tries(task, round, function(_, one)
          wanted[#wanted + 1] = { task, one }
          if said[one.canon] == nil and not queued[one.canon] then
            queued[one.canon] = true
            asked[#asked + 1] = one
          end
        end)
      end
    end
    for i = 1, #asked, BATCH do
      describe { table.unpack(asked, i, math.min(i + BATCH - 1, #asked)) }
    end
    for _, pair in ipairs(wanted) do
      judge(pair[1], pair[2])
    end
    if open == 0 then
      return
    end
  end
end

-- ---- the start ----

-- The value of a trait of its card stands for `this.TRAIT`.
local function settled(node, card)
  if type(node) == "string" then
    local name = node:match("^this%.([%w_-]+)$")
    local value = name == "card" and card.id or name and card[name]
    return type(value) == "string" and value or node
  end
  local out = { map = node.map }
  for i, one in ipairs(node) do
    out[i] = node.map and { one[1], settled(one[2], card) } or settled(one, card)
  end
  return out
end

-- Takes the game's names into groups.
local function learn_names(names)
  local lists = { seats = { "you", "all", "others", "left", "right", "them", "nobody" },
    face = { "up", "down" }, flag = { "true", "false" } }
  for _, name in ipairs(names) do
    local key = name.of or name.is == "a kind of seats" and "seats" or name.is
    if name.is == "a verb" or name.is == "a named step" then
      verbs[name.name] = true
    else
      lists[key] = lists[key] or {}
      table.insert(lists[key], name.name)
    end
  end
  local asked = {}
  for key, list in in_order(lists) do
    group(list)
    for _, name in ipairs(by_id[key] and list or {}) do
      asked[#asked + 1] = { trait = by_id[key], node = name, canon = name_of(by_id[key], name),
        list = list }
    end
  end
  for _, card in ipairs(cards) do
    lists["a card"].called[card.id] = plain(card.name)
  end
  describe(asked)
  for _, one in ipairs(asked) do
    one.list.called[one.node] = said[one.canon] and plain(said[one.canon]) or nil
  end
end

-- Something that may stand where the schema says so.
local function example_of(of)
  if of.enum then
    return of.enum[1]
  end
  for _, list in ipairs { of.allOf or of.anyOf or {} } do
    for _, one in ipairs(list) do
      local example = example_of(one)
      if example then
        return example
      end
    end
  end
  return of["$ref"] and (of["$ref"]:find("seat") and "others" or "2")
end

-- Forms that no card of the game may have: of the language, and each verb with each parameter.
local function learn_forms(schema, names)
  local first = {}
  for _, name in ipairs(names) do
    first[name.is] = first[name.is] or name.name
  end
  local number, condition, effects
  for _, trait in ipairs(traits) do
    number = number or trait.is == "number" and trait
    condition = condition or trait.is == "condition" and trait
    effects = effects or trait.is == "effects" and trait
  end
  local set = map("zone", first["a zone"])
  for _, pair in ipairs { { "of", "you" }, { "face", "up" }, { "this", "true" },
    { "other", "true" }, { "first", "1" }, { "last", "1" }, { "random", "1" },
    { "card", first["a card"] } } do
    set[#set + 1] = pair
  end
  for _, trait in ipairs(traits) do
    if trait.is == "word" or trait.is == "words" then
      for _, name in ipairs(names) do
        if name.of == trait.id then
          set[#set + 1] = { trait.id, name.name }
          break
        end
      end
    elseif trait.is == "number" then
      set[#set + 1] = { trait.id, map("at_least", "2") }
      set[#set + 1] = { trait.id, map("at_most", "2") }
    end
  end
  local value = map("count", set)
  local zone = map("zone", first["a zone"])
  local forms = { value, map("count", zone), map("count", zone, "times", "2"),
    map("count", map("zone", first["a zone"], "card", first["a card"])),
    map("most", map("count", map())), map("least", map("count", map())),
    map("count", map(), "at_least", "2"), map("count", map(), "at_most", "2"),
    map("sum", number and number.id or "1", "cards", map()),
    map("count", map(), "times", "2"), map("most", map("count", map()), "tied", "false") }
  for _, trait in ipairs { number or condition or nil, number and condition or nil } do
    for _, one in ipairs(forms) do
      learn(trait, one)
    end
  end
  for verb, says in in_order(effects and schema.definitions.effect.properties or {}) do
    local arguments = map()
    verbs[verb] = true
    for _, one in ipairs(says.allOf and says.allOf[1].anyOf or {}) do
      for name, of in in_order(one.properties or {}) do
        local example = example_of(of)
        arguments[#arguments + 1] = { name, example }
        learn(effects, map(verb, map(name, example)))
      end
    end
    learn(effects, map(verb, arguments, "if", value))
    learn(effects, map(verb, map()))
    learn(effects, verb)
  end
end

-- Takes the facts of the game that is asked for. False after: why it cannot be read.
local function open(arguments)
  local all, rows, names, schema
  g = arguments
  all, cards, rows, names, schema = c.game(g.folder, g.files, g.lang)
  insert = all and open_file()
  if not insert then
    return nil, all and "the ruleset has no list 'cards:', and no file of cards has a map"
      or "the rules have errors: mend them first"
  end
  for _, trait in ipairs(all) do
    by_id[trait.id] = trait
    if not trait.untold then
      traits[#traits + 1] = trait
    end
  end
  rows = csv(rows)
  for i = 2, #rows do
    local card = cards[i - 1]
    card.data = { id = card.id }
    for j, key in ipairs(rows[1]) do
      if by_id[key] and rows[i][j] and rows[i][j] ~= "" then
        card.data[key] = parse(rows[i][j])
      end
    end
    for _, trait in ipairs(traits) do
      local value = card.data[trait.id]
      card.data[trait.id] = value and settled(value, card.data)
    end
  end
  return { names = names, schema = schema }
end

-- Learns what there is to read with, from what `open` gave.
local function learn_all(facts)
  learn_names(facts.names)
  local seen = {}
  for _, card in ipairs(cards) do
    for _, trait in ipairs(traits) do
      local value = card.data[trait.id]
      for _, node in ipairs(value and (LISTS[trait.is] and value or { value }) or {}) do
        local canon = name_of(trait, node)
        if not seen[canon] then
          seen[canon] = true
          corpus[#corpus + 1] = { trait = trait, node = node, canon = canon }
          given[canon] = corpus[#corpus]
        end
      end
    end
  end
  for i = 1, #corpus do
    local one = corpus[i]
    if own_words(one.node) then
      local node = unsaid(one.node)
      corpus[#corpus + 1] = { trait = one.trait, node = node, canon = name_of(one.trait, node) }
    end
  end
  describe(corpus)
  for _, one in ipairs(corpus) do
    learn(one.trait, one.node)
  end
  learn_forms(c.json(facts.schema), facts.names)
  learn_words()
end

-- The pieces of a list: an entry begins with a capital letter, and its own parts do not.
local function pieces(sentence)
  local out = {}
  for piece in (spaced(sentence) .. "; "):gmatch("(.-); ") do
    if #out > 0 and lower(piece) == piece and piece:find("^%a") then
      out[#out] = out[#out] .. "; " .. piece
    else
      out[#out + 1] = piece
    end
  end
  return out
end

-- What a sentence says: tasks for it as a whole and, if it may be a list, for each piece.
local function job_of(sentence, among, held)
  local job = { sentence = sentence, tasks = { task_of(sentence, among, held) } }
  local lists, any = {}, false
  for _, trait in ipairs(traits) do
    lists[trait.id] = among[trait.id] and LISTS[trait.is]
    any = any or lists[trait.id]
  end
  local list = any and pieces(sentence) or {}
  for _, piece in ipairs(#list > 1 and list or {}) do
    table.insert(job.tasks, task_of(piece, lists, held))
  end
  return job
end

-- The game's own before others, then the plainest.
local function plainest(found)
  table.sort(found, function(a, b)
    if (given[a.canon] == nil) ~= (given[b.canon] == nil) then
      return given[a.canon] ~= nil
    end
    local na, nb = size(a.node), size(b.node)
    return na ~= nb and na < nb or na == nb and a.canon < b.canon
  end)
end

-- The answers to a job, plainest first: {trait =, node = the value of the trait}.
local function answers(job)
  local out = {}
  local function add(trait, value)
    out[#out + 1] = { trait = trait, node = value, whole = true, canon = name_of(trait, value) }
  end
  plainest(job.tasks[1].found)
  for _, one in ipairs(job.tasks[1].found) do
    add(one.trait, LISTS[one.trait.is] and { one.node } or one.node)
  end
  if #out > 0 or #job.tasks == 1 then
    return out
  end
  local list, trait = {}, nil
  for i = 2, #job.tasks do
    local found = job.tasks[i].found
    plainest(found)
    if not found[1] or trait and found[1].trait ~= trait then
      return out
    end
    trait = found[1].trait
    list[#list + 1] = found[1].node
  end
  add(trait, list)
  return out
end

-- What these mean to the game: a number, by which they can be compared.
local function meaning(one)
  local _, behaviour = load { one }
  return behaviour
end

-- Those of the answers that mean different things.
local function different(list)
  local out, seen = {}, {}
  for _, one in ipairs(list) do
    local key = #list == 1 or meaning(one)
    if not seen[key] then
      seen[key] = true
      out[#out + 1] = one
    end
  end
  return out
end

-- Where a sentence leaves what can be read: the number of the word, and the words known there.
local function known_until(task)
  local longest, next_words, seen = -1, {}, {}
  for canon, text in pairs(said) do
    local trait = by_id[canon:match("^[^ ]+")]
    if text and text ~= "" and trait and reads(task.among, trait) then
      local list, n = words(text), 0
      while n < #list and list[n + 1] == task.words[n + 1] do
        n = n + 1
      end
      local word = n >= longest and (tokens(text, true)[n + 1] or "")
      if n > longest then
        longest, next_words, seen = n, {}, {}
      end
      if word and not seen[word] then
        seen[word] = true
        next_words[#next_words + 1] = word
      end
    end
  end
  table.sort(next_words)
  return longest + 1, next_words
end

local MOST = 12 -- words that a message names

local function complaint(job)
  local task = job.tasks[1]
  for i = #job.tasks, 2, -1 do
    task = #job.tasks[i].found == 0 and job.tasks[i] or task
  end
  local at, list = known_until(task)
  local here = tokens(task.sentence, true)[at]
  local shown = {}
  for i = 1, math.min(#list, MOST) do
    shown[i] = list[i] == "" and "(the end)" or list[i]
  end
  if #list > MOST then
    shown[#shown + 1] = "…"
  end
  local message = "'%s' is not understood\n      %s, word %d of '%s'. Known there: %s"
  local place = here and "at '" .. here .. "'" or "at the end"
  return message:format(job.sentence, place, at, task.sentence, table.concat(shown, ", "))
end

-- The traits that a sentence may be about, and what is left of it: "points: 3" names one.
local function about(sentence)
  local among = {}
  for _, trait in ipairs(traits) do
    for _, name in ipairs { trait.id, trait.name } do
      if plain(sentence):find(plain(name) .. ": ", 1, true) == 1 then
        return { [trait.id] = true }, spaced(sentence):sub(#plain(name) + 3)
      end
    end
    among[trait.id] = true
  end
  return among, sentence
end

local function search_jobs(jobs)
  local tasks = {}
  for _, job in ipairs(jobs) do
    table.move(job.tasks, 1, #job.tasks, #tasks + 1, tasks)
  end
  search(tasks)
end

-- What each sentence says: {entry…}, or the reason why it is not understood.
local function read_all(sentences)
  local jobs, out = {}, {}
  for i, sentence in ipairs(sentences) do
    sentences[i] = sentence:gsub("%c", " ")
    local among, rest = about(sentences[i])
    jobs[i] = job_of(rest, among)
  end
  search_jobs(jobs)
  for i, job in ipairs(jobs) do
    out[i] = {}
    for k, one in ipairs(different(answers(job))) do
      out[i][k] = one.trait.id .. ": " .. yaml(one.node)
    end
    out[i] = #out[i] > 0 and out[i] or complaint(job)
  end
  return out
end

-- A value of a card, all of it.
local function whole_of(card, trait)
  local value = card.data[trait.id]
  return value and { trait = trait, node = value, whole = true,
    canon = "whole " .. name_of(trait, value) }
end

-- Reads back what each card says in each trait.
local function check()
  local jobs, seen = {}, {}
  for _, card in ipairs(cards) do
    for _, trait in ipairs(traits) do
      local one = whole_of(card, trait)
      if one and not seen[one.canon] then
        seen[one.canon] = true
        one.card = card
        jobs[#jobs + 1] = one
      end
    end
  end
  describe(jobs)
  local tasks = {}
  for _, one in ipairs(jobs) do
    one.text = said[one.canon] or ""
    one.own = own_words(one.node)
    one.job = job_of(one.text, { [one.trait.id] = true }, not one.own)
    tasks[#tasks + 1] = one.job
  end
  search_jobs(tasks)
  local function same(one)
    for k, answer in ipairs(answers(one.job)) do
      if yaml(answer.node, true) == yaml(one.node, true) or meaning(answer) == meaning(one) then
        return k
      end
    end
  end
  local total, read, anew, own, rest = 0, 0, 0, 0, {}
  for _, one in ipairs(jobs) do
    if one.text ~= "" then
      total = total + 1
      own = own + (one.own and 1 or 0)
      if same(one) then
        read, anew = read + 1, anew + (one.own and 0 or 1)
      else
        one.job = job_of(one.text, { [one.trait.id] = true })
        rest[#rest + 1] = one
      end
    end
  end
  tasks = {}
  for i, one in ipairs(rest) do
    tasks[i] = one.job
  end
  search_jobs(tasks)
  for _, one in ipairs(rest) do
    if same(one) then
      read = read + 1
    else
      print(("%s: %s: %s"):format(one.card.id, one.trait.name, one.text))
    end
  end
  local counted = "%d of %d texts are read back (%d as if unknown, %d with words of their own)"
  print(counted:format(read, total, anew, own))
  return read == total and 0 or 1
end

-- ---- printed texts ----

-- Is this what the text of a card is about: its trait, or a list of the same kind?
local function alike(one, answer)
  local list = LISTS[one.trait.is] and one.trait.is == answer.trait.is
  return one.trait == answer.trait or list
end

-- Does a card's text say something else than its data? Then the entry that the text means, and what
-- the data says. A text that cannot be read, or that may mean several things, is no finding; neither
-- is one beside words of the game's own.
local function differs(card)
  local list = answers(card.job)
  local trait, texts
  for _, answer in ipairs(list) do
    trait, texts = answer.trait, {}
    for _, one in ipairs(card.wholes) do
      if alike(one, answer) then
        local read = { trait = one.trait, node = answer.node, whole = true }
        if own_words(one.node) or meaning(read) == meaning(one) then
          return
        end
        trait = one.trait
        texts[#texts + 1] = said[one.canon] or nil
      end
    end
  end
  if #list > 0 and #different(list) == 1 then
    return trait.id .. ": " .. yaml(list[1].node), texts
  end
end

-- Has a sentence words that no text of the game has? Several are prose, and not worth a search. So is
-- one that is very long.
local function is_prose(task, known_words)
  local strange = 0
  for word in pairs(task.has) do
    strange = strange + ((known_words[word] or word:find("^%d+$")) and 0 or 1)
  end
  return strange > 1 or #task.words > LONGEST
end

-- The jobs that are not prose.
local function readable(jobs)
  local known_words, out = {}, {}
  local function know(text)
    for _, word in ipairs(text and words(text) or {}) do
      known_words[word] = true
    end
  end
  for _, text in pairs(said) do
    know(text)
  end
  for name, lists in pairs(groups) do
    for _, list in ipairs(lists) do
      know(list.called[name])
    end
  end
  for _, job in ipairs(jobs) do
    out[#out + 1] = #out < UNSURE and not is_prose(job.tasks[1], known_words) and job or nil
  end
  return out
end

-- The cards whose `text` says something else than their data.
local function proof(facts)
  local found, asked, unsure, jobs = {}, {}, {}, {}
  for _, card in ipairs(cards) do
    card.wholes = {}
    for _, trait in ipairs(card.text and traits or {}) do
      local one = whole_of(card, trait)
      card.wholes[#card.wholes + 1], asked[#asked + 1] = one, one
    end
  end
  describe(asked)
  for at, card in ipairs(cards) do
    local among, rest = about(card.text or "")
    local same = not card.text
    for _, one in ipairs(card.wholes) do
      same = same or among[one.trait.id] and plain(said[one.canon] or "") == plain(rest)
    end
    if not same then
      card.at, card.job = at, job_of(rest, among)
      unsure[#unsure + 1], jobs[#jobs + 1] = card, card.job
    end
  end
  if #unsure > 0 then
    learn_all(facts)
    search_jobs(readable(jobs))
  end
  for _, card in ipairs(unsure) do
    local entry, data = differs(card)
    if entry then
      local says = #data > 0 and "'" .. table.concat(data, "; ") .. "'" or "nothing of it"
      found[#found + 1] = { card = card.at, hint = "if the text is right, write " .. entry,
        message = ("the text of '%s' says '%s', but its data says %s"):format(card.id, card.text, says) }
    end
  end
  return found
end

-- ---- what is asked for ----

local tasks = {}

-- For the command: a sentence, or each line of stdin. The exit status.
function tasks.print(facts)
  local sentences, rc = { g.sentence }, 0
  if not g.sentence then
    for line in io.lines() do
      if line:find("%S") then
        sentences[#sentences + 1] = line
      end
    end
  end
  learn_all(facts)
  for i, entries in ipairs(read_all(sentences)) do
    if #sentences > 1 then
      print("# " .. sentences[i])
    end
    if type(entries) == "string" then
      io.stderr:write("text: ", entries, "\n")
      rc = 2
    else
      print(table.concat(entries, "\n# or: "))
    end
  end
  return rc
end

-- Reads back what the cards say. The exit status.
function tasks.check(facts)
  learn_all(facts)
  return check()
end

-- For a page: {entries = …} or {wrong = …}.
function tasks.answer(facts)
  learn_all(facts)
  local entries = read_all({ g.sentence })[1]
  return c.object(type(entries) == "string" and "wrong" or "entries", entries)
end

-- For `check`: {{card =, message =, hint =}…}.
tasks.proof = proof

-- What a task gives if the game cannot be read.
local without = {
  print = function(why)
    io.stderr:write("text: ", why, "\n")
    return 2
  end,
  answer = function(why)
    return c.object("wrong", why)
  end,
  proof = function()
    return {}
  end,
}
without.check = without.print

for name, task in pairs(tasks) do
  tasks[name] = function(arguments)
    local facts, why = open(arguments)
    return (facts and task or without[name])(facts or why)
  end
end

return tasks
