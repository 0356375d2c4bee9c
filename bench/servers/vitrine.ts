// The service as it is, on ports of the system's choice; only the limits are too high to be met, unless asked.
import { startService } from '../../src/app.ts'
import { readConfig } from '../../src/config/config.ts'

const { store, cacheMb, limit } = JSON.parse(process.argv[2]!) as { store: string; cacheMb: number; limit: number }

const service = await startService(
  {
    ...readConfig({}),
    baseUrl: 'http://localhost:0',
    webUrl: 'http://localhost:0',
    listen: { api: { port: 0, loopback: true }, web: { port: 0, loopback: true }, shared: false },
    store,
    cacheMb,
    limits: { read: limit, discovery: limit, mcp: limit },
  },
  { drainMs: 0 },
)
process.send!(service.ports.api)

const end = () => void service.close().then(() => process.exit(0))
process.on('SIGTERM', end).on('disconnect', end)
