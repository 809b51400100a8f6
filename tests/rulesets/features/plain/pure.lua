-- pure.lua: is the first so much as the second, or both odd?
function pure.fits(g, a, b)
  return a >= b or (a % 2 == 1 and b % 2 == 1)
end
