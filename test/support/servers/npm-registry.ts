// A npm registry with one package: its description and its tarball over HTTP, as npm asks for them.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

type NpmRegistry = { url: string; requests: string[]; close(): void }

type Contents = {
  name: string
  version: string
  /** Files of the package by path; all are executable. */
  files: Record<string, string>
  /** The tarball is another one than the description says. */
  isTampered?: boolean
}

export async function startRegistry(folder: string, contents: Contents): Promise<NpmRegistry> {
  const { name, version } = contents
  const tarball = pack(folder, contents)
  const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`
  const requests: string[] = []
  const server = createServer((req, res) => {
    requests.push(req.url!)
    const path = `/${name}/-/${name}-${version}.tgz`
    if (req.url === path) {
      res.end(contents.isTampered ? Buffer.concat([tarball, Buffer.from('x')]) : tarball)
      return
    }
    const dist = { tarball: `http://${req.headers.host}${path}`, integrity }
    const manifest = { name, version, dist }
    res.writeHead(req.url === `/${name}` ? 200 : 404, { 'content-type': 'application/json' })
    res.end(JSON.stringify({ name, 'dist-tags': { latest: version }, versions: { [version]: manifest } }))
  })
  server.listen(0, '127.0.0.1').unref()
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, requests, close: () => void server.close() }
}

function pack(folder: string, { name, version, files }: Contents): Buffer {
  const all = { ...files, 'package.json': JSON.stringify({ name, version }) }
  for (const [path, text] of Object.entries(all)) {
    const file = join(folder, 'package', path)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, 0o755)
  }
  const tarball = join(folder, `${name}.tgz`)
  execFileSync('tar', ['-czf', tarball, '-C', folder, 'package'])
  return readFileSync(tarball)
}
