// A PostgreSQL that is reached by TLS, with a certificate of an authority of its owner's.
import assert from 'node:assert/strict'
import { chmodSync, chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import pg from 'pg'
import { creation, creator } from '../../../store/suite/sample.ts'
import { makeAuthority } from '../../../support/servers/certificates.ts'
import { startCluster, unprivileged } from '../../../support/servers/postgres-cluster.ts'
import { freePort } from '../../../support/servers/redis-server.ts'
import { start } from '../../../support/start-service.ts'
import { scratchFolder, until, vitrine } from '../../../support/vitrine-process.ts'

const folder = scratchFolder()
const ours = makeAuthority(folder, 'ours')
const theirs = makeAuthority(folder, 'theirs')
const { cert, key } = ours.issue('DNS:localhost')
// The server's user must be able to get at its files, and be the only one to read the key.
chmodSync(folder, 0o755)
if (unprivileged) chownSync(key, unprivileged.uid, unprivileged.gid)
chmodSync(key, 0o600)

const port = await freePort()
const settings = { port: String(port), listen_addresses: '127.0.0.1', ssl: 'on' }
const cluster = await startCluster({ ...settings, ssl_cert_file: cert, ssl_key_file: key })
after(cluster.stop)
const bySocket = await cluster.newDatabase()
const database = new URL(bySocket).pathname

const address = (host: string, parameters: Record<string, string>) =>
  `postgres://vitrine:sesame@${host}:${port}${database}?${new URLSearchParams(parameters)}`
const verified = address('localhost', { sslmode: 'verify-full', sslrootcert: ours.cert })

const file = join(folder, 'records.ndjson')
const records = [creator('newcomer'), creation('newcomer', 'by-tls', { publishedAt: '2030-01-01T00:00:00Z' })]
writeFileSync(file, records.map(record => `${JSON.stringify(record)}\n`).join(''))
const importTo = (store: string, env = {}) => vitrine(['import', file], { VITRINE_STORE: store, ...env })

test('the service reads, writes and hears of changes by TLS', async t => {
  const { api } = await start(t, { config: { store: verified } })
  assert.equal((await api('/public/share/community?sort=recent&limit=1')).json().data.items[0].slug, 'thing-27')
  const client = new pg.Client({ connectionString: bySocket })
  await client.connect()
  const others = `FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE application_name = 'vitrine'`
  const { rows } = await client.query(`SELECT DISTINCT ssl, client_addr IS NOT NULL AS remote ${others}`)
  await client.end()
  assert.deepEqual(rows, [{ ssl: true, remote: true }])
  assert.equal((await importTo(verified)).code, 0)
  const shown = async () => (await api('/public/share/app/newcomer/by-tls')).status === 200
  await until('the new creation is shown', shown, 5000)
})

test('the authority may also be named for the whole process', async () => {
  const { code, stderr } = await importTo(address('localhost', { sslmode: 'verify-full' }), {
    NODE_EXTRA_CA_CERTS: ours.cert,
  })
  assert.equal(code, 0, stderr)
})

const refusals = [
  ['the wrong authority', address('localhost', { sslmode: 'verify-full', sslrootcert: theirs.cert }), /certificate/],
  ['an authority that is not known', address('localhost', { sslmode: 'verify-full' }), /certificate/],
  ['another name', address('127.0.0.1', { sslmode: 'verify-full', sslrootcert: ours.cert }), /altnames/],
  ['a file that is not there', address('localhost', { sslrootcert: join(folder, 'none.pem') }), /no such file/],
] as const

suite('a connection is refused with a reason, and without telling the password, for', { concurrency: true }, () => {
  for (const [what, store, why] of refusals) {
    test(what, async () => {
      const { code, stdout, stderr } = await importTo(store)
      assert.equal(code, 1)
      assert.match(stderr, /^vitrine: Cannot open the store postgres:\/\/\*{8}@/)
      assert.match(stderr, why)
      assert.doesNotMatch(stdout + stderr, /sesame/)
    })
  }
})
