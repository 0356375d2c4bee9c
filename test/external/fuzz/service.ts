// The service that is shaken: a process of its own, on the demo community and the hand-written one, without limits.
import { importRecords } from '../../../src/records/transfer/import.ts'
import { openWritableStore } from '../../../src/store/sqlite/open.ts'
import { demoCommunity, fixtureRecords } from '../../support/contract-service.ts'
import { listening, start } from '../../support/vitrine-process.ts'

export async function serve(store: string) {
  const writable = await openWritableStore(store)
  await importRecords([...demoCommunity(), ...fixtureRecords()], { store: writable, now: Date.now })
  await writable.close()
  const anyPort = 'http://localhost:0'
  const running = start(['serve'], {
    VITRINE_STORE: store,
    VITRINE_DEMO: 'off',
    VITRINE_BASE_URL: anyPort,
    VITRINE_WEB_URL: anyPort,
    VITRINE_LIMIT_READ: '0',
    VITRINE_LIMIT_DISCOVERY: '0',
    VITRINE_LIMIT_MCP: '0',
  })
  const stop = async () => {
    running.child.kill('SIGTERM')
    await running.finished
  }
  const { api, web } = await listening(running).catch(async error => {
    await stop()
    throw error
  })
  return {
    api,
    web,
    /** What the service itself thinks went wrong. */
    complaints: () => {
      const ended = running.child.exitCode === null ? [] : [`The service ended with code ${running.child.exitCode}.`]
      const logged = running
        .stdout()
        .split('\n')
        .filter(line => /"level":[56]0/.test(line))
      return [...ended, ...logged.slice(0, 5), running.stderr()].filter(Boolean).join('\n') || null
    },
    stop,
  }
}
