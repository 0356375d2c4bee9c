// Serves this folder. Any other server of files does as well.
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const types = { html: 'text/html', js: 'text/javascript', map: 'application/json' }
const here = new URL('./', import.meta.url)

const server = createServer(async ({ url }, response) => {
  const { pathname } = new URL(url, 'http://localhost')
  const file = new URL(pathname === '/' ? 'index.html' : `.${pathname}`, here)
  const type = types[file.pathname.split('.').at(-1)]
  try {
    if (!type || !file.href.startsWith(here.href)) throw new Error('There is no such file.')
    response.setHeader('content-type', `${type}; charset=utf-8`).end(await readFile(file))
  } catch {
    response.writeHead(404).end()
  }
})

server.listen(Number(process.env.PORT ?? 8080), 'localhost', () => console.log(`http://localhost:${server.address().port}/`))
