-- Sends the requests of a file in turn. A line has method, path and optionally a JSON body, separated by tabs.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, body = line:match("^(%u+)\t([^\t]+)\t?(.*)$")
    local headers = { ["Accept"] = "application/json, text/event-stream" }
    if body ~= "" then headers["Content-Type"] = "application/json" else body = nil end
    requests[#requests + 1] = wrk.format(method, path, headers, body)
  end
end

function request()
  at = at % #requests + 1
  return requests[at]
end
