local heap = sel{zone = "heap"}

pure.allowed = function(g, card)
  for first in g:cards(heap) do
    return first.face == "up"
  end
end
