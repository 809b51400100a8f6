-- A script asks: what is bound where it is called is lost as it would be behind a `choose`.
local mine = sel{zone = "hand", of = "you"}

effect.asking = function(g, e, you)
  g:choose(you, mine, "which")
end
