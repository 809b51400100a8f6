effect.echo = function(g, e) g:queue("echo", 3 - e.count) end
