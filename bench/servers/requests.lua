-- Sends the requests in a file, one after the other: method, path and, for some, a JSON body, parted by tabs.
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
