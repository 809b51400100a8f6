-- guide.lua - what `guide`, `explain` and `keys` print. `g` has the functions of cmd_guide.c, and
-- the guide's folder, if there is a guide.
local c = ...

-- The folders of the guide, in the order of the list.
local GUIDE = {
  { "tutorial", "learn it" },
  { "howto", "do one thing" },
  { "explain", "understand it" },
  { "reference/steps", "look it up: steps" },
  { "reference/rules", "what else rules are made of" },
  { "reference/commands", "commands" },
  { "reference/lua", "scripts" },
}
local FINDINGS = { { "reference/findings", "what is wrong" } }

-- Adds values up to the first that is nil.
local function add(list, ...)
  for _, one in ipairs { ... } do
    list[#list + 1] = one
  end
end

-- The pages of these folders: file (below the guide's folder), folder, and name (that of the file,
-- without number and ending).
local function pages_in(g, folders)
  local pages = {}
  for _, folder in ipairs(g.folder and folders or {}) do
    local files = c.names(g.folder .. "/" .. folder[1])
    table.sort(files)
    for _, file in ipairs(files) do
      local stem = file ~= "README.md" and file:match("^(.*)%.md$")
      local name = stem and stem:gsub("^%d+%-?", "")
      if name then
        local page = { file = folder[1] .. "/" .. file, folder = folder[1], name = name }
        page.reference = page.file:find("^reference/") ~= nil
        add(pages, page)
      end
    end
  end
  return pages
end

-- The text of a page; nil after a message.
local function text_of(g, page)
  page.text = page.text or g.page(g.folder .. "/" .. page.file)
  return page.text
end

-- The heading of a page, without the page's name if it begins with that.
local function title_of(text, name)
  local title = text:match("^[^\n]*"):gsub("^[# ]*", "")
  return title:sub(1, #name + 1) == name .. ":" and title:sub(#name + 3) or title
end

-- By name, or by folder and name ("commands/show"), since a step may have the same name.
local function page_named(pages, name)
  for _, page in ipairs(pages) do
    if page.name == name or name:find("/") and page.file:sub(-#name - 3) == name .. ".md" then
      return page
    end
  end
end

-- Has the page a table with a row or a call of this name, or the table of this place?
local function has_row(text, topic)
  local row, place = "| `" .. topic, "<!-- keys: " .. topic .. " "
  for line in text:gmatch("[^\n]+") do
    local is_row = line:sub(1, #row) == row and line:find("^[`(:]", #row + 1)
    if is_row or line:sub(1, #place) == place then
      return true
    end
  end
  return false
end

-- Has a paragraph of the page this word among the bold words at its beginning?
local function has_lead(text, topic)
  text, topic = "\n" .. text:lower(), topic:lower()
  for first in text:gmatch("\n%*%*()") do
    local last, at = text:find("**", first, true), text:find(topic, first, true)
    if last and at and at < last then
      return true
    end
  end
  return false
end

-- Does a page's name begin or end with the topic: "sets-and-runs", "score-sets"?
local function is_named_by(name, topic)
  return name:sub(1, #topic + 1) == topic .. "-" or name:sub(-#topic - 1) == "-" .. topic
end

-- How a page may be about a topic, the surest first.
local ABOUT = {
  function(page, topic) -- a page of the reference has this name
    return page.reference and page.name == topic
  end,
  function(page, topic, text) -- or it has a row for it; a how-to's name begins or ends with it
    return page.reference and has_row(text(), topic)
      or not page.reference and is_named_by(page.name, topic)
  end,
  function(page, topic, text) -- it is in the name or the title
    return page.name:find(topic, 1, true) or title_of(text(), page.name):find(topic, 1, true)
  end,
  function(_, topic, text)
    return has_lead(text(), topic)
  end,
}

-- The pages that are about it in the surest way.
local function pages_about(g, pages, topic)
  local found = {}
  for _, is_about in ipairs(ABOUT) do
    for _, page in ipairs(found[1] and {} or pages) do
      local function text()
        return text_of(g, page) or ""
      end
      if is_about(page, topic, text) then
        add(found, page)
      end
    end
  end
  return found
end

-- The names of up to five pages that have this word outside code, those with most of it first.
local function pages_with(g, pages, word)
  local times, names = {}, {}
  word = "%f[%w]" .. word:gsub("%W", "%%%0"):lower() .. "%f[%W]"
  for _, page in ipairs(pages) do
    local text = (text_of(g, page) or ""):gsub("```.-```", ""):gsub("`[^`]*`", "")
    local _, n = text:lower():gsub(word, "")
    times[page.name] = n
    add(names, n > 0 and page.name or nil)
  end
  table.sort(names, function(a, b)
    return times[a] ~= times[b] and times[a] > times[b] or times[a] == times[b] and a < b
  end)
  return { table.unpack(names, 1, math.min(#names, 5)) }
end

-- Says that there is no such page. `command` asks for it; nil: `help`, which is for commands, too.
local function no_page(g, pages, folders, name, command)
  local known = {}
  for _, page in ipairs(pages) do
    add(known, page.name)
  end
  for _, key in ipairs(folders == GUIDE and c.keys() or {}) do
    add(known, key.key)
  end
  local says = command and command .. ": there is no page '%s'"
    or "there is no command and no page '%s' (see cantrip --help and cantrip guide)"
  c.complain(says:format(name), name, known)
  local with = pages_with(g, pages, name)
  if with[1] then
    io.stderr:write("  = these pages have the word: cantrip guide ", table.concat(with, ", "), "\n")
  end
  return false
end

local function show_list(g, pages, folders)
  for i, folder in ipairs(folders) do
    local cells = {}
    for _, page in ipairs(pages) do
      if page.folder == folder[1] then
        local text = text_of(g, page)
        if not text then
          return false
        end
        add(cells, page.name, title_of(text, page.name))
      end
    end
    io.write(i > 1 and "\n" or "")
    c.show_table(folder[1] .. "|" .. folder[2], cells)
  end
  return true
end

-- Prints the page, or a list if several are about it. False after a message.
local function show_page(g, pages, folders, name, command)
  local page = page_named(pages, name)
  if not page and folders == FINDINGS then -- `check --deep` prints laws without it
    page = page_named(pages, "LAW-" .. name)
  end
  local found = page and { page } or pages_about(g, pages, name)
  if #found == 1 then
    local text = text_of(g, found[1])
    if text then
      g.show(text)
    end
    return text ~= nil
  elseif #found == 0 then
    return no_page(g, pages, folders, name, command)
  end
  io.write("'", name, "' is on several pages:\n")
  for _, one in ipairs(found) do
    io.write("  cantrip guide ", one.name, "\n")
  end
  return true
end

local function pages(g, name, command)
  local folders = command == "explain" and FINDINGS or GUIDE
  if not g.folder then
    local why = ": the guide is not installed. It is in rulesets/guide of Cantrip's source"
    c.complain(command .. why)
    return false
  end
  local all = pages_in(g, folders)
  if not name then
    return show_list(g, all, folders)
  end
  return show_page(g, all, folders, command == "explain" and name:upper() or name, command)
end

-- The page about a step, key, command or call. nil, and nothing is printed: there is no guide.
local function help(g, name)
  if g.folder then
    return show_page(g, pages_in(g, GUIDE), GUIDE, name, nil)
  end
end

---- keys ----

-- What the key's value may be: "up | down", "{NAME: zone}", "formula".
local function value_of(k)
  return k.words and (k.words:gsub(" ", " | "))
    or k.nests == "named" and ("{NAME: %s}"):format(k.inside)
    or k.nests == "listed" and ("[%s]"):format(k.inside)
    or k.nests == "one" and (k.map and "{%s}" or k.value .. " or {%s}"):format(k.inside)
    or k.value
end

-- Shows the keys that fit. `first` heads the first column.
local function show_keys(fits, first)
  local cells = {}
  for _, k in ipairs(c.keys()) do
    if fits(k) then
      local needed = k.needed and "needed" or ""
      add(cells, first == "" and "" or k.place, k.key, value_of(k), needed, k.says)
    end
  end
  c.show_table(first .. "|key|value||what", cells, true)
end

-- Where a place is written, and what else may be a key there.
local function show_place(place)
  local also = {}
  add(also, place.traits and "the traits of the ruleset" or nil)
  add(also, place.counters and "its counters" or nil)
  io.write(place.says, also[1] and "; " or "", table.concat(also, " and "), "\n\n")
  show_keys(function(k) return k.place == place.name end, "")
end

local function keys_json(what)
  local list = {}
  for _, k in ipairs(c.keys()) do
    if not what or k.place == what or k.key == what then
      local o = { object = true }
      add(o, "place", k.place, "key", k.key, "type", k.value, "value", value_of(k))
      add(o, "needed", k.needed, "says", k.says)
      add(o, k.words and "words", k.words)
      add(o, k.inside and "inside", k.inside)
      add(list, o)
    end
  end
  return list
end

local function keys(g, what, json)
  local names, place, is_key, cells = {}, nil, false, {}
  for _, one in ipairs(c.places()) do
    add(names, one.name)
    add(cells, one.name, one.says)
    place = one.name == what and one or place
  end
  for _, k in ipairs(c.keys()) do
    add(names, k.key)
    is_key = is_key or k.key == what
  end
  if what and not place and not is_key then
    c.complain(("keys: there is no place or key '%s'"):format(what), what, names)
    return false
  elseif json then
    c.print(keys_json(what))
    return true
  elseif not what then
    c.show_table("place|where it is written", cells, true)
    io.write("\ncantrip keys PLACE lists its keys, cantrip keys KEY the places of a key.\n")
    return true
  end
  if place then
    show_place(place)
  end
  if is_key then
    io.write(place and "\nAs a key:\n" or "")
    show_keys(function(k) return k.key == what end, "in")
  end
  local about = pages_about(g, pages_in(g, GUIDE), what)
  for i, page in ipairs(about) do
    io.write(i == 1 and "\nExamples: cantrip guide " or ", ", page.name)
  end
  io.write(about[1] and "\n" or "")
  return true
end

return { pages = pages, help = help, keys = keys }
