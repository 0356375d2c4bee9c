// A server that takes on jobs, as a process of its own that can be killed. Its clock may go ahead of the machine's.
import { writeSync } from 'node:fs'
import { startWithJobs } from '../../endpoints/jobs-service.ts'

const [store, ahead = '0'] = process.argv.slice(2)

/** Whoever started this process takes away what it leaves behind. */
const nobody = { after: () => {} }

const now = () => Date.now() + Number(ahead)
const { ports, standIn, close } = await startWithJobs(nobody, { config: { store: store! }, records: [], now })
standIn.onAsk(({ query }) => {
  if (query === 'end the process') process.kill(process.pid, 'SIGKILL')
})
// Heard, the signal becomes an error of the write that went too far.
process.on('SIGXFSZ', () => {})
writeSync(1, `${ports.web}\n`)
process.on('SIGTERM', async () => {
  await close()
  process.exit(0)
})
