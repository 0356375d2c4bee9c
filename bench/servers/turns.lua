-- Asks for the paths in a file over many connections, whenever it is told to, for as many milliseconds as a line of its
-- standard input says, and says of each turn: answers, failures, milliseconds until the last answer, milliseconds of CPU.
-- An answer is read with one call and the next question sent with another: wrk makes ten calls for a page of 25 kB.
--
-- luajit turns.lua <address> <port> <connections> <file of paths> [<header> ...]
local ffi = require("ffi")
-- The kernel's epoll_event is packed on x64 only.
local packed = ffi.arch == "x64" and "__attribute__((packed))" or ""
ffi.cdef("typedef struct " .. packed .. " { uint32_t events; uint64_t fd; } epoll_event;" .. [[
typedef struct { uint16_t family; uint16_t port; uint32_t address; uint8_t zero[8]; } sockaddr_in;
typedef struct { long seconds; long nanoseconds; } timespec;
uint16_t htons(uint16_t);
uint32_t inet_addr(const char *);
int socket(int, int, int);
int connect(int, const sockaddr_in *, uint32_t);
int close(int);
int epoll_create1(int);
int epoll_ctl(int, int, int, epoll_event *);
int epoll_wait(int, epoll_event *, int, int);
long recv(int, char *, size_t, int);
long send(int, const char *, size_t, int);
void *memmem(const void *, size_t, const void *, size_t);
long strtol(const char *, char **, int);
int clock_gettime(int, timespec *);
]])
local C = ffi.C
local AF_INET, SOCK_STREAM, EPOLLIN, EPOLL_CTL_ADD, MSG_DONTWAIT, MSG_NOSIGNAL = 2, 1, 1, 1, 0x40, 0x4000
local WALL, CPU = 1, 2
local most_fd, most_events, most_bytes, patience_ms = 65536, 256, 65536, 20000

local host, port, connections = arg[1], tonumber(arg[2]), tonumber(arg[3])
local address = ffi.new("sockaddr_in", { AF_INET, C.htons(port), C.inet_addr(host) })
local headers = { "Host: " .. host .. ":" .. port, unpack(arg, 5) }
local requests = {}
for path in io.lines(arg[4]) do
  requests[#requests + 1] = "GET " .. path .. " HTTP/1.1\r\n" .. table.concat(headers, "\r\n") .. "\r\n\r\n"
end

local poll = C.epoll_create1(0)
local events = ffi.new("epoll_event[?]", most_events)
local event = ffi.new("epoll_event[1]")
local buffer = ffi.new("char[?]", most_bytes)
local missing = ffi.new("int64_t[?]", most_fd) -- of the answer that a connection is at, in bytes
local time = ffi.new("timespec")
local open = {}
local at, waiting, answered, failed = 0, 0, 0, 0

local function now(clock)
  C.clock_gettime(clock, time)
  return tonumber(time.seconds) * 1000 + tonumber(time.nanoseconds) / 1e6
end

local function connect()
  local fd = C.socket(AF_INET, SOCK_STREAM, 0)
  assert(fd >= 0 and fd < most_fd and C.connect(fd, address, ffi.sizeof(address)) == 0, "There is no connection to be had.")
  event[0].events, event[0].fd = EPOLLIN, fd
  assert(C.epoll_ctl(poll, EPOLL_CTL_ADD, fd, event) == 0)
  missing[fd] = 0
  open[fd] = true
  return fd
end

local function lose(fd)
  failed = failed + 1
  open[fd] = nil
  C.close(fd)
end

local function ask(fd)
  at = at % #requests + 1
  local request = requests[at]
  waiting = waiting + 1
  -- What cannot be sent any more is lost when it is read.
  C.send(fd, request, #request, MSG_NOSIGNAL)
end

-- The bytes of the answer whose beginning is in the buffer.
local function length_of_answer(read)
  local head_end = C.memmem(buffer, read, "\r\n\r\n", 4)
  assert(head_end ~= nil, "The head of an answer came in parts.")
  local head = ffi.cast("char *", head_end) - buffer + 4
  local length = C.memmem(buffer, head, "\r\nContent-Length: ", 18)
  assert(length ~= nil, "An answer does not say how long it is.")
  return head + C.strtol(ffi.cast("char *", length) + 18, nil, 10)
end

-- Whether the connection is done with its answer: it came whole, or the connection is gone.
local function read(fd)
  local count = tonumber(C.recv(fd, buffer, most_bytes, MSG_DONTWAIT))
  if count <= 0 then
    lose(fd)
    return true
  end
  local rest = missing[fd]
  if rest == 0 then
    rest = length_of_answer(count)
    if buffer[9] ~= string.byte("2") then failed = failed + 1 end
  end
  missing[fd] = rest - count
  assert(missing[fd] >= 0, "More came than was asked for.")
  return missing[fd] == 0
end

local function turn(ms)
  answered, failed = 0, 0
  local began, cpu = now(WALL), now(CPU)
  local asking, heard = true, began
  local count = 0
  for fd in pairs(open) do
    ask(fd)
    count = count + 1
  end
  for _ = count + 1, connections do ask(connect()) end
  while waiting > 0 do
    local ready = C.epoll_wait(poll, events, most_events, 1000)
    local time_now = now(WALL)
    if ready > 0 then heard = time_now end
    assert(time_now - heard < patience_ms, "No answer for a long time.")
    asking = asking and time_now - began < ms
    for i = 0, ready - 1 do
      local fd = tonumber(events[i].fd)
      if read(fd) then
        waiting = waiting - 1
        answered = answered + 1
        if asking then ask(open[fd] and fd or connect()) end
      end
    end
  end
  print(string.format("%d %d %.3f %.3f", answered, failed, now(WALL) - began, now(CPU) - cpu))
  io.flush()
end

for line in io.lines() do turn(tonumber(line)) end
