// `systemctl enable --now` and `systemctl reload`, and all that stands before them, on a machine that systemd runs.
import assert from 'node:assert/strict'
import type { Block } from '../docs-blocks.ts'
import { ask } from '../start-service.ts'
import { until } from '../vitrine-process.ts'
import { gitSettings } from './clone.ts'
import { type Ground, type Shown, showEach } from './part.ts'
import { projectInside } from './systemd-boot.ts'
import { type Administrator, startSystemd } from './systemd-machine.ts'

const ports = { api: 4010, web: 4000 }

/** What is written with the editor, which shows that the service reads it. */
const settings = { file: '/root/settings', product: 'Workshop of the documents' }

export async function runSystemctl(blocks: readonly Block[], ground: Ground): Promise<Shown[]> {
  for (const port of Object.values(ports))
    assert.equal(await statusAt(port), undefined, `Something else has port ${port}: stop it first.`)
  const editor = { EDITOR: `install -m 600 ${settings.file}` }
  const administrator = await startSystemd(ground, { ...gitSettings(projectInside), ...editor })
  await administrator(`echo 'VITRINE_PRODUCT_NAME="${settings.product}"' > ${settings.file}`)
  const [version] = (await administrator('systemctl --version')).split(' (')
  return showEach(blocks, ground, async block => `${await serves(block, administrator)}, by ${version}`)
}

async function serves({ text }: Block, administrator: Administrator): Promise<string> {
  await administrator(text, 30)
  await answers(administrator)
  const page = await ask(ports.web, '/', { headers: { host: `localhost:${ports.web}` } })
  assert.ok(page.text.includes(settings.product), 'The service does not read its file of settings.')
  assert.match(await administrator('systemctl is-enabled vitrine'), /^enabled$/m)
  const reload = /^systemctl reload \S+/m.exec(text)?.[0]
  assert.ok(reload, 'A service is reloaded in the block.')
  const asked = await withoutPause(administrator, reload)
  const [user] = (await administrator('ps -o user= -p $(systemctl show --value --property=MainPID vitrine)')).split(
    '\n',
  )
  assert.notEqual(user, 'root')
  return `enabled, answers as the user ${user}, and a reload replaced its workers while ${asked} requests were answered`
}

/** Between the block and the first answer there may be a start. */
async function answers(administrator: Administrator): Promise<void> {
  const isReady = async () => (await statusAt(ports.api)) === 200
  const isOver = async () => /^(?:inactive|failed)$/m.test(await administrator('systemctl is-active vitrine || true'))
  await until('the service answers or ends', async () => (await isReady()) || (await isOver()), 60_000)
  if (await isReady()) return
  const state = 'systemctl status --no-pager vitrine || true; journalctl --no-pager --lines=20 --unit=vitrine'
  assert.fail(`Nothing answers after the block:\n${await administrator(state)}`)
}

/** Asks on and on while all workers are replaced; gives back how often. */
async function withoutPause(administrator: Administrator, reload: string): Promise<number> {
  const workers = async () =>
    (await administrator('pgrep --parent $(systemctl show --value --property=MainPID vitrine)')).trim().split('\n')
  const before = await workers()
  const done = new AbortController()
  const asking = askAlong(done.signal)
  await administrator(reload)
  const areReplaced = async () => (await workers()).every(worker => !before.includes(worker))
  await until('all workers are replaced', areReplaced, 120_000).finally(() => done.abort())
  const statuses = await asking
  assert.deepEqual(new Set(statuses), new Set([200]))
  return statuses.length
}

async function askAlong(signal: AbortSignal): Promise<(number | undefined)[]> {
  const statuses = []
  while (!signal.aborted) {
    statuses.push(await statusAt(ports.api))
    await new Promise(resolve => setTimeout(resolve, 10))
  }
  return statuses
}

/** Nothing when nobody answers. */
const statusAt = (port: number): Promise<number | undefined> =>
  ask(port, '/readyz', { headers: { host: `localhost:${port}` } }).then(
    ({ status }) => status,
    () => undefined,
  )
