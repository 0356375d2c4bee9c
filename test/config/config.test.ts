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
      sitePack: undefined,
      securityContact: undefined,
      llm: undefined,
      embed: undefined,
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
    [{ VITRINE_SITE: './étagère' }, { sitePack: './étagère' }],
    [{ VITRINE_SECURITY_CONTACT: 'mailto:a@b.example' }, { securityContact: 'mailto:a@b.example' }],
    [
      { VITRINE_LLM_URL: 'http://localhost:11434/v1/', VITRINE_LLM_MODEL: 'qwen3:8b' },
      { llm: { url: 'http://localhost:11434/v1', model: 'qwen3:8b', key: undefined } },
    ],
    [
      { VITRINE_LLM_URL: 'https://llm.example', VITRINE_LLM_MODEL: 'm', VITRINE_LLM_KEY: 'sk-123' },
      { llm: { url: 'https://llm.example', model: 'm', key: 'sk-123' } },
    ],
    [
      { VITRINE_EMBED_URL: 'http://localhost:11434/v1/', VITRINE_EMBED_MODEL: 'nomic', VITRINE_EMBED_KEY: 'sk-1' },
      { embed: { url: 'http://localhost:11434/v1', model: 'nomic', key: 'sk-1' } },
    ],
  ]
  test('valid values are read', () => {
    for (const [env, expected] of good) {
      const config = readConfig(env)
      assert.deepEqual({ ...config, ...expected }, config, JSON.stringify(env))
    }
  })

  const bad: [name: string, allowed: RegExp, ...values: string[]][] = [
    ['VITRINE_BASE_URL', /http or https address without a path/, 'localhost:4010', 'ftp://example.com'],
    ['VITRINE_BASE_URL', /without a path/, 'https://example.com/api', 'https://example.com?', 'https://example.com#x'],
    ['VITRINE_BASE_URL', /without a path/, 'https://me@example.com'],
    ['VITRINE_WEB_URL', /http or https/, 'not an address'],
    ['VITRINE_LISTEN', /address:port/, '8080', '127.0.0.1', '127.0.0.1:65536', '::1:80', '[127.0.0.1]:80'],
    ['VITRINE_LISTEN', /address:port/, 'a:1,b:2,c:3', 'a:1,'],
    ['VITRINE_STORE', /postgres:\/\/user@host\/database/, 'postgres://db', 'POSTGRESQL:db/x'],
    ['VITRINE_STORE', /file path/, 'mysql://db/x', ':memory:'],
    ['VITRINE_STORE_REPLICA', /postgres:\/\/user@host\/database/, './data/vitrine.db'],
    ['VITRINE_DEMO', /on or off/, 'yes'],
    ['VITRINE_LIMIT_READ', /whole number from 0/, '-1', '1e3'],
    ['VITRINE_LIMIT_DISCOVERY', /whole number/, '1.5'],
    ['VITRINE_LIMIT_MCP', /whole number/, 'many'],
    ['VITRINE_TRUST_PROXY', /IP addresses or CIDR ranges/, 'proxy.example.com', '10.0.0.0/33', '10.0.0.1,', '::1/129'],
    ['VITRINE_METRICS_PORT', /from 0 to 65535/, '70000'],
    ['VITRINE_LOG_LEVEL', /fatal, error, warn, info, debug, trace, silent/, 'loud'],
    ['VITRINE_LOG_REQUESTS', /on or off/, 'true'],
    ['VITRINE_CACHE_MB', /from 0 to 65536/, '65537'],
    ['VITRINE_WORKERS', /auto or a whole number/, '0'],
    ['VITRINE_REDIS', /redis:\/\/host:port/, 'cache:6379', 'redis://cache/sessions', 'redis://cache?tls=1'],
    ['VITRINE_REDIS', /all redis/, 'redis://a,rediss://b'],
    ['VITRINE_REDIS', /must not name a database/, 'redis://a/1,b'],
    ['VITRINE_TRACES', /http or https address/, 'collector:4318'],
    ['VITRINE_TRACES_SAMPLE', /number from 0 to 1/, '1.5', '10%'],
    [
      'VITRINE_LLM_URL',
      /http or https/,
      'localhost:11434',
      'http://user:word@localhost/v1',
      'http://localhost/v1?key=x',
    ],
    ['VITRINE_LLM_URL', /needs VITRINE_LLM_MODEL/, 'http://localhost/v1'],
    ['VITRINE_LLM_MODEL', /without spaces/, 'a model'],
    ['VITRINE_LLM_MODEL', /need VITRINE_LLM_URL/, 'm'],
    ['VITRINE_LLM_KEY', /without spaces/, 'two words'],
    ['VITRINE_EMBED_URL', /needs VITRINE_EMBED_MODEL/, 'http://localhost/v1'],
    ['VITRINE_EMBED_MODEL', /need VITRINE_EMBED_URL/, 'm'],
    ['VITRINE_SECURITY_CONTACT', /URI such as mailto:/, 'security@example.com', 'javascript:alert(1)'],
  ]
  test('invalid values are refused with their name and what is allowed', () => {
    for (const [name, allowed, ...values] of bad) {
      for (const value of values) {
        const message = problemsOf({ [name]: value })
        assert.match(message, new RegExp(`^${name} `))
        assert.match(message, allowed, `${name}=${value}`)
      }
    }
  })

  test('all problems are reported at once, unknown names with a suggestion', () => {
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

  test('names that people guess are answered with the right settings', () => {
    const listen = /VITRINE_BASE_URL.*VITRINE_WEB_URL.*VITRINE_LISTEN/
    const guesses: [name: string, hint: RegExp][] = [
      ['VITRINE_PORT', listen],
      ['VITRINE_HOST', listen],
      ['VITRINE_DATABASE_URL', /VITRINE_STORE/],
      ['VITRINE_DB', /VITRINE_STORE/],
      ['VITRINE_REDIS_URL', /VITRINE_REDIS to /],
      ['VITRINE_LOG', /VITRINE_LOG_LEVEL/],
      ['VITRINE_TLS_CERT', /proxy/],
      ['VITRINE_STARTWAIT', /Did you mean VITRINE_START_WAIT\?/],
      ['VITRINE_STOER', /Did you mean VITRINE_STORE\?/],
    ]
    for (const [name, hint] of guesses) {
      const message = problemsOf({ [name]: 'x' })
      assert.match(message, new RegExp(`^${name} is not a setting\\. `))
      assert.match(message, hint)
    }
  })

  test('hints name only settings that there are', () => {
    for (const { names: guessed, instead } of commonGuesses) {
      for (const name of instead.match(/VITRINE_[A-Z_]+/g) ?? []) assert.ok(names.includes(name), name)
      for (const guess of guessed) assert.ok(!names.includes(`VITRINE_${guess}`), `${guess} is a setting`)
    }
  })

  test('no message contains a secret', () => {
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
  type Listen = ReturnType<typeof readConfig>['listen']
  const shown = ({ api, web, shared }: Listen) => {
    const one = ({ host = '', port, loopback }: Listen['api']) => `${host}:${port} ${loopback ? 'local' : 'public'}`
    return `${one(api)}, ${one(web)}${shared ? ', shared' : ''}`
  }
  const api = { VITRINE_BASE_URL: 'https://api.example.com' }
  const addresses = (base: string, web: string) => ({ VITRINE_BASE_URL: base, VITRINE_WEB_URL: web })
  const cases: [env: Environment, listen: string][] = [
    [addresses('http://api.example.com:8080', 'https://example.com'), ':8080 public, :443 public'],
    [addresses('http://127.0.0.2:1', 'http://[::1]:2'), ':1 local, :2 local'],
    [addresses('http://localhost:0', 'http://localhost:0'), ':0 local, :0 local'],
    [{ VITRINE_BASE_URL: 'http://api.localhost:4000' }, ':4000 local, :4000 local, shared'],
    [{ VITRINE_BASE_URL: 'http://api.example.com:4000' }, ':4000 public, :4000 public, shared'],
    [{ ...api, VITRINE_LISTEN: '0.0.0.0:8080' }, '0.0.0.0:8080 public, 0.0.0.0:8080 public, shared'],
    [{ VITRINE_LISTEN: '127.0.0.1:0, [::1]:0' }, '127.0.0.1:0 local, ::1:0 local'],
    [{ VITRINE_LISTEN: 'localhost:0,localhost:0' }, 'localhost:0 local, localhost:0 local'],
    [{ ...api, VITRINE_LISTEN: '[::]:80,[::]:80' }, ':::80 public, :::80 public, shared'],
  ]
  test('follows from the addresses and VITRINE_LISTEN', () => {
    for (const [env, listen] of cases) assert.equal(shown(readConfig(env).listen), listen, JSON.stringify(env))
  })

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
