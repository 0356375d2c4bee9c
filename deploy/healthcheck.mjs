// Health check of the container: the image has no curl. Runs often, so it uses node:http, which loads faster than fetch.
import { get } from 'node:http'

const [listen = '127.0.0.1:4010'] = (process.env.VITRINE_LISTEN ?? '').split(',').filter(Boolean)
const port = listen.slice(listen.lastIndexOf(':') + 1)
const exit = ready => process.exit(ready ? 0 : 1)

get({ host: '127.0.0.1', port, path: '/readyz', timeout: 3000 }, ({ statusCode }) => exit(statusCode === 200))
  .on('timeout', () => exit(false))
  .on('error', () => exit(false))
