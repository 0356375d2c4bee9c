import { request } from 'node:http'

/** An answer with the bytes that were sent. fetch would decompress them. `body` is Base64. */
export type ExactAnswer = { status: number; headers: Record<string, string>; body: string }

const copiedHeaders = ['content-type', 'content-length', 'content-encoding']

export function exactAnswer(url: string, headers: Record<string, string> = {}): Promise<ExactAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, res => {
      const chunks: Buffer[] = []
      res.on('data', chunk => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const copied = Object.entries(res.headers).filter(([name]) => copiedHeaders.includes(name))
        const body = Buffer.concat(chunks).toString('base64')
        resolve({ status: res.statusCode!, headers: Object.fromEntries(copied) as Record<string, string>, body })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
