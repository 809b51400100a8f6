-- mcp.lua - messages of the Model Context Protocol over stdin and stdout: JSON-RPC, one a line.
-- Each tool is a command of this program, which runs as a child in the folder, or works on files.
-- mcp.c and script.c have the functions of `c`.
local c = ...

local LONGEST = 16 << 20 -- a message
local MOST_SAID, LAST_WORDS = 400000, 5 -- bytes of a command; seconds when its time is up
local MOST_FILES, MOST_BYTES, DEEPEST = 2000, 4 << 20, 8

local add, object = c.add, c.object

-- What a tool says that fails.
local function wrong(format, ...)
  return format:format(...), true
end

---- the tools ----

-- The arguments of all tools: their kinds, and what they are. Kinds: path, folder, game (a folder
-- in here, or the name of an installed game), text, list (of texts), count, bots.
local ARGS = {}
for name, kind, says in ([[
as text: whose view: a seat's number, spectator or all
bots bots: players by seat, with commas: random, first, greedy, flat:N, mcts:N, learnt
card text: the id of a card
code text: the code of an error or warning, as NAME-UNKNOWN
field text: what to change and to which values: CARD.FIELD=VALUES, as tower.cost=2..5
filter text: only scenarios with this text in their names
folder folder: a folder in here
from count: the first line (1)
game game: the folder of a game, or the name of an installed one
games count: how many games
key text: a key of the files, or a place such as zone or choose
kind text: draft, trick, deckbuilding, shedding, duel or solitaire
lang text: a language of the game, as fr
like game: the game that the new one extends
lines count: how many lines (all)
name path: a name for the folder: small letters, digits, hyphens
now text: the new text
options list: options of the game, each as NAME=VALUE
out path: the file to write
page text: a page of the guide, as howto/bid-for-trump, or a topic
path path: a file in here, as my-game/ruleset.yaml
picks list: the picks so far, in order, as `choices` writes them
picked text: an action or a prompt's word: which cards win when they are picked there; or all
seats count: number of players
seconds count: stop after so many seconds
seed count: the same seed gives the same game (1)
text text: the whole text of the file
was text: the text to replace, which stands there once
why text: the id of a card or an action
]]):gmatch("(%l+) (%l+): ([^\n]+)") do
  ARGS[name] = { kind = kind, says = says }
end

-- Each tool: its name, with `!` if it changes files, what it does, and a command line. {x} stands
-- for an argument, {x*} for each of a list. What stands in [ ] falls away without its argument. The
-- line of a function on files (`on_files`, below) has only its arguments.
local TOOLS = {}
for indent, text in ([[
list_files: Lists the files in here with their sizes.
  [{folder}]
read_file: Reads a file, or some lines of it.
  {path} [{from}] [{lines}]
write_file!: Writes a whole file. Says what check finds in it.
  {path} {text}
edit_file!: Replaces a text of a file by another. Says what check finds in it.
  {path} {was} {now}
delete_file!: Deletes a file.
  {path}
list_games: Lists the installed games by kind. Those in here are what list_files shows.
  list --json
new_game!: Begins a small game that plays, in a folder of its own.
  new {name} [--kind {kind}] [--like {like}]
guide: Shows a page of the guide. Without a page it lists all: begin there.
  guide [{page}]
keys: Says which keys the files may have, and where.
  keys [{key}]
explain: Explains an error or warning, with an example and the fix.
  explain {code}
rules: Tells players how the game is played.
  rules {game} [--lang {lang}]
show: Lists a game's cards, or all about one card.
  show {game} [{card}] [--lang {lang}]
check: Finds every error of a game, with its place and often the fix. Run it after each change.
  check {game} --json
fix!: Mends the errors of a game whose fix is certain.
  check {folder} --fix
test: Runs the scenarios of a game.
  test {game} [--filter {filter}] --json
mutate: Changes the rules, one at a time: does a scenario notice?
  mutate {game} [--time {seconds}] --json
position: Plays to a position: what a seat sees there, and what it may choose.
  view {game} [--seats {seats}] [--seed {seed}] [--option {options*}] [--pick {picks*}]
    [--as {as}]
why_not: Says why a card or an action is not offered in a position.
  view {game} [--seats {seats}] [--seed {seed}] [--option {options*}] [--pick {picks*}] --why
    {why}
watch: Bots play one game. Tells the whole story.
  play {game} [--seats {seats}] [--seed {seed}] [--option {options*}] --bots {bots}
simulate: Bots play many games: who wins, how long they take, which cards win.
  sim {game} [--seats {seats}] [--games {games}] [--bots {bots}] [--cards {picked}]
    [--seed {seed}] [--option {options*}] --json
tune: Finds the value that makes a card fair.
  tune {game} {field} [--seats {seats}] [--games {games}] --json
bundle!: Writes the game as one file that plays in a browser.
  bundle {game} --out {out}
attack: Looks for what breaks a game: plans, cards, seats, games without end.
  attack {game} --time {seconds} [--seats {seats}] --json
]]):gmatch("( *)([^\n]+)") do
  if indent == "" then
    local name, writes, says = text:match("^([%l_]+)(!?): (.*)")
    TOOLS[name] = { name = name, says = says, writes = writes == "!", line = "" }
    table.insert(TOOLS, TOOLS[name])
  else
    local tool = TOOLS[#TOOLS]
    tool.line = tool.line .. (tool.line == "" and "" or " ") .. text
  end
end

-- Calls `use` for each argument of a tool: its name, kind, what it is, and whether it is needed.
local function each_arg(tool, use)
  local needed = tool.line:gsub("%b[]", "")
  for name in tool.line:gmatch("{(%l+)%*?}") do
    local arg = ARGS[name]
    use(name, arg.kind, arg.says, needed:find("{" .. name .. "[*}]") ~= nil)
  end
end

local function schema_of(tool)
  local properties, required = object(), {}
  each_arg(tool, function(name, kind, says, needed)
    local json = kind == "count" and "integer" or kind == "list" and "array" or "string"
    local one = object("type", json, "description", says)
    if kind == "list" then
      add(one, "items", object("type", "string"))
    elseif kind == "count" then
      add(one, "minimum", 0)
    end
    add(properties, name, one)
    if needed then
      table.insert(required, name)
    end
  end)
  return object("type", "object", "properties", properties, "required", required,
    "additionalProperties", false)
end

local function list_tools()
  local list = {}
  for i, tool in ipairs(TOOLS) do
    local hints = object("readOnlyHint", not tool.writes, "openWorldHint", false)
    list[i] = object("name", tool.name, "description", tool.says, "inputSchema", schema_of(tool),
      "annotations", hints)
  end
  return object("tools", list)
end

---- messages that come ----

-- Whole lines that are not answered yet, pieces of the next one, and the bytes of both.
local lines, rest, size, over = {}, {}, 0, false

-- Waits for a message and for a file, if there is one. Returns what has come from the file.
local function listen(milliseconds, file)
  local heard, bytes = c.wait(milliseconds, file, over or size > LONGEST)
  over = over or heard == false
  for part, newline in (heard or ""):gmatch("([^\n]*)(\n?)") do
    table.insert(rest, part .. newline)
    size = size + #part + #newline
    if newline ~= "" then
      table.insert(lines, table.concat(rest))
      rest = {}
    end
  end
  return bytes
end

-- Does this line take back the call under way?
local function takes_back(line, call)
  local m = c.json(line)
  return m and m.method == "notifications/cancelled" and type(m.params) == "table"
    and m.params.requestId == call
end

---- commands ----

local under_way -- the id of the call

-- Runs this program with these words, the command first, for so many seconds at most. Returns what
-- it says, nil if the client took the call back or a signal ends us; and whether it failed.
local function run(words, seconds)
  local child, from = c.start(words)
  if not child then
    return wrong("the command cannot be started: %s", from)
  end
  local last, late, text, said, seen = c.now() + seconds, false, {}, 0, 0
  local bytes, gone
  repeat
    bytes = listen(math.max(0, math.floor((last - c.now()) * 1000) + 1), from)
    gone = c.stopped()
    while seen < #lines do
      seen = seen + 1
      gone = gone or takes_back(lines[seen], under_way)
    end
    if bytes and said < MOST_SAID then
      table.insert(text, bytes)
      said = said + #bytes
    end
    local up = c.now() >= last
    local stuck = up and late
    if up and not late then -- it is asked to stop, and then it must
      late, last = true, c.now() + LAST_WORDS
      c.interrupt(child)
    end
  until bytes == false or gone or stuck
  local status = c.finish(child, from)
  if gone then
    return nil
  end
  local more = said >= MOST_SAID and "\n… and more. Ask for less at once.\n" or ""
  local cut = late and "\nThe time was up: not everything was done.\n" or ""
  return table.concat(text) .. more .. cut, not late and (not status or status > c.FINDING)
end

---- files: paths are relative, and no link lies on them ----

-- One part of a path: no hidden name, no flag, nothing above.
local function is_part(part)
  return #part > 0 and #part < 128 and not part:find("^[.-]") and not part:find("[\0-\x20\\\x7F]")
end

-- Is it a path of a file or folder in here that may be read or written? nil; else why not.
local function path_wrong(path)
  for part, last in (path .. "/"):gmatch("([^/]*)()/") do
    if not is_part(part) or not c.is_line(path) then
      return "must be a relative path, without '..' and hidden names"
    end
    local kind = c.kind(path:sub(1, last - 1))
    if kind == "link" then
      return "is a link, or lies behind one"
    elseif kind and kind ~= "folder" and (kind ~= "file" or last <= #path) then
      return "is no file or folder in here"
    end
  end
end

-- What is wrong with the path of a file as games have them, or nil.
local function file_wrong(path)
  local why = path_wrong(path)
  local ending = path:match("%.(%l+)$")
  if not why and not (ending and (" yaml lua md csv svg json txt "):find(" " .. ending .. " ")) then
    why = "is none of .yaml, .lua, .md, .csv, .svg, .json and .txt"
  end
  return why and ("'%s' %s"):format(path, why)
end

function TOOLS.list_files.on_files(arguments)
  local found = {}
  local function look(folder, deep)
    local names = c.names(folder == "" and "." or folder)
    table.sort(names)
    for _, name in ipairs(names) do
      local path = folder .. (folder == "" and "" or "/") .. name
      local kind, bytes = c.kind(path)
      if #found >= MOST_FILES or path_wrong(path) then
        -- not told
      elseif kind == "folder" and deep < DEEPEST then
        look(path, deep + 1)
      elseif kind == "file" then
        table.insert(found, ("%s (%d bytes)\n"):format(path, bytes))
      end
    end
  end
  look(arguments.folder or "", 0)
  return (#found == 0 and "There is no file yet. new_game begins a game.\n" or table.concat(found))
    .. (#found >= MOST_FILES and "… and more\n" or "")
end

-- The text of a file; or nil and what is wrong.
local function text_of(path)
  local text, why = nil, file_wrong(path)
  if why then
    return nil, why
  end
  local kind, bytes = c.kind(path)
  if not kind or bytes <= MOST_BYTES then
    text, why = c.read(path)
  end
  if text and not text:find("\0", 1, true) and utf8.len(text) then
    return text
  end
  return nil, path .. ": " .. (why or "this is no text, or has more than 4 MB")
end

function TOOLS.read_file.on_files(arguments)
  local text, why = text_of(arguments.path)
  if not text then
    return why, true
  end
  -- The place so many lines behind another.
  local function behind(at, n)
    while n > 0 and at <= #text do
      at, n = text:match("^[^\n]*\n?()", at), n - 1
    end
    return at
  end
  local from = behind(1, (arguments.from or 1) - 1)
  local lines = arguments.lines or 0
  return text:sub(from, behind(from, lines == 0 and math.huge or lines) - 1)
end

-- Writes it, and says what check finds.
local function write_text(path, text)
  if #text > MOST_BYTES then
    return wrong("%s: a file may have at most 4 MB", path)
  end
  local good, why = true, nil
  for last in path:gmatch("()/") do
    if good then
      good, why = c.make_folder(path:sub(1, last - 1))
    end
  end
  if good then
    good, why = c.write(path, text)
  end
  if not good then
    return wrong("%s: %s", path, why)
  end
  return path .. " is written.\n" .. (run({ "check", path }, 60) or "")
end

function TOOLS.write_file.on_files(arguments)
  local why = file_wrong(arguments.path)
  if why then
    return why, true
  end
  return write_text(arguments.path, arguments.text)
end

function TOOLS.edit_file.on_files(arguments)
  local path, was = arguments.path, arguments.was
  local text, why = text_of(path)
  if not text then
    return why, true
  end
  local at = was ~= "" and text:find(was, 1, true)
  if not at or text:find(was, at + 1, true) then
    return wrong("%s: the text to replace stands there %s", path,
      at and "more than once. Give more of it" or "nowhere")
  end
  return write_text(path, text:sub(1, at - 1) .. arguments.now .. text:sub(at + #was))
end

function TOOLS.delete_file.on_files(arguments)
  local path = arguments.path
  local why = file_wrong(path)
  if why then
    return why, true
  end
  local good, cause = c.delete(path)
  if not good then
    return wrong("%s: %s", path, cause)
  end
  return path .. " is deleted."
end

---- calls ----

-- Bots that play without a file and without another program.
local function are_alone(bots)
  return not bots:find("[^%l%d:=,]") and not bots:find("exec") and not bots:find("learnt:")
    and not bots:find("policy")
end

local function is_text(value)
  return type(value) == "string" and not value:find("\0", 1, true)
end

-- nil; or what is wrong with a value.
local function value_wrong(kind, value)
  if kind == "count" then
    local good = math.type(value) == "integer" and value >= 0
    return not good and "must be a whole number from 0 on" or nil
  elseif kind == "list" then
    local good = type(value) == "table" and value[0]
    for _, one in ipairs(good and value or {}) do
      good = good and type(one) == "string"
    end
    return not good and "must be a list of texts" or nil
  elseif not is_text(value) then
    return "must be a text"
  elseif kind == "path" or kind == "folder" or kind == "game" then
    return path_wrong(value)
  end
  return kind == "bots" and not are_alone(value) and "no files and no other programs here" or nil
end

-- Are they what the tool wants? nil; or what is wrong.
local function arguments_wrong(tool, arguments)
  local known, why = 0, nil
  each_arg(tool, function(name, kind, _, needed)
    local value = arguments[name]
    known = known + (value ~= nil and 1 or 0)
    local is = needed and "is missing" or nil
    if value ~= nil then
      is = value_wrong(kind, value)
    end
    why = why or is and ("%s: '%s' %s"):format(tool.name, name, is)
  end)
  for _ in pairs(arguments) do
    known = known - 1
  end
  return why
    or known ~= 0 and ("%s: it has no such argument; inputSchema lists all"):format(tool.name)
    or nil
end

-- A value as a word of the command line. A folder or game in here is a path.
local function word_of(name, value)
  local kind = ARGS[name].kind
  local here = kind == "folder" or kind == "game" and c.kind(value)
  return (here and "./" or "") .. value
end

-- The words of a tool's line with its arguments. Flags keep their value in one word, so that no
-- value is taken for a flag.
local function words_of(tool, arguments)
  local words, behind, flag = {}, {}, nil
  for word, next in tool.line:gmatch("([^ %[%]]+)[ %[%]]?()") do
    local name = word:match("^{(%l+)")
    local value = name and arguments[name]
    for _, one in ipairs(type(value) == "table" and value or { value }) do
      table.insert(flag and words or behind, (flag and flag .. "=" or "") .. word_of(name, one))
    end
    local is_flag = word:find("^%-") and tool.line:sub(next, next) == "{"
    flag = is_flag and word or nil
    if not name and not is_flag then
      table.insert(words, word)
    end
  end
  table.insert(words, "--")
  return table.move(behind, 1, #behind, #words + 1, words)
end

-- Calls a tool. No text: the client took the call back.
local function call_tool(tool, arguments)
  local why = arguments_wrong(tool, arguments)
  if why then
    return why, true
  elseif tool.on_files then
    return tool.on_files(arguments)
  end
  return run(words_of(tool, arguments), c.seconds)
end

---- answering ----

local NO_JSON, NO_REQUEST, NO_METHOD, NO_PARAMS = -32700, -32600, -32601, -32602

local function answer(id, result)
  c.say(object("id", id, "result", result, "jsonrpc", "2.0"))
end

local function refuse(id, code, why)
  c.say(object("error", object("code", code, "message", why), "id", id, "jsonrpc", "2.0"))
end

local function initialize(params)
  -- Those whose messages are like ours, the newest first.
  local versions = { "2025-06-18", "2025-03-26", "2024-11-05" }
  local version = versions[1]
  for _, known in ipairs(versions) do
    version = params.protocolVersion == known and known or version
  end
  local server = object("name", "cantrip", "title", "Cantrip", "version", c.version)
  return object("protocolVersion", version, "capabilities", object("tools", object()),
    "serverInfo", server, "instructions",
    "Cantrip runs card games that are written in YAML and Lua. Read the page 'language' of the "
      .. "guide first. Begin a game with new_game, change its files, and check and test after each "
      .. "change.")
end

local function call(id, params)
  local name, arguments = params.name, params.arguments
  local tool = type(name) == "string" and TOOLS[name]
  if arguments == nil then
    arguments = {}
  end
  if not tool or type(arguments) ~= "table" or arguments[0] then
    refuse(id, NO_PARAMS, type(name) == "string"
        and "there is no such tool, or its arguments are no object"
        or "the name of a tool is missing")
    return
  end
  under_way = id
  local text, failed = call_tool(tool, arguments)
  if text then -- else it was taken back
    local content = object("type", "text", "text", text)
    answer(id, object("content", { content }, "isError", failed or false))
  end
end

local function handle(m)
  local id, method = m.id, m.method
  local params = type(m.params) == "table" and m.params or {}
  local is_id = type(id) == "string" or math.type(id) == "integer"
  if type(method) ~= "string" or id ~= nil and not is_id then
    refuse(c.null, NO_REQUEST, "this is not a request")
  elseif id == nil then
    return -- a notification
  elseif method == "initialize" then
    answer(id, initialize(params))
  elseif method == "ping" then
    answer(id, object())
  elseif method == "tools/list" then
    answer(id, list_tools())
  elseif method == "tools/call" then
    call(id, params)
  else
    refuse(id, NO_METHOD, "this server does not have this method")
  end
end

while not c.stopped() and (lines[1] or not over) do
  local line = table.remove(lines, 1)
  if line then
    size = size - #line
    local message, why = c.json(line)
    if message then
      handle(message)
    elseif not line:find("^[\r\n]") then
      refuse(c.null, NO_JSON, why)
    end
  elseif size > LONGEST then
    io.stderr:write("cantrip: mcp: a message may have at most 16 MB\n")
    return false
  else
    listen(-1)
  end
end
return true
