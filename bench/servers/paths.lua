-- Asks for the paths in a file, one after the other, beginning anywhere: many short turns ask for all of them.
local requests = {}
local at = 0

function init(args)
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
  math.randomseed(os.time())
  at = math.random(#requests)
end

function request()
  at = at % #requests + 1
  return requests[at]
end
