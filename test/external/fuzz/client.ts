// A client that sends any bytes, and takes nothing for an answer that is not HTTP to the letter.
import { connect, type Socket } from 'node:net'

export type Answer = { status: number; headers: Map<string, string>; body: Buffer; closes: boolean }

const statusLine = /^HTTP\/1\.1 ([1-5]\d\d) [\x20-\x7e]+$/
const headerLine =
  /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\x21-\x7e\x80-\xff](?:[\t\x20-\x7e\x80-\xff]*[\x21-\x7e\x80-\xff])?)?$/

type Taken = { answer: Answer; length: number }

/** The first answer in `bytes`; null when it is not complete. Throws when it is not HTTP. */
export function takeAnswer(bytes: Buffer, method: string): Taken | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  const status = Number(statusLine.exec(first)?.[1] ?? fault(`is no status line: ${first.slice(0, 100)}`))
  const headers = headersOf(lines)
  const start = end + 4
  if (status < 200) {
    const later = takeAnswer(bytes.subarray(start), method)
    return later && { answer: later.answer, length: start + later.length }
  }
  const closes = headers.get('connection') === 'close'
  // Of a request that the parser gave up on, nobody knows that its method was HEAD.
  const unparsed = closes && [400, 414, 431].includes(status) && bytes.length > start
  const length = bodyLength(status, headers, unparsed ? 'GET' : method)
  if (bytes.length < start + length) return null
  return {
    answer: { status, headers, body: bytes.subarray(start, start + length), closes },
    length: start + length,
  }
}

function headersOf(lines: readonly string[]): Map<string, string> {
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name = fault(`is no header: ${line.slice(0, 100)}`), value = ''] = headerLine.exec(line) ?? []
    const key = name.toLowerCase()
    const earlier = headers.get(key)
    if (earlier !== undefined && key !== 'link') fault(`has ${name} twice`)
    headers.set(key, earlier === undefined ? value : `${earlier}, ${value}`)
  }
  return headers
}

function bodyLength(status: number, headers: Map<string, string>, method: string): number {
  const told = headers.get('content-length')
  if (headers.has('transfer-encoding')) fault('has no length of its own')
  if (status === 204 || status === 304 || method === 'HEAD') return 0
  if (told === undefined || !/^\d+$/.test(told)) fault(`has no Content-Length`)
  return Number(told)
}

function fault(what: string): never {
  throw new Error(`The answer ${what}.`)
}

const patienceMs = 10_000

type Waiting = { method: string; done: (answer: Answer) => void; fail: (error: Error) => void; timer: NodeJS.Timeout }

/** One connection, kept as long as the service keeps it; requests go one after the other. */
export function makeClient(port: number) {
  let socket: Socket | null = null
  let received: Buffer = Buffer.alloc(0)
  let waiting: Waiting | null = null

  const finish = (act: (waiting: Waiting) => void) => {
    const current = waiting
    if (current === null) return
    clearTimeout(current.timer)
    waiting = null
    act(current)
  }
  const drop = () => {
    socket?.removeAllListeners()
    socket?.on('error', () => {})
    socket?.destroy()
    socket = null
    received = Buffer.alloc(0)
  }
  const failed = (error: Error) => {
    drop()
    finish(({ fail }) => fail(error))
  }
  const take = (chunk: Buffer) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    try {
      const taken = takeAnswer(received, waiting?.method ?? fault('came unasked'))
      if (taken === null) return
      if (received.length > taken.length) fault(`is followed by ${received.length - taken.length} bytes`)
      if (taken.answer.closes) drop()
      received = Buffer.alloc(0)
      finish(({ done }) => done(taken.answer))
    } catch (error) {
      failed(error as Error)
    }
  }
  const open = () => {
    socket = connect(port, '127.0.0.1')
    socket.setNoDelay(true)
    socket.on('data', take)
    socket.on('error', failed)
    socket.on('close', () => failed(new Error('The connection was closed without a whole answer.')))
    return socket
  }
  return {
    send: (bytes: Buffer, method: string): Promise<Answer> =>
      new Promise((done, fail) => {
        const timer = setTimeout(() => failed(new Error('There was no answer in time.')), patienceMs)
        waiting = { method, done, fail, timer }
        ;(socket ?? open()).write(bytes)
      }),
    close: drop,
  }
}

/** Sends bytes on a connection of their own, says that there will be no more, and takes all answers until the end. */
export function sendAlone(port: number, bytes: Buffer, method: string): Promise<Answer[]> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const timer = setTimeout(() => socket.destroy(new Error('The connection stayed open.')), patienceMs)
    let failure: Error | undefined
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    // A service that has answered may refuse to read the rest.
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') failure = error
    })
    socket.on('close', () => {
      clearTimeout(timer)
      try {
        if (failure) throw failure
        resolve(allAnswers(Buffer.concat(chunks), method))
      } catch (error) {
        reject(error)
      }
    })
    socket.end(bytes)
  })
}

function allAnswers(bytes: Buffer, method: string): Answer[] {
  const answers: Answer[] = []
  for (let rest = bytes; rest.length > 0; ) {
    const taken = takeAnswer(rest, method) ?? fault('is cut off')
    answers.push(taken.answer)
    rest = rest.subarray(taken.length)
  }
  return answers
}
