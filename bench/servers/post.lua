-- Sends the text of a file as a JSON body, again and again.
local request_text

function init(args)
  local file = assert(io.open(args[1], "rb"))
  local body = file:read("*a")
  file:close()
  request_text = wrk.format("POST", nil, {
    ["Content-Type"] = "application/json",
    ["Accept"] = "application/json, text/event-stream",
  }, body)
end

function request()
  return request_text
end
