// Is this container ready? The image has no curl, and Node is there anyway; asked often, so without what fetch needs.
import { get } from 'node:http'

const [listen = '127.0.0.1:4010'] = (process.env.VITRINE_LISTEN ?? '').split(',').filter(Boolean)
const port = listen.slice(listen.lastIndexOf(':') + 1)
const say = ready => process.exit(ready ? 0 : 1)

get({ host: '127.0.0.1', port, path: '/readyz', timeout: 3000 }, ({ statusCode }) => say(statusCode === 200))
  .on('timeout', () => say(false))
  .on('error', () => say(false))
