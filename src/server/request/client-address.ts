// The client address used by limits. Forwarded addresses are trusted only from configured proxies.
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'

const cachedClient = Symbol('client')
type Socket = IncomingMessage['socket'] & { [cachedClient]?: string }

/** Identifies a client by its IPv4 address, or by the /64 of its IPv6 address, because a subscriber gets a whole /64. */
export function makeClientAddress(trustedProxies: readonly string[]): (req: IncomingMessage) => string {
  const socketClient = (socket: Socket): string => {
    socket[cachedClient] ??= clientKey(normalizeAddress(socket.remoteAddress ?? '') ?? 'unknown')
    return socket[cachedClient]
  }
  if (trustedProxies.length === 0) return req => socketClient(req.socket)
  const isTrusted = makeTrust(trustedProxies)
  return req => {
    const forwarded = req.headers['x-forwarded-for']
    if (forwarded === undefined) return socketClient(req.socket)
    const socket = normalizeAddress(req.socket.remoteAddress ?? '')
    return socket === null ? 'unknown' : clientKey(firstUntrusted(socket, String(forwarded), isTrusted))
  }
}

/** Reads the header from right to left: an address is believed only if the hop that reported it is trusted. */
function firstUntrusted(socket: string, forwarded: string, isTrusted: (address: string) => boolean): string {
  let client = socket
  for (const hop of forwarded.split(',').reverse()) {
    if (!isTrusted(client)) return client
    const address = normalizeAddress(hop.trim())
    if (address === null) return client
    client = address
  }
  return client
}

export function makeTrust(networks: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return address => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** Without port, brackets and zone; IPv4-mapped IPv6 addresses as IPv4. Null when it is not an address. */
export function normalizeAddress(text: string): string | null {
  const [, bracketed] = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? []
  const [, beforePort] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(text) ?? []
  const address = (bracketed ?? beforePort ?? text).replace(/%.*$/, '')
  const family = isIP(address)
  if (family !== 6) return family === 4 ? address : null
  const groups = groupsOf(address)
  const mapped = groups.slice(0, 5).every(group => group === 0) && groups[5] === 0xffff
  if (!mapped) return address
  const [high = 0, low = 0] = groups.slice(6)
  return [high >> 8, high & 255, low >> 8, low & 255].join('.')
}

export function clientKey(address: string): string {
  if (isIP(address) !== 6) return address
  return `${groupsOf(address)
    .slice(0, 4)
    .map(group => group.toString(16))
    .join(':')}::/64`
}

/** The eight 16-bit groups of a valid IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = withHexGroups(address).split('::')
  const parse = (part: string) => (part === '' ? [] : part.split(':').map(group => Number.parseInt(group, 16)))
  const front = parse(head)
  const back = tail === undefined ? [] : parse(tail)
  return [...front, ...Array<number>(8 - front.length - back.length).fill(0), ...back]
}

/** ::ffff:1.2.3.4 → ::ffff:102:304 */
function withHexGroups(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_all, a, b, c, d) =>
    [a * 256 + Number(b), c * 256 + Number(d)].map(group => group.toString(16)).join(':'),
  )
}
