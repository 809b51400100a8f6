-- lsp.lua - the language server: open documents, their games, and what an editor asks about them.
-- lsp.c and script.c have the functions of `c`. In a text, places are bytes from 1. The protocol
-- counts lines from 0, and units of UTF-16 in a line.
local c = ...

local WORD, PART = "[%w_\x80-\xFF-]", "[%w_\x80-\xFF]" -- of a name; of what stands between signs
local MOST_TRIALS = 200 -- places that are tried one by one; words of the format that are put back

local docs = {} -- open files: uri, path (a real one), text, games
local games = {} -- folder; names and files of the last time that it loaded
local shown = {} -- the findings that were published
local changed = false -- since the last check

local add, object = c.add, c.object

---- JSON ----

-- What stands in a value of JSON behind these keys, or nil.
local function at(value, ...)
  for _, key in ipairs { ... } do
    if type(value) ~= "table" then
      return nil
    end
    value = value[key]
  end
  return value
end

local function text_at(...)
  local value = at(...)
  return type(value) == "string" and value or nil
end

local function number_at(...)
  local value = at(...)
  return math.type(value) == "integer" and value or 0
end

local function range(line, from, to)
  local first, last = object("line", line, "character", from), object("line", line, "character", to)
  return object("start", first, "end", last)
end

local function place(uri, line, from, to)
  return object("uri", uri, "range", range(line, from, to))
end

local function say(message)
  c.say(message, true)
end

local function notify(method, params)
  say(object("jsonrpc", "2.0", "method", method, "params", params))
end

local function respond(id, result)
  say(object("jsonrpc", "2.0", "id", id, "result", result == nil and c.null or result))
end

local NO_JSON, NO_REQUEST, NO_METHOD, NOT_BEGUN, FAILED = -32700, -32600, -32601, -32002, -32803
local function refuse(id, code, why)
  say(object("jsonrpc", "2.0", "error", object("code", code, "message", why), "id", id == nil and c.null or id))
end

---- lines and columns ----

local function lines_of(doc)
  if doc.split ~= doc.text then
    doc.split, doc.lines = doc.text, {}
    for line in (doc.text .. "\n"):gmatch("([^\n]*)\n") do
      table.insert(doc.lines, line)
    end
  end
  return doc.lines
end

local function line_of(doc, line)
  return lines_of(doc)[math.max(line, 0) + 1]
end

-- The place behind n characters of a line, or units of UTF-16: characters beyond the first 65,536
-- have two.
local function behind(line, n, units)
  for at = 1, #line do
    local byte = line:byte(at)
    n = n - (byte & 0xC0 == 0x80 and 0 or units and byte >= 0xF0 and 2 or 1)
    if n < 0 then
      return at
    end
  end
  return #line + 1
end

local function place_of_char(line, character)
  return behind(line, math.max(character - 1, 0), false)
end

local function unit_of(line, at)
  local before = line:sub(1, at - 1)
  local _, continued = before:gsub("[\x80-\xBF]", "")
  local _, wide = before:gsub("[\xF0-\xFF]", "")
  return #before - continued + wide
end

-- Where the word around a place begins and ends.
local function word_around(line, at)
  return line:sub(1, at - 1):find(WORD .. "*$"), line:match("^" .. WORD .. "*()", at)
end

local function is_lua(path)
  return path:find(".%.lua$") ~= nil
end

---- documents and their games ----

local function uri_path(uri)
  local path = uri and uri:match("^file://[^/]*(/.*)")
  local function char(hex)
    return string.char(tonumber(hex, 16))
  end
  return path and c.real((path:gsub("%%(%x%x)", char)))
end

local function find_by(list, key, value)
  for i, one in ipairs(list) do
    if one[key] == value then
      return one, i
    end
  end
end

-- The document with this file, however the editor writes its name.
local function document_at(all, path)
  return find_by(all, "path", c.real(path))
end

local function document_of(params)
  return find_by(docs, "uri", text_at(params, "textDocument", "uri"))
end

-- The declarations of a word in the games of a document; without a word all.
local function names(doc, word)
  local found = {}
  for _, game in ipairs(doc.games) do
    for _, name in ipairs(game.names) do
      if not word or name.name == word then
        found[#found + 1] = name
      end
    end
  end
  return found
end

local function is_name(doc, word)
  return names(doc, word)[1] ~= nil
end

---- findings ----

-- Where the word of a finding begins and ends in its line: of "raund-1" it is the part that the
-- message names. Both are the same: no word is there.
local function finding_word(f, line)
  local from = place_of_char(line, f.column)
  from = line:match("^[\"'*]()" .. WORD, from) or from
  local to = from
  for quoted in f.message:gmatch("['`]()") do
    local word = f.message:match("^[^'`]*", quoted)
    local last = from + #word
    local whole = line:sub(from, last - 1) == word and not line:sub(last, last):find(PART)
    to = whole and math.max(to, last) or to
  end
  return from, to > from and to or line:match("^" .. WORD .. "*()", from)
end

-- Findings by file, each once: two games with a file in common find the same.
local function add_findings(found, all, list)
  for _, f in ipairs(list) do
    local doc = f.file and document_at(all, f.file)
    local uri = doc and doc.uri or f.file and c.uri(f.file)
    local line = doc and line_of(doc, f.line - 1)
    local from, to = math.max(f.column - 1, 0), nil
    if line then
      local first, last = finding_word(f, line)
      from, to = unit_of(line, first), last > first and unit_of(line, last) or nil
    end
    f.line, f.from, f.to = math.max(f.line - 1, 0), from, to or from + 1
    f.message = f.message .. (f.hint and "\n" .. f.hint or "")
    local key = { f.line, f.from, f.to, f.error and 1 or 2, f.code, f.message, f.instead }
    key = table.concat(key, "\0")
    if uri and not found[uri] then
      found[uri] = { uri = uri }
      table.insert(found, found[uri])
    end
    if uri and not found[uri][key] then
      found[uri][key] = true
      table.insert(found[uri], f)
    end
  end
  return found
end

-- Adds the findings of a game with the texts of `all`; `proof`: also those of cards' texts. Returns
-- its names, nil if it does not load; and the files that were read.
local function check_rules(found, all, folder, proof)
  local list, files, declared = c.load(folder, all, true, proof)
  add_findings(found, all, list)
  return declared, files
end

-- Adds those of its scenarios, or of the one file `only`.
local function check_scenes(found, all, folder, only)
  local files = {}
  for _, path in ipairs(c.scenes(folder)) do
    local doc = document_at(all, path)
    if not only or only == c.real(path) then
      files[#files + 1] = { path = path, text = doc and doc.text }
    end
  end
  add_findings(found, all, c.play(files))
end

-- Loads a game as it is in the editor. Does it load?
local function load(found, game)
  local declared, files = check_rules(found, docs, game.folder, true)
  game.names, game.files = declared or game.names, files
  return declared ~= nil
end

-- Adds games by their folders, or only those that load. Are there more then?
local function add_games(doc, folders, must_load)
  local before = #doc.games
  for _, folder in ipairs(folders) do
    local game = find_by(games, "folder", folder)
    if not game then
      game = { folder = folder, names = {}, files = {} }
      table.insert(games, game)
    end
    local known = find_by(doc.games, "folder", folder)
    if not known and must_load then
      game.names = {}
    end
    if not known and (not must_load or load({}, game)) then
      table.insert(doc.games, game)
    end
  end
  return #doc.games > before
end

-- All games that read a file, for example those that extend its ruleset.
local function add_readers(doc, path)
  return add_games(doc, c.games(path, true), true)
end

local function diagnostic(f)
  local where, severity = range(f.line, f.from, f.to), f.error and 1 or 2
  local one = object("range", where, "severity", severity, "code", f.code, "source", "cantrip",
    "message", f.message)
  if f.instead then
    add(one, "data", object("instead", f.instead))
  end
  return one
end

-- A file that had findings gets an empty list when it has none any more.
local function publish(found)
  for _, was in ipairs(shown) do
    if not found[was.uri] then
      notify("textDocument/publishDiagnostics", object("uri", was.uri, "diagnostics", {}))
    end
  end
  for _, list in ipairs(found) do
    local out = {}
    for i, f in ipairs(list) do
      out[i] = diagnostic(f)
    end
    notify("textDocument/publishDiagnostics", object("uri", list.uri, "diagnostics", out))
  end
  shown = found
end

-- Names and findings become those of the present text.
local function refresh()
  if not changed then
    return
  end
  local found = {}
  for _, game in ipairs(games) do
    local wanted = false
    for _, doc in ipairs(docs) do
      wanted = wanted or find_by(doc.games, "folder", game.folder) ~= nil
    end
    if wanted and load(found, game) then
      check_scenes(found, docs, game.folder)
    end
  end
  publish(found)
  changed = false
end

---- the word at a place ----

-- nil: no document is named, or it has no such line.
local function word_at(params)
  local doc = document_of(params)
  local number = number_at(params, "position", "line")
  local line = doc and line_of(doc, number)
  if not line then
    return nil
  end
  local at = behind(line, number_at(params, "position", "character"), true)
  local from, to = word_around(line, at)
  if not is_name(doc, line:sub(from, to - 1)) then -- of "gold-1", "-gold" the part, if that is one
    local a = from - 1 + line:sub(from, at - 1):find("[^-]*$")
    local b = line:sub(1, to - 1):match("^[^-]*()", at)
    if is_name(doc, line:sub(a, b - 1)) then
      from, to = a, b
    end
  end
  local word = { doc = doc, text = line, at = from, word = line:sub(from, to - 1), line = number }
  word.from, word.to = unit_of(line, from), unit_of(line, to)
  return word
end

local function hover(params)
  local a = word_at(params)
  local says = ""
  local function say(line, ...)
    for _, more in ipairs { ... } do
      line = line .. more
    end
    if not says:find(line, 1, true) then
      says = says .. (says == "" and "" or "\n\n") .. line
    end
  end
  for _, name in ipairs(a and names(a.doc, a.word) or {}) do
    say(("**%s**, %s"):format(name.name, name.is), name.of and " of " .. name.of or "",
      name.says == "" and "" or ": " .. name.says)
  end
  for _, key in ipairs(a and says == "" and not is_lua(a.doc.path) and c.keys() or {}) do
    if key.key == a.word then
      say(("`%s` in %s: %s"):format(key.key, key.place, key.value),
        key.words and " (" .. key.words .. ")" or "", key.says == "" and "" or ", " .. key.says)
    end
  end
  if says == "" then
    return c.null
  end
  local contents = object("kind", "markdown", "value", says)
  return object("contents", contents, "range", range(a.line, a.from, a.to))
end

local function definition(params)
  local a = word_at(params)
  local list, known = {}, {}
  for _, name in ipairs(a and names(a.doc, a.word) or {}) do
    local column, uri = math.max(name.column - 1, 0), name.file and c.uri(name.file)
    local key = uri and ("%s:%d:%d"):format(uri, name.line, column)
    if key and not known[key] then
      known[key] = true
      list[#list + 1] = place(uri, name.line - 1, column, column)
    end
  end
  return list
end

---- completion ----

local ITEM_FIELD, ITEM_VALUE, ITEM_KEYWORD = 5, 12, 14

-- Does the word stand at the beginning of a line, behind `{`, or behind a comma within braces?
local function is_in_place_of_key(before)
  before = before:gsub(" *$", "")
  if not before:find(",$") then
    return before == "" or before:find("{$") ~= nil
  end
  local deep = 0
  for at = #before, 1, -1 do
    local ch = before:sub(at, at)
    if ch == "{" or ch == "[" then
      if deep == 0 then
        return ch == "{"
      end
      deep = deep - 1
    elseif ch == "}" or ch == "]" then
      deep = deep + 1
    end
  end
  return false
end

local function completion(params)
  local a = word_at(params)
  local items, known = {}, {}
  if not a then
    return object("isIncomplete", false, "items", items)
  end
  local lua = is_lua(a.doc.path)
  local before = lua and "x" or a.text:sub(1, a.at - 1)
  local key = before:match("(" .. WORD .. "*):[ %[\"']*$") or "" -- the word is behind it
  local as_key = is_in_place_of_key(before)
  local of_cards = a.doc.path:find("/cards/") or a.doc.path:find("/cards%.yaml")
  local zone = false -- is wanted here

  -- Those that fit come first.
  local function offer(label, kind, detail, says, fits)
    if label == "" or known[label] then
      return
    end
    known[label] = true
    local one = object("label", label, "kind", kind, "detail", detail)
    if says ~= "" then
      add(one, "documentation", says)
    end
    if key ~= "" or as_key then
      add(one, "sortText", (fits and "0" or "1") .. label)
    end
    items[#items + 1] = one
  end

  for _, k in ipairs(key ~= "" and c.keys() or {}) do
    if k.key == key then
      zone = zone or k.value == "zone"
      for word in (k.words or ""):gmatch("[^ ]+") do
        offer(word, ITEM_VALUE, "a word of the format", k.says, true)
      end
    end
  end
  for _, fitting in ipairs { true, false } do -- one name may be that of an option, and a word
    for _, name in ipairs(names(a.doc)) do
      local is = name.is
      local value = is == "a card" or is == "a word"
      local of_key = is == "a trait of cards" or is == "a counter" or is == "a verb"
      local fits = as_key and of_key or zone and is == "a zone" or name.of == key
      if fits == fitting then
        offer(name.name, value and ITEM_VALUE or ITEM_FIELD, is, name.says, fits)
      end
    end
  end
  for _, fitting in ipairs { true, false } do -- one key may stand in several places
    for _, k in ipairs(key == "" and not lua and c.keys() or {}) do
      local fits = as_key and (not of_cards or k.place == "card")
      if fits == fitting then
        offer(k.key, ITEM_KEYWORD, k.value, k.says, fits)
      end
    end
  end
  return object("isIncomplete", false, "items", items)
end

---- declarations, and all places of a name ----

-- The protocol's SymbolKind: 5 class, 7 property, 12 function, 13 variable, 14 constant, 15 string,
-- 18 array, 19 object, 22 member of an enumeration, 24 event.
local SYMBOLS = {
  ["a card"] = 19,
  ["a trait of cards"] = 7,
  ["a word"] = 22,
  ["a verb"] = 12,
  ["a named step"] = 12,
  ["an action"] = 12,
  ["a zone"] = 18,
  ["a counter"] = 13,
  ["a phase"] = 24,
  ["a kind of seats"] = 5,
  ["an option"] = 14,
  ["a value that has a name (let)"] = 14,
  ["a text for people"] = 15,
}

local function outline(params)
  local doc = document_of(params)
  local list, known, here = {}, {}, {}
  for _, name in ipairs(doc and names(doc) or {}) do
    local file = name.file
    if file and here[file] == nil then
      here[file] = c.real(file) == doc.path
    end
    local line = file and here[file] and not known[name.name] and line_of(doc, name.line - 1)
    if line then
      known[name.name] = true -- of several games once
      local last = unit_of(line, #line + 1)
      local from = math.min(unit_of(line, place_of_char(line, name.column)), last)
      local whole = range(name.line - 1, from, last)
      local own = range(name.line - 1, from, math.min(from + #name.name, last))
      list[#list + 1] = object("name", name.name, "detail", name.is, "kind", SYMBOLS[name.is],
        "range", whole, "selectionRange", own)
    end
  end
  return list
end

-- Where a comment begins in this line, or its end.
local function comment_at(line, lua)
  local quote
  for at = 1, #line do
    local ch, before = line:sub(at, at), line:sub(at - 1, at - 1)
    if quote then
      quote = ch ~= quote and quote or nil
    elseif ch:find("[\"']") and not before:find(WORD) then
      quote = ch
    elseif lua and line:sub(at, at + 1) == "--" then
      return at
    elseif not lua and ch == "#" and before:find("^[ \t]?$") then
      return at
    end
  end
  return #line + 1
end

-- Are all parts of "gold-1" names or numbers?
local function is_formula(doc, words)
  for word in words:gmatch("([^-]*)-?") do
    if not word:find("^%d+$") and not is_name(doc, word) then
      return false
    end
  end
  return true
end

-- Calls `use` for each place of a name: a whole word, or a part between signs, in no comment.
-- `joined`: as in "gold-bag" it is perhaps part of a formula, or of a word that is no name.
local function search_file(doc, word, file, scenario, use)
  local start = 1 -- of the line in its text
  for number, line in ipairs(lines_of(file)) do
    local last = line:find(word, 1, true) and comment_at(line, is_lua(file.path)) or 0
    local at = line:find(word, 1, true)
    while at and at + #word <= last do
      local to = at + #word
      if not line:sub(at - 1, at - 1):find(PART) and not line:sub(to, to):find(PART) then
        local a, b = word_around(line, at)
        a = line:sub(1, at):match("^%-*()", a)
        a = math.min(a, at)
        local whole, words = b - a == #word, line:sub(a, b - 1)
        if whole or not is_name(doc, words) then
          local hit = { doc = file, line = number - 1, at = at, text_at = start + at - 1 }
          hit.from, hit.to, hit.scenario = unit_of(line, at), unit_of(line, to), scenario
          hit.joined = not whole and not is_formula(doc, words)
          use(hit)
        end
      end
      at = line:find(word, at + 1, true)
    end
    start = start + #line + 1
  end
end

-- The same in all files of its games, as they are in the editor or else on disk.
local function search(doc, word, use)
  local seen = {}
  local function look(paths, scenario)
    for _, path in ipairs(paths) do
      local real = c.real(path)
      local file = not seen[real]
        and (find_by(docs, "path", real) or { uri = c.uri(path), path = real, text = c.read(path) })
      seen[real] = true
      if file and file.text then
        search_file(doc, word, file, scenario, use)
      end
    end
  end
  for _, game in ipairs(doc.games) do
    look(game.files, false)
    look(c.scenes(game.folder), true)
  end
end

-- The document with its own list of games.
local function alike(doc)
  return { uri = doc.uri, path = doc.path, text = doc.text, games = { table.unpack(doc.games) } }
end

local function references(params)
  local a = word_at(params)
  local found = {}
  if a and is_name(a.doc, a.word) then
    local doc = alike(a.doc)
    local files = {}
    for _, name in ipairs(names(doc, a.word)) do
      if name.file and not files[name.file] then
        files[name.file] = true
        table.insert(files, name.file)
      end
    end
    for _, file in ipairs(files) do
      add_readers(doc, file)
    end
    search(doc, a.word, function(hit)
      if not hit.joined then
        found[#found + 1] = place(hit.doc.uri, hit.line, hit.from, hit.to)
      end
    end)
  end
  return found
end

---- quick fixes ----

local function fixes(params)
  local from, to = at(params, "range", "start"), at(params, "range", "end")
  local uri = text_at(params, "textDocument", "uri")
  local list = {}

  -- Is this place before that one?
  local function before(line, character, other, other_character)
    return line < other or line == other and character < other_character
  end
  for _, f in ipairs(uri and shown[uri] or {}) do
    local apart = before(f.line, f.to, number_at(from, "line"), number_at(from, "character"))
      or before(number_at(to, "line"), number_at(to, "character"), f.line, f.from)
    if f.instead and not apart then
      local word = f.instead:gsub("^%*", "") -- an alias's mark stays
      local edit = object("range", range(f.line, f.from, f.to), "newText", word)
      list[#list + 1] = object("title", ("Write '%s'"):format(word), "kind", "quickfix",
        "isPreferred", true, "diagnostics", { diagnostic(f) },
        "edit", object("changes", object(uri, { edit })))
    end
  end
  return list
end

---- renaming ----

-- Each place of the word is tried, not guessed. A place that does not mean the name (for example in
-- a text) may have any other word, and the game still loads. A place that means it may not.
--
-- A place `means` the name, may be where it is `declared`, or is a word of scenarios, which
-- `stays`. A renaming `r` has the document that asks, its word, another word, all places, and the
-- files with their texts: r.docs.

-- Ends the renaming: this is why.
local function give_up(format, ...)
  error({ why = format:format(...) }, 0)
end

-- The findings of the rules (without scenarios), or of scenarios (or only the file of a document),
-- with the word at these places. found.named: one of the games declares it.
local function found_with(r, word, is_there, scenes, only)
  local all, found = {}, {}
  for i, doc in ipairs(r.docs) do
    local pieces, from = {}, 1
    for _, p in ipairs(r.places) do
      if p.doc == doc and is_there(p) then
        table.insert(pieces, doc.text:sub(from, p.text_at - 1) .. word)
        from = p.text_at + #r.word
      end
    end
    all[i] = { uri = doc.uri, path = doc.path, text = table.concat(pieces) .. doc.text:sub(from) }
  end
  for _, game in ipairs(r.doc.games) do
    if scenes then -- they are compared with the rules on disk
      check_scenes(found, all, game.folder, only and only.path)
    else
      local declared = check_rules(found, all, game.folder)
      found.named = found.named or find_by(declared or {}, "name", word) ~= nil
    end
  end
  return found
end

local function total(found)
  local n = 0
  for _, list in ipairs(found) do
    n = n + #list
  end
  return n
end

-- The finding at a place, or at the start of the name that contains it ("A.hand"). `shift`: how far
-- longer or shorter words have moved it in its line.
local function finding_at(found, p, shift)
  local line = line_of(p.doc, p.line)
  local start = unit_of(line, (line:sub(1, p.at - 1):find("[%w_.\x80-\xFF-]*$")))
  for _, f in ipairs(found[p.doc.uri] or {}) do
    if f.line == p.line and (f.from - shift == p.from or f.from - shift == start) then
      return f
    end
  end
end

-- A word that nothing is called, as long as the name: qqq, zqq, …
local function other_word(doc, len)
  local other = ("q"):rep(len)
  for i = 1, len do
    for ch = ("z"):byte(), ("a"):byte(), -1 do
      if is_name(doc, other) then
        other = other:sub(1, i - 1) .. string.char(ch) .. other:sub(i + 1)
      end
    end
  end
  return other
end

-- Finds the places that declare the name. They mean it in every game.
local function find_declared(r)
  local is
  for _, name in ipairs(names(r.doc, r.word)) do
    if is and name.is ~= is then
      give_up("%s and %s both have this name. Rename one of them by hand first", is, name.is)
    end
    for _, p in ipairs(r.places) do
      if name.file and p.line == name.line - 1 and p.doc.path == c.real(name.file)
        and place_of_char(line_of(p.doc, p.line), name.column) == p.at then
        p.means, p.declared, is = true, true, name.is
      end
    end
  end
  if not is then
    give_up("'%s' is used, but never declared", r.word)
  end
end

-- Is this finding in a scenario about a name of a game or seat, not about a key of scenarios?
-- (Those say "'x' is not a key here"; a card's keys have another message.)
local function is_of_scenarios(f)
  return f.code == "RULESET-UNKNOWN" or f.code == "SCENARIO-ELSEWHERE" or f.code == "SEAT-UNKNOWN"
    or f.code == "KEY-UNKNOWN" and f.message:find("' is not a", 1, true)
end

local function is_open(p)
  return not p.means and not p.stays
end

-- Tries many places at once, until none of them is new: those with a finding mean the name.
local function find_together(r, before, scenes)
  local function is_there(p)
    return is_open(p) and p.scenario == scenes
  end
  local more = true
  while more do
    local after = found_with(r, r.other, is_there, scenes)
    more = false
    for _, p in ipairs(r.places) do
      local f = is_there(p) and finding_at(after, p, 0)
      if f and not finding_at(before, p, 0) then
        p.stays = scenes and is_of_scenarios(f)
        p.means, more = not p.stays, true
      end
    end
  end
end

-- In a script the type of each value is unknown. Texts, fields and keys of tables ("{gold = 1}")
-- equal to the name count as the name, so that the script's own tables keep one name.
local function is_taken_in_script(p, word)
  local text, last = p.doc.text, p.text_at + #word
  local before = text:sub(p.text_at - 1, p.text_at - 1)
  if not is_lua(p.doc.path) or p.text_at == 1 then
    return false
  elseif before:find("[\"']") then
    return text:sub(last, last) == before
  elseif before == "." then
    return text:sub(p.text_at - 2, p.text_at - 2) ~= "."
  end
  return text:sub(1, p.text_at - 1):find("[{,][ \t\n]*$") and text:find("^[ \t]*=[^=]", last) ~= nil
end

-- One by one: more is found than before, or the other word is declared here, as a phase may be in
-- several places.
local function find_apart(r, rules, scenes)
  local open = 0
  for _, p in ipairs(r.places) do
    p.means = p.means or not p.stays and is_taken_in_script(p, r.word)
    open = open + (is_open(p) and 1 or 0)
  end
  if open > MOST_TRIALS then -- at once, not after half a minute
    give_up("'%s' is in too many places that may mean something else", r.word)
  end
  local function count(found, p)
    return p.scenario and #(found[p.doc.uri] or {}) or total(found)
  end
  for _, p in ipairs(r.places) do
    if is_open(p) then
      local function is_there(other)
        return other == p
      end
      local after = found_with(r, r.other, is_there, p.scenario, p.doc)
      p.means = after.named or count(after, p) > count(p.scenario and scenes or rules, p)
    end
  end
end

-- If the word in a scenario has an error already, another word teaches nothing; nor if a syntax
-- error is all that is known of the file. This happens after an unsaved renaming, because scenarios
-- are compared with the rules on disk.
local function scenes_clear(r, found)
  for _, p in ipairs(r.places) do
    local wrong = p.scenario and finding_at(found, p, 0)
    for _, f in ipairs(p.scenario and found[p.doc.uri] or {}) do
      wrong = wrong or f.code:find("^YAML")
    end
    if wrong then
      give_up("'%s' in %s has an error. Fix it, or save all files, first", r.word,
        p.doc.path:match("[^/]*$"))
    end
  end
end

local function find_meant(r)
  local function nowhere()
    return false
  end
  local rules = found_with(r, r.other, nowhere, false)
  local scenes = found_with(r, r.other, nowhere, true)
  find_together(r, rules, false)
  find_together(r, scenes, true)
  scenes_clear(r, scenes)
  find_apart(r, rules, scenes)
end

-- The first error, or nil.
local function first_error(found)
  for _, list in ipairs(found) do
    for _, f in ipairs(list) do
      if f.error then
        return f.message
      end
    end
  end
end

local function is_meant(p)
  return p.means
end

-- A place where the new name is wrong may have had a word of the format with the same spelling. It
-- stays if that gives fewer errors. (If the place declares the name, all uses are wrong, too.)
local function leave_word(r, found, word)
  local before, shift -- the place before this one; how far it has moved this one
  for _, p in ipairs(r.places) do
    local same = before and before.doc == p.doc and before.line == p.line
    shift = same and shift + (before.means and #word - #r.word or 0) or 0
    before = p
    if r.trials < MOST_TRIALS and p.means and not p.declared and not p.scenario
      and finding_at(found, p, shift) then
      p.means = false
      r.trials = r.trials + 1
      local after = found_with(r, word, is_meant, false)
      if not first_error(after) or total(after) < total(found) then
        return after
      end
      p.means = true
    end
  end
end

-- Does the game load under the new name?
local function try_name(r, word)
  local found = found_with(r, word, is_meant, false)
  while first_error(found) do
    local wrong = first_error(found)
    found = leave_word(r, found, word)
      or give_up("with the name '%s' the game does not load: %s", word, wrong)
  end
end

-- Tries it in the games of a document.
local function try(doc, word, wanted)
  if not wanted:find("^[%w_-]+$") or #wanted > 64 then
    give_up("'%s' cannot be a name. Use letters, digits, '_' and '-'", wanted)
  elseif is_name(doc, wanted) then
    give_up("the name '%s' is taken", wanted)
  end
  local r = { doc = doc, word = word, docs = {}, places = {}, trials = 0 }
  r.other = other_word(doc, #word)
  search(doc, word, function(hit)
    if not find_by(r.docs, "uri", hit.doc.uri) then
      table.insert(r.docs, hit.doc)
    end
    table.insert(r.places, hit)
  end)
  for _, open in ipairs(docs) do -- read as they are in the editor, too
    if not find_by(r.docs, "uri", open.uri) then
      table.insert(r.docs, open)
    end
  end
  find_declared(r)
  find_meant(r)
  try_name(r, wanted)
  return r
end

local function rename(params)
  local a = word_at(params)
  local wanted = text_at(params, "newName") or ""
  if not a or not is_name(a.doc, a.word) then
    give_up("this is not a name of the game")
  end
  local doc, r, again = alike(a.doc), nil, nil
  repeat -- other games that read the changed files are tried, too
    r, again = try(doc, a.word, wanted), false
    local read = {}
    for _, p in ipairs(r.places) do
      if p.means and not p.scenario and not read[p.doc] then
        read[p.doc] = true
        again = add_readers(doc, p.doc.path) or again
      end
    end
  until not again
  local changes, edits = object(), {}
  for _, p in ipairs(r.places) do
    local uri = p.doc.uri
    if p.means and not edits[uri] then
      edits[uri] = {}
      add(changes, uri, edits[uri])
    end
    if p.means then
      table.insert(edits[uri], object("range", range(p.line, p.from, p.to), "newText", wanted))
    end
  end
  return object("changes", changes)
end

local function prepare_rename(params)
  local a = word_at(params)
  return a and is_name(a.doc, a.word) and range(a.line, a.from, a.to) or c.null
end

---- messages ----

local begun, shut, leaves = false, false, false

local function initialize()
  begun = true
  local capabilities = object(
    "positionEncoding", "utf-16",
    "textDocumentSync", object("openClose", true, "change", 1, "save", true),
    "hoverProvider", true,
    "definitionProvider", true,
    "referencesProvider", true,
    "documentSymbolProvider", true,
    "completionProvider", object(),
    "renameProvider", object("prepareProvider", true),
    "codeActionProvider", object("codeActionKinds", { "quickfix" })
  )
  local server = object("name", "cantrip", "version", c.version)
  return object("capabilities", capabilities, "serverInfo", server)
end

local function shutdown()
  shut = true
  return c.null
end

local function set_games(doc)
  doc.games = {}
  add_games(doc, c.games(doc.path, false), false)
end

local function did_open(params)
  local uri = text_at(params, "textDocument", "uri")
  local text, doc = text_at(params, "textDocument", "text"), document_of(params)
  local path = uri_path(uri)
  if text and not doc and path then
    doc = { uri = uri, path = path }
    table.insert(docs, doc)
  end
  if text and doc then
    doc.text = text
    set_games(doc)
  end
end

-- The whole text each time: games are small.
local function did_change(params)
  local changes = at(params, "contentChanges")
  local last = type(changes) == "table" and #changes or 0
  local doc, text = document_of(params), text_at(changes, last, "text")
  if doc and text then
    doc.text = text
  end
end

local function did_save(params)
  local doc = document_of(params)
  if doc then
    set_games(doc)
  end
end

local function did_close(params)
  local doc, i = document_of(params)
  if doc then
    table.remove(docs, i)
  end
end

local notes = {
  ["textDocument/didOpen"] = did_open,
  ["textDocument/didChange"] = did_change,
  ["textDocument/didSave"] = did_save,
  ["textDocument/didClose"] = did_close,
}
local requests = { -- of the present text
  ["textDocument/hover"] = hover,
  ["textDocument/definition"] = definition,
  ["textDocument/completion"] = completion,
  ["textDocument/codeAction"] = fixes,
  ["textDocument/references"] = references,
  ["textDocument/documentSymbol"] = outline,
  ["textDocument/prepareRename"] = prepare_rename,
  ["textDocument/rename"] = rename,
}

local function ask(id, request, params)
  refresh()
  local good, result = pcall(request, params)
  if good then
    respond(id, result)
  else
    refuse(id, FAILED, result.why or error(result, 0))
  end
end

local function tell(message)
  local id, method, params = at(message, "id"), at(message, "method"), at(message, "params")
  local name = type(method) == "string" and method
  if not begun and name and name ~= "initialize" and name ~= "exit" then
    if id ~= nil then
      refuse(id, NOT_BEGUN, "`initialize` comes first")
    end
  elseif name == "exit" then
    leaves = true
  elseif notes[name] then
    notes[name](params)
    changed = true
  elseif id ~= nil and requests[name] then
    ask(id, requests[name], params)
  elseif id ~= nil and name == "initialize" then
    respond(id, initialize())
  elseif id ~= nil and name == "shutdown" then
    respond(id, shutdown())
  elseif method ~= nil and not name then
    refuse(id, NO_REQUEST, "a method must be a text")
  elseif name and id ~= nil then -- other notifications are skipped
    refuse(id, NO_METHOD, "this server does not have this method")
  end
end

---- the pipe ----

local PAUSE = 150 -- milliseconds without a message before edits are checked
local LONGEST, HEADER = 64 << 20, 65536

-- What has come and is not read yet: a text and pieces behind it, which are joined once they are
-- `need` bytes.
local came, pieces, size, need = "", {}, 0, 1
local over, lost = false, false -- nothing more comes; the end of a message is unknown

-- The next whole message as text, or nil.
local function take()
  if size < need then
    return nil
  end
  came, pieces = came .. table.concat(pieces), {}
  need = size + 1
  local head, body = came:match("^(.-\r\n)\r\n()")
  local n = head and LONGEST + 1 or size > HEADER and LONGEST + 1 or 0 -- if no line says it
  for line in (head or ""):gmatch("(.-)\r\n") do
    local length = line:lower():match("^content%-length:(.*)")
    n = length and tonumber(length:match("^%s*([+-]?%d+)") or 0) or n
  end
  if n < 0 or n > LONGEST then
    io.stderr:write("cantrip: lsp: this is not a message: ",
      "it needs a length of at most 64 MB\n")
    over, lost = true, true
  elseif head and size < body + n - 1 then
    need = body + n - 1
  elseif head then
    local text = came:sub(body, body + n - 1)
    came = came:sub(body + n)
    size, need = #came, 1
    return text
  end
end

-- The next message; nil: none came in time, or `over`.
local function receive(wait)
  while not over do
    local text = take()
    local bytes = not text and not over and c.wait(wait)
    if text then
      local message, why = c.json(text)
      if message and not message[0] then
        return message
      end
      refuse(nil, why and NO_JSON or NO_REQUEST, why or "this is not a message")
    elseif bytes then
      table.insert(pieces, bytes)
      size = size + #bytes
    else
      over = over or bytes == false
      return nil
    end
  end
end

local function serve()
  while not leaves and not over do
    local message = receive(changed and PAUSE or -1)
    if message then
      tell(message)
    elseif not over then
      refresh()
    end
  end
  local ends = shut or not leaves -- as the protocol has it
  return lost and c.USAGE or ends and c.OK or c.FINDING
end

---- cantrip check --fix ----

local MOST_FIXES = 1000

-- Replaces the word of a finding in a file of the game, if that leaves fewer findings.
local function try_fix(folder, files, f, findings)
  local own = f.file and f.instead and f.line > 0 and f.file:sub(1, #folder + 1) == folder .. "/"
  local file = own and find_by(files, "path", f.file)
  if own and not file then
    file = { path = f.file, text = c.read(f.file) }
    file.was = file.text
    files[#files + 1] = file.text and file
  end
  local line = file and file.text and line_of(file, f.line - 1)
  if not line then
    return false
  end
  local first, last = finding_word(f, line)
  local was, instead = file.text, f.instead:gsub("^%*", "")
  local before = table.concat(lines_of(file), "\n", 1, f.line - 1) .. (f.line > 1 and "\n" or "")
  file.text = before .. line:sub(1, first - 1) .. instead .. was:sub(#before + last)
  if first == last or #c.load(folder, files, false) >= findings then
    file.text = was
    return false
  end
  local word = line:sub(first, last - 1)
  io.stderr:write(f.file, ":", f.line, ":", f.column, ": '", word, "' is now '", instead, "'\n")
  return true
end

local function fix(folder)
  local files, next, good = {}, 1, true
  for _ = 1, MOST_FIXES do
    local found = c.load(folder, files, false)
    while found[next] and not try_fix(folder, files, found[next], #found) do
      next = next + 1
    end
    if not found[next] then
      break
    end
  end
  for _, file in ipairs(files) do
    good = (file.text == file.was or c.write(file.path, file.text)) and good
  end
  return good
end

return { tell = tell, rest = refresh, serve = serve, fix = fix }
