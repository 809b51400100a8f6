#!/usr/bin/env lua5.4
-- A bot for `cantrip play RULESET --seat 1="exec:lua5.4 tools/examples/bot.lua"`: picks by chance.
-- One line of JSON comes for each decision, one line goes back; n is the number of choices.
for line in io.lines() do
  local n = tonumber(line:match('"n":(%d+)'))
  io.write(string.format('{"choice":%d}\n', math.random(n) - 1))
  io.flush()
end
