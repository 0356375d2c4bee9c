import { request } from 'node:http'

/** An answer as it came over the wire: fetch would decompress it. */
export type ExactAnswer = { status: number; headers: Record<string, string>; body: string }

const kept = ['content-type', 'content-length', 'content-encoding']

export function exactAnswer(url: string, headers: Record<string, string>): Promise<ExactAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers, agent: false }, res => {
      const chunks: Buffer[] = []
      res.on('data', chunk => chunks.push(chunk))
      res.on('error', reject)
      res.on('end', () => {
        const same = Object.entries(res.headers).filter(([name]) => kept.includes(name))
        const body = Buffer.concat(chunks).toString('base64')
        resolve({ status: res.statusCode!, headers: Object.fromEntries(same) as Record<string, string>, body })
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}
