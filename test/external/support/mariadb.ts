// A MariaDB server of its own, in a folder of its own. It goes with the process that started it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, createConnection } from 'mysql2'
import { freePort } from '../../support/servers/redis-server.ts'
import type { Application } from '../../support/servers/sync-sources.ts'

export type MariaDb = {
  newApplication(): Promise<Application>
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

const program = '/usr/sbin/mariadbd'
const password = 'p@ss/wörd'

export async function startMariaDb(): Promise<MariaDb> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-mariadb-'))
  const user = process.getuid?.() === 0 ? ['--user=root'] : []
  const data = join(folder, 'data')
  execFileSync(
    'mariadb-install-db',
    [`--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db', ...user],
    {
      stdio: 'ignore',
    },
  )
  const port = await freePort()
  const args = [
    `--datadir=${data}`,
    `--port=${port}`,
    '--bind-address=127.0.0.1',
    `--socket=${join(folder, 'sock')}`,
    `--pid-file=${join(folder, 'pid')}`,
    '--no-defaults',
    // Written at each commit, so that a killed server loses nothing; not flushed to the disk.
    '--innodb-flush-log-at-trx-commit=2',
    ...user,
  ]
  args.sort((a, b) => Number(b === '--no-defaults') - Number(a === '--no-defaults'))
  let guard = guarded(args)
  const root = { host: '127.0.0.1', port, user: 'root', socketPath: join(folder, 'sock') }
  const answer = async () => {
    for (let attempt = 0; ; attempt++) {
      const connection = createConnection(root)
      connection.on('error', () => {})
      try {
        await run(connection, 'SELECT 1')
        return connection
      } catch (error) {
        connection.destroy()
        if (attempt > 400 || guard.exitCode !== null) throw error
        await new Promise(resolve => setTimeout(resolve, 50))
      }
    }
  }
  const first = await answer()
  await run(first, `CREATE USER reader@'%' IDENTIFIED BY '${password}'`)
  await run(first, "GRANT SELECT ON *.* TO reader@'%'")
  first.destroy()
  let databases = 0
  const kill = async () => {
    guard.stdin!.end()
    if (guard.exitCode === null) await once(guard, 'exit')
  }
  return {
    async newApplication() {
      const name = `app_${databases++}`
      let connection = await answer()
      await run(connection, `CREATE DATABASE ${name}`)
      await run(connection, `USE ${name}`)
      return {
        source: `mysql://reader:${encodeURIComponent(password)}@127.0.0.1:${port}/${name}`,
        run: async sql => {
          try {
            await run(connection, sql)
          } catch (error) {
            if ((error as { fatal?: boolean }).fatal !== true) throw error
            connection = await answer()
            await run(connection, `USE ${name}`)
            await run(connection, sql)
          }
        },
        close: async () => connection.destroy(),
      }
    },
    kill,
    async restart() {
      await kill()
      guard = guarded(args)
      ;(await answer()).destroy()
    },
    async stop() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** When the process that holds the other end of the guard's input is gone, by whatever means, the server goes too. */
function guarded(args: string[]): ChildProcess {
  const script = '"$@" & cat; kill -9 $!; wait $!'
  return spawn('/bin/sh', ['-c', script, 'sh', program, ...args], { stdio: ['pipe', 'ignore', 'ignore'] })
}

function run(connection: Connection, sql: string): Promise<void> {
  return new Promise((resolve, reject) => {
    connection.query(sql, error => (error ? reject(error) : resolve()))
  })
}
