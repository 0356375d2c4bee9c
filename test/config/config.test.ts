import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { readConfig, settings } from '../../src/config/config.ts'
import { commonGuesses } from '../../src/config/hints.ts'
import { describeSettings } from '../../src/config/listing.ts'

const names: string[] = Object.values(settings).map(setting => setting.name)
type Environment = Record<string, string>

function problemsOf(env: Environment): string {
  try {
    readConfig(env)
  } catch (error) {
    return (error as Error).message
  }
  return ''
}

describe('settings', () => {
  test('an empty environment gives the defaults', () => {
    assert.deepEqual(readConfig({}), {
      baseUrl: 'http://localhost:4010',
      webUrl: 'http://localhost:4000',
      listen: { api: { port: 4010, loopback: true }, web: { port: 4000, loopback: true }, shared: false },
      store: './data/vitrine.db',
      storeReplica: undefined,
      url: undefined,
      redis: undefined,
      redisWaitMs: 40,
      workers: undefined,
      demo: true,
      readTimeoutMs: 900,
      startWait: 60,
      limits: { read: 120, discovery: 60, mcp: 60 },
      trustProxy: [],
      clientConnections: 1024,
      cursorSecret: undefined,
      metricsPort: undefined,
      logLevel: 'info',
      logRequests: false,
      cacheMb: 32,
      productName: 'Pocketry',
      knowledge: undefined,
      securityContact: undefined,
      llm: undefined,
      traces: undefined,
      tracesSample: 0.01,
    })
  })

  test('an empty variable means the default, and variables of others are left alone', () => {
    const empty = Object.fromEntries(names.map(name => [name, '']))
    assert.deepEqual(readConfig({ ...empty, PATH: '/bin', NODE_ENV: 'test', vitrine_demo: 'x' }), readConfig({}))
  })

  const redis = { cluster: false, tls: false, username: undefined, password: undefined, db: 0 }
  const threeNodes = ['a', 'b', 'c'].map((host, i) => ({ host, port: i + 1 }))
  const good: [env: Environment, expected: object][] = [
    [{ VITRINE_BASE_URL: 'https://API.example.com/' }, { baseUrl: 'https://api.example.com' }],
    [{ VITRINE_WEB_URL: 'http://[::1]:4000' }, { webUrl: 'http://[::1]:4000' }],
    [{ VITRINE_WEB_URL: 'http://example.com:80' }, { webUrl: 'http://example.com' }],
    [{ VITRINE_STORE: 'a folder/x.db' }, { store: 'a folder/x.db' }],
    [{ VITRINE_DEMO: 'off' }, { demo: false }],
    [{ VITRINE_LIMIT_READ: '0', VITRINE_LIMIT_MCP: '7' }, { limits: { read: 0, discovery: 60, mcp: 7 } }],
    [{ VITRINE_TRUST_PROXY: '10.0.0.0/8, ::1,fd00::/8' }, { trustProxy: ['10.0.0.0/8', '::1', 'fd00::/8'] }],
    [{ VITRINE_CURSOR_SECRET: '0123456789abcdef' }, { cursorSecret: '0123456789abcdef' }],
    [{ VITRINE_METRICS_PORT: '9100' }, { metricsPort: 9100 }],
    [
      { VITRINE_LOG_LEVEL: 'silent', VITRINE_LOG_REQUESTS: 'on' },
      { logLevel: 'silent', logRequests: true },
    ],
    [{ VITRINE_CACHE_MB: '0' }, { cacheMb: 0 }],
    [{ VITRINE_WORKERS: 'auto' }, { workers: 'auto' }],
    [{ VITRINE_WORKERS: '4' }, { workers: 4 }],
    [{ VITRINE_REDIS: 'redis://cache' }, { redis: { ...redis, nodes: [{ host: 'cache', port: 6379 }] } }],
    [
      { VITRINE_REDIS: 'rediss://me:p%40ss@[::1]:7000/2' },
      { redis: { ...redis, nodes: [{ host: '::1', port: 7000 }], tls: true, username: 'me', password: 'p@ss', db: 2 } },
    ],
    [
      { VITRINE_REDIS: 'redis://a:7000?cluster' },
      { redis: { ...redis, nodes: [{ host: 'a', port: 7000 }], cluster: true } },
    ],
    [{ VITRINE_REDIS: 'redis://a:1, b:2,redis://c:3' }, { redis: { ...redis, nodes: threeNodes, cluster: true } }],
    [
      { VITRINE_TRACES: 'http://collector:4318/v1/traces', VITRINE_TRACES_SAMPLE: '1' },
      { traces: 'http://collector:4318/v1/traces', tracesSample: 1 },
    ],
    [{ VITRINE_PRODUCT_NAME: 'Étagère' }, { productName: 'Étagère' }],
    [{ VITRINE_SECURITY_CONTACT: 'mailto:a@b.example' }, { securityContact: 'mailto:a@b.example' }],
    [
      { VITRINE_LLM_URL: 'http://localhost:11434/v1/', VITRINE_LLM_MODEL: 'qwen3:8b' },
      { llm: { url: 'http://localhost:11434/v1', model: 'qwen3:8b', key: undefined } },
    ],
    [
      { VITRINE_LLM_URL: 'https://llm.example', VITRINE_LLM_MODEL: 'm', VITRINE_LLM_KEY: 'sk-123' },
      { llm: { url: 'https://llm.example', model: 'm', key: 'sk-123' } },
    ],
  ]
  for (const [env, expected] of good) {
    test(`${JSON.stringify(env)} is understood`, () => {
      const config = readConfig(env)
      assert.deepEqual({ ...config, ...expected }, config)
    })
  }

  const bad: [name: string, value: string, allowed: RegExp][] = [
    ['VITRINE_BASE_URL', 'localhost:4010', /http or https address without a path/],
    ['VITRINE_BASE_URL', 'ftp://example.com', /http or https/],
    ['VITRINE_BASE_URL', 'https://example.com/api', /without a path/],
    ['VITRINE_BASE_URL', 'https://example.com?', /without a path/],
    ['VITRINE_BASE_URL', 'https://example.com#x', /without a path/],
    ['VITRINE_BASE_URL', 'https://me@example.com', /without a path/],
    ['VITRINE_WEB_URL', 'not an address', /http or https/],
    ['VITRINE_LISTEN', '8080', /address:port/],
    ['VITRINE_LISTEN', '127.0.0.1', /address:port/],
    ['VITRINE_LISTEN', '127.0.0.1:65536', /address:port/],
    ['VITRINE_LISTEN', '::1:80', /address:port/],
    ['VITRINE_LISTEN', '[127.0.0.1]:80', /address:port/],
    ['VITRINE_LISTEN', 'a:1,b:2,c:3', /address:port/],
    ['VITRINE_LISTEN', 'a:1,', /address:port/],
    ['VITRINE_STORE', 'postgres://db', /postgres:\/\/user@host\/database/],
    ['VITRINE_STORE', 'POSTGRESQL:db/x', /postgres:\/\/user@host\/database/],
    ['VITRINE_STORE', 'mysql://db/x', /file path/],
    ['VITRINE_STORE_REPLICA', './data/vitrine.db', /postgres:\/\/user@host\/database/],
    ['VITRINE_STORE', ':memory:', /file path/],
    ['VITRINE_DEMO', 'yes', /on or off/],
    ['VITRINE_LIMIT_READ', '-1', /whole number from 0/],
    ['VITRINE_LIMIT_READ', '1e3', /whole number/],
    ['VITRINE_LIMIT_DISCOVERY', '1.5', /whole number/],
    ['VITRINE_LIMIT_MCP', 'many', /whole number/],
    ['VITRINE_TRUST_PROXY', 'proxy.example.com', /IP addresses or CIDR ranges/],
    ['VITRINE_TRUST_PROXY', '10.0.0.0/33', /CIDR/],
    ['VITRINE_TRUST_PROXY', '10.0.0.1,', /CIDR/],
    ['VITRINE_TRUST_PROXY', '::1/129', /CIDR/],
    ['VITRINE_METRICS_PORT', '70000', /from 0 to 65535/],
    ['VITRINE_LOG_LEVEL', 'loud', /fatal, error, warn, info, debug, trace, silent/],
    ['VITRINE_LOG_REQUESTS', 'true', /on or off/],
    ['VITRINE_CACHE_MB', '65537', /from 0 to 65536/],
    ['VITRINE_WORKERS', '0', /auto or a whole number/],
    ['VITRINE_REDIS', 'cache:6379', /redis:\/\/host:port/],
    ['VITRINE_REDIS', 'redis://cache/sessions', /redis:\/\/host:port/],
    ['VITRINE_REDIS', 'redis://cache?tls=1', /redis:\/\/host:port/],
    ['VITRINE_REDIS', 'redis://a,rediss://b', /all redis/],
    ['VITRINE_REDIS', 'redis://a/1,b', /must not name a database/],
    ['VITRINE_TRACES', 'collector:4318', /http or https address/],
    ['VITRINE_TRACES_SAMPLE', '1.5', /number from 0 to 1/],
    ['VITRINE_TRACES_SAMPLE', '10%', /number from 0 to 1/],
    ['VITRINE_PRODUCT_NAME', 'x'.repeat(61), /at most 60 characters/],
    ['VITRINE_PRODUCT_NAME', 'two\nlines', /one line/],
    ['VITRINE_LLM_URL', 'localhost:11434', /http or https address/],
    ['VITRINE_LLM_URL', 'http://user:word@localhost/v1', /http or https address/],
    ['VITRINE_LLM_URL', 'http://localhost/v1?key=x', /http or https address/],
    ['VITRINE_LLM_URL', 'http://localhost/v1', /needs VITRINE_LLM_MODEL/],
    ['VITRINE_LLM_MODEL', 'a model', /without spaces/],
    ['VITRINE_LLM_MODEL', 'm', /need VITRINE_LLM_URL/],
    ['VITRINE_LLM_KEY', 'two words', /without spaces/],
    ['VITRINE_SECURITY_CONTACT', 'security@example.com', /URI such as mailto:/],
    ['VITRINE_SECURITY_CONTACT', 'javascript:alert(1)', /URI such as mailto:/],
  ]
  for (const [name, value, allowed] of bad) {
    test(`${name}=${JSON.stringify(value)} is refused with its name and what is allowed`, () => {
      const message = problemsOf({ [name]: value })
      assert.match(message, new RegExp(`^${name} `))
      assert.match(message, allowed)
    })
  }

  test('every problem is told at once, unknown names with a suggestion', () => {
    const message = problemsOf({
      VITRINE_BASEURL: 'x',
      VITRINE_ZZZZZZZZ: '',
      VITRINE_DEMO: 'maybe',
      VITRINE_CACHE_MB: 'x',
    })
    assert.match(message, /VITRINE_BASEURL is not a setting\. Did you mean VITRINE_BASE_URL\?/)
    assert.match(message, /VITRINE_ZZZZZZZZ is not a setting\. `vitrine config` lists all settings\.$/m)
    assert.match(message, /VITRINE_DEMO must be on or off \(it is maybe\)\./)
    assert.match(message, /VITRINE_CACHE_MB/)
    assert.equal(message.split('\n').length, 4)
  })

  const guesses: [name: string, hint: RegExp][] = [
    ['VITRINE_PORT', /VITRINE_BASE_URL.*VITRINE_WEB_URL.*VITRINE_LISTEN/],
    ['VITRINE_HOST', /VITRINE_BASE_URL.*VITRINE_WEB_URL.*VITRINE_LISTEN/],
    ['VITRINE_DATABASE_URL', /VITRINE_STORE/],
    ['VITRINE_DB', /VITRINE_STORE/],
    ['VITRINE_REDIS_URL', /VITRINE_REDIS to /],
    ['VITRINE_LOG', /VITRINE_LOG_LEVEL/],
    ['VITRINE_TLS_CERT', /proxy/],
    ['VITRINE_STARTWAIT', /Did you mean VITRINE_START_WAIT\?/],
    ['VITRINE_STOER', /Did you mean VITRINE_STORE\?/],
  ]
  for (const [name, hint] of guesses) {
    test(`${name}, which people try, is answered with the settings that do it`, () => {
      const message = problemsOf({ [name]: 'x' })
      assert.match(message, new RegExp(`^${name} is not a setting\\. `))
      assert.match(message, hint)
    })
  }

  test('hints name only settings that there are', () => {
    for (const { names: guessed, instead } of commonGuesses) {
      for (const name of instead.match(/VITRINE_[A-Z_]+/g) ?? []) assert.ok(names.includes(name), name)
      for (const guess of guessed) assert.ok(!names.includes(`VITRINE_${guess}`), `${guess} is a setting`)
    }
  })

  test('no secret is ever told', () => {
    const env = {
      VITRINE_CURSOR_SECRET: 'tooshort',
      VITRINE_STORE: 'postgres://me:hushhush@db/x',
      VITRINE_STORE_REPLICA: 'postgres://db/x?user=me&password=hushhush',
      VITRINE_REDIS: 'redis://me:hushhush@a,redis://me:hushhush@b/1',
    }
    const told = problemsOf(env) + JSON.stringify(describeSettings(env))
    assert.match(told, /VITRINE_CURSOR_SECRET must have 16 characters/)
    assert.doesNotMatch(told, /tooshort|hushhush/)
  })
})

describe('where the hosts listen', () => {
  const cases: [why: string, env: Environment, listen: object][] = [
    [
      'public hosts listen on all addresses',
      { VITRINE_BASE_URL: 'http://api.example.com:8080', VITRINE_WEB_URL: 'https://example.com' },
      { api: { port: 8080, loopback: false }, web: { port: 443, loopback: false }, shared: false },
    ],
    [
      'loopback addresses stay on loopback',
      { VITRINE_BASE_URL: 'http://127.0.0.2:1', VITRINE_WEB_URL: 'http://[::1]:2' },
      { api: { port: 1, loopback: true }, web: { port: 2, loopback: true }, shared: false },
    ],
    [
      'port 0 is a port of its own, chosen by the system',
      { VITRINE_BASE_URL: 'http://localhost:0', VITRINE_WEB_URL: 'http://localhost:0' },
      { api: { port: 0, loopback: true }, web: { port: 0, loopback: true }, shared: false },
    ],
    [
      'one port is shared',
      { VITRINE_BASE_URL: 'http://api.localhost:4000' },
      { api: { port: 4000, loopback: true }, web: { port: 4000, loopback: true }, shared: true },
    ],
    [
      'a shared port is public when one of the hosts is',
      { VITRINE_BASE_URL: 'http://api.example.com:4000' },
      { api: { port: 4000, loopback: false }, web: { port: 4000, loopback: false }, shared: true },
    ],
    [
      'one listener for both',
      { VITRINE_LISTEN: '0.0.0.0:8080', VITRINE_BASE_URL: 'https://api.example.com' },
      {
        api: { host: '0.0.0.0', port: 8080, loopback: false },
        web: { host: '0.0.0.0', port: 8080, loopback: false },
        shared: true,
      },
    ],
    [
      'two listeners, the API first',
      { VITRINE_LISTEN: '127.0.0.1:0, [::1]:0' },
      {
        api: { host: '127.0.0.1', port: 0, loopback: true },
        web: { host: '::1', port: 0, loopback: true },
        shared: false,
      },
    ],
    [
      'two ports chosen by the system are two ports',
      { VITRINE_LISTEN: 'localhost:0,localhost:0' },
      {
        api: { host: 'localhost', port: 0, loopback: true },
        web: { host: 'localhost', port: 0, loopback: true },
        shared: false,
      },
    ],
    [
      'the same place twice is one listener',
      { VITRINE_LISTEN: '[::]:80,[::]:80', VITRINE_BASE_URL: 'https://api.example.com' },
      { api: { host: '::', port: 80, loopback: false }, web: { host: '::', port: 80, loopback: false }, shared: true },
    ],
  ]
  for (const [why, env, listen] of cases) {
    test(why, () => assert.deepEqual(readConfig(env).listen, listen))
  }

  test('hosts on one port must have names that differ', () => {
    assert.match(problemsOf({ VITRINE_BASE_URL: 'http://localhost:4000' }), /host names must differ/)
    assert.match(problemsOf({ VITRINE_LISTEN: '127.0.0.1:8080' }), /host names must differ/)
  })

  test('metrics have a port of their own', () => {
    assert.match(problemsOf({ VITRINE_METRICS_PORT: '4010' }), /VITRINE_METRICS_PORT must differ/)
    assert.equal(readConfig({ VITRINE_METRICS_PORT: '0' }).metricsPort, 0)
  })
})

describe('describing the settings', () => {
  test('every setting has a row that says where its value is from', () => {
    const rows = describeSettings({ VITRINE_DEMO: 'off', VITRINE_CURSOR_SECRET: 'a secret of some length' })
    assert.deepEqual(
      rows.map(row => row.name),
      names,
    )
    const row = (name: string) => rows.find(candidate => candidate.name === name)
    assert.deepEqual([row('VITRINE_DEMO')?.value, row('VITRINE_DEMO')?.from], ['off', 'environment'])
    assert.deepEqual([row('VITRINE_STORE')?.value, row('VITRINE_STORE')?.from], ['./data/vitrine.db', 'default'])
    assert.equal(row('VITRINE_CURSOR_SECRET')?.value, '********')
    assert.ok(rows.every(({ meaning }) => meaning.endsWith('.')))
  })
})
