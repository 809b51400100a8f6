-- manpage.lua - pages for man(1), in the language of man(7). manpage.c says what they are about.
--
-- All texts go through `some`, so that nothing in them becomes a request.

---- letters ----

local escapes = {
  ["\\"] = "\\e", ["-"] = "\\-", ["'"] = "\\(aq", ["`"] = "\\(ga", ["^"] = "\\(ha",
  ["~"] = "\\(ti", ['"'] = "\\(dq",
}

-- Writes text that begins a line. `fill`: lines are filled.
local function some(text, fill)
  local full, column, out = 70, 0, {}
  for char in text:gmatch(utf8.charpattern) do
    local how = escapes[char]
    if column == 0 and char == "." then
      out[#out + 1] = "\\&"
    end
    column = column + #char + #(how or "")
    if not how and #char > 1 then
      how = ("\\[u%04X]"):format(utf8.codepoint(char))
    elseif fill and char == " " and column > full then
      how, column = "\n", 0
    end
    out[#out + 1] = how or char
  end
  io.write(table.concat(out))
end

local function line(text)
  some(text, true)
  io.write "\n"
end

local function lines_of(text)
  return (text:gsub("([^\n])$", "%1\n")):gmatch "([^\n]*)\n"
end

-- Adjoining lines are one paragraph. Each indented line is its own.
local function paragraphs(text)
  local listed, begun = false, false
  for one in lines_of(text) do
    local indent, rest = one:match "^( *)(.*)"
    local indented = indent ~= ""
    if indented then
      io.write(listed and "" or ".PD 0\n", '.IP "" 2\n')
    elseif listed then
      io.write ".PD\n"
    end
    if not indented and one ~= "" and (listed or not begun) then
      io.write ".PP\n"
    end
    some(rest, true)
    io.write(one ~= "" and "\n" or "")
    listed, begun = indented, one ~= ""
  end
  io.write(listed and ".PD\n" or "")
end

---- parts ----

local function head(r, command)
  io.write(".TH CANTRIP", command:upper(), " 1 ", r.date, ' "cantrip ', r.version)
  io.write '" "Cantrip"\n.SH NAME\ncantrip'
  some(command)
  io.write " \\- "
  line(r.summary)
end

-- " RULESET [CARD]", with the words to replace in italics.
local function arguments(text)
  io.write(text ~= "" and " " or "")
  for word, other in text:gmatch "([^%[%]|. ]*)([%[%]|. ]*)" do
    if word ~= "" then
      io.write(word:find "^[A-Z]" and "\\fI" or "\\fB")
      some(word)
      io.write "\\fR"
    end
    some(other)
  end
  io.write "\n"
end

local function flag(name, argument, help)
  io.write ".TP\n\\fB\\-\\-"
  some(name)
  io.write "\\fR"
  arguments(argument or "")
  line(help)
end

local function status()
  io.write [[
.SH EXIT STATUS
.TP
0
done
.TP
1
something was found, for example a failed test
.TP
2
bad input or usage
.TP
130
stopped by Ctrl\-C, after printing the results so far
]]
end

local function examples(text)
  io.write ".SH EXAMPLES\n.EX\n"
  for one in lines_of(text) do
    some(one)
    io.write "\n"
  end
  io.write ".EE\n"
end

---- pages ----

local function command(r)
  head(r, "-" .. r.name)
  io.write(".SH SYNOPSIS\n\\fBcantrip ", r.name, "\\fR", r[1] and " [\\fIFLAGS\\fR]" or "")
  arguments(r.arguments)
  io.write(".SH DESCRIPTION\n", r.summary:sub(1, 1):upper())
  some(r.summary:sub(2))
  io.write ".\n"
  paragraphs(r.more or "")
  io.write ".SH OPTIONS\n"
  for _, one in ipairs(r) do
    flag(one.name, one.argument, one.help)
  end
  flag("help", nil, "a short form of this page")
  status()
  if r.examples then
    examples(r.examples)
  end
  io.write ".SH SEE ALSO\n.BR cantrip (1)\n"
end

-- The environment variables that some command reads.
local environment = {
  { "CANTRIP_PATH", "Cantrip looks for games in these folders first. Colons separate them." },
  { "XDG_DATA_HOME", "Your own games are in its folder cantrip/rulesets (~/.local/share)." },
  { "XDG_STATE_HOME", "Saved games and tables are in its folder cantrip (~/.local/state)." },
  { "XDG_CACHE_HOME", "Trained bots are in its folder cantrip (~/.cache)." },
  { "TMPDIR", "If that folder cannot be written, they are in cantrip-UID here (/tmp)." },
  { "LC_ALL, LC_MESSAGES, LANG", "The language, unless you give --lang." },
  { "NO_COLOR", "If it is set, there are no colours." },
  { "SOURCE_DATE_EPOCH", "The date in files that Cantrip makes, in seconds since 1970." },
}

local function overview(r)
  head(r, "")
  io.write ".SH SYNOPSIS\n\\fBcantrip\\fR"
  arguments "COMMAND [FLAGS] [ARGUMENTS]"
  io.write [[
.SH DESCRIPTION
An interpreter for card games. A game is a folder of YAML and Lua
that you can read and change without a compiler.
]]
  paragraphs(r.more)
  io.write ".SH COMMANDS\n"
  for _, one in ipairs(r) do
    io.write(".TP\n\\fB", one.name, "\\fR")
    arguments(one.arguments)
    line(one.summary)
  end
  flag("version", nil, "the version")
  io.write ".SH ENVIRONMENT\n"
  for _, one in ipairs(environment) do
    io.write(".TP\n\\fB", one[1], "\\fR\n")
    line(one[2])
  end
  status()
  examples(r.examples)
  io.write ".SH SEE ALSO\n"
  for i, one in ipairs(r) do
    io.write(".BR \\%cantrip\\-", one.name, " (1)", r[i + 1] and "," or "", "\n")
  end
end

return { command = command, overview = overview }
