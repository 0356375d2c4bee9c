import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type Kind, setUp, syncSuite } from '../../records/sync/sync-suite.ts'
import { mysqlTypes } from '../../support/servers/sync-sources.ts'
import { program, scratchFolder, start, until } from '../../support/vitrine-process.ts'
import { startMariaDb } from '../support/mariadb.ts'

const folder = scratchFolder()
const server = await startMariaDb()
after(() => server.stop())

const kind: Kind = {
  name: 'MariaDB',
  open: () => server.newApplication(),
  types: mysqlTypes,
  quoted: name => `\`${name}\``,
  now: 'CURRENT_TIMESTAMP(6)',
}

syncSuite(kind, folder)

describe('MariaDB and its driver', () => {
  test('goes on after the server was killed, and logs the outage once', async () => {
    const app = await setUp(kind, folder, { every: '200ms' })
    await app.fill()
    const running = app.start()
    await until('all is there', async () => (await app.records()).length === 22)
    await server.kill()
    await until('the outage is logged', () => running.stdout().includes('sync failed'))
    await server.restart()
    await app.run("UPDATE listing SET title = 'After all' WHERE id = 1")
    await until('the change is there', () => app.store.holds('"After all"'))
    running.child.kill('SIGTERM')
    const { code, stdout } = await running.finished
    assert.equal(code, 0)
    assert.equal(stdout.match(/sync failed/g)?.length, 1)
    await app.close()
  })

  test('a wrong password is reported and not printed', async () => {
    const app = await setUp(kind, folder)
    const file = join(folder, 'wrong.json')
    const source = app.mapping.source.replace(/:[^:@]*@/, `:$\{SECRET}@`)
    writeFileSync(file, JSON.stringify({ ...app.mapping, source }))
    const env = { ...app.store.env, SECRET: 'hunter2hunter2' }
    const { code, stderr } = await start(['sync', file], env).finished
    assert.equal(code, 2)
    assert.match(stderr, /Access denied/)
    assert.doesNotMatch(stderr, /hunter2/)
    const right = await start(['sync', file, '--once'], { ...env, SECRET: 'p@ss/wörd' }).finished
    assert.equal(right.code, 0, right.stderr)
    await app.close()
  })

  test('a missing driver is reported with the command that installs it', async () => {
    const hooks = join(folder, 'no-mysql2.mjs')
    writeFileSync(
      hooks,
      `import { registerHooks } from 'node:module'
       registerHooks({ resolve(name, context, next) {
         if (name === 'mysql2') throw Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' })
         return next(name, context)
       } })`,
    )
    const app = await setUp(kind, folder)
    const { code, stderr } = await start(['sync', app.file, '--once'], app.store.env, [
      process.execPath,
      '--import',
      hooks,
      program,
    ]).finished
    assert.equal(code, 2)
    assert.match(stderr, /npm install mysql2/)
    await app.close()
  })
})
