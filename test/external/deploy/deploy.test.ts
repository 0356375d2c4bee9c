// What deploy/ holds is right as far as can be told without Docker and a cluster.
import assert from 'node:assert/strict'
import { execFile, execFileSync } from 'node:child_process'
import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { parse } from 'yaml'
import { readConfig, settings } from '../../../src/config/config.ts'
import { start } from '../../support/start-service.ts'
import { listening, scratchFolder, start as startProcess } from '../../support/vitrine-process.ts'
import { toolPackages } from '../support/tools.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../../../', import.meta.url))
const at = (...path: string[]) => join(root, ...path)
const read = (...path: string[]) => readFileSync(at(...path), 'utf8')
const folder = scratchFolder()

// biome-ignore lint/suspicious/noExplicitAny: documents of other projects' shapes
type Document = any

const files = globSync('deploy/**/*', { cwd: root }).filter(file => /\.[a-z]+$|Dockerfile$/.test(file))

test('every setting that is named exists', () => {
  const names = new Set<string>(Object.values(settings).map(({ name }) => name))
  const named = files.flatMap(file => [...read(file).matchAll(/VITRINE_[A-Z0-9_]+/g)].map(([name]) => ({ file, name })))
  assert.ok(named.length > 20)
  assert.deepEqual(
    named.filter(({ name }) => !names.has(name)),
    [],
  )
})

describe('compose', () => {
  const compose: Document = parse(read('deploy/compose.yaml'), { merge: true })
  const services = Object.entries<Document>(compose.services)
  const apps = services.filter(([name]) => name.startsWith('app-')).map(([, service]) => service)

  /** As if whoever starts it had chosen the secrets, and nothing else. */
  const filled = (environment: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(environment).map(([name, value]) => [
        name,
        value.replace(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/\$\{[^}]+\}/g, 'a'.repeat(16)),
      ]),
    )
  const addressOf = (name: string): string => compose.services[name].networks.backend.ipv4_address

  test('the linter has nothing to say', async () => {
    const { stdout } = await run(
      join(toolPackages, '.bin/dclint'),
      ['--color=false', '--max-warnings=0', 'deploy/compose.yaml'],
      { cwd: root },
    )
    assert.equal(stdout.trim(), '')
  })

  test('all services start again, are bounded, and are told to be well', () => {
    for (const [name, service] of services) {
      assert.equal(service.restart, 'unless-stopped', name)
      assert.ok(service.mem_limit && service.cpus && service.logging, name)
      // The image of the service brings its own.
      assert.ok(service.healthcheck || service.build, name)
      for (const other of Object.keys(service.depends_on ?? {})) assert.ok(compose.services[other], other)
      const networks = Array.isArray(service.networks) ? service.networks : Object.keys(service.networks)
      for (const network of networks) assert.ok(network in compose.networks, network)
    }
    // A server on the socket alone is there while the database is still being made.
    assert.match(compose.services.postgres.healthcheck.test.join(' '), /^CMD pg_isready --host 127\.0\.0\.1 /)
  })

  test('two instances, with settings that are understood', () => {
    assert.equal(apps.length, 2)
    for (const { environment, read_only: readOnly } of apps) {
      const config = readConfig(filled(environment))
      assert.equal(config.listen.shared, true)
      assert.deepEqual(config.trustProxy, [addressOf('proxy')])
      assert.equal(readOnly, true)
    }
  })

  test('the proxy knows both of them', () => {
    const servers = [...read('deploy/nginx/nginx.conf').matchAll(/^\s*server (\S+):(\d+) /gm)].map(
      ([, name, port]) => ({
        name,
        port: Number(port),
      }),
    )
    const { port } = readConfig(filled(apps[0].environment)).listen.api
    assert.deepEqual(servers, [
      { name: 'app-1', port },
      { name: 'app-2', port },
    ])
    // nginx looks names up when it starts: whether an instance runs then or not, and for as long as nginx runs.
    const known = ['app-1', 'app-2'].map(name => `${name}:${addressOf(name)}`)
    assert.deepEqual(compose.services.proxy.extra_hosts, known)
  })
})

describe('Kubernetes', () => {
  const place = 'deploy/kubernetes'
  const names = readdirSync(at(place))
  const kustomization: Document = parse(read(place, 'kustomization.yaml'))
  const manifests = names
    .filter(name => name !== 'kustomization.yaml')
    .map(name => ({ name, document: parse(read(place, name)) as Document }))
  const ofKind = (kind: string): Document => manifests.find(({ document }) => document.kind === kind)!.document
  const modelOf = ({ apiVersion, kind }: Document) => `kubernetes-models/${apiVersion}/${kind}`

  test('every manifest is what its kind may be', async () => {
    for (const { name, document } of manifests) {
      const { [document.kind]: Model } = (await import(modelOf(document))) as Record<string, Document>
      assert.doesNotThrow(() => new Model(document).validate(), name)
    }
  })

  test('all manifests but the example of secrets are applied', () => {
    const applied = manifests.map(({ name }) => name).filter(name => name !== 'secret.example.yaml')
    assert.deepEqual([...kustomization.resources].sort(), applied.sort())
  })

  test('they fit together, and their settings are understood', () => {
    const { spec } = ofKind('Deployment')
    const [container] = spec.template.spec.containers
    const { labels } = spec.template.metadata
    const selectors = [
      spec.selector.matchLabels,
      ofKind('Service').spec.selector,
      ofKind('PodDisruptionBudget').spec.selector.matchLabels,
      ofKind('NetworkPolicy').spec.podSelector.matchLabels,
    ]
    for (const selector of selectors) assert.deepEqual({ ...labels, ...selector }, labels)
    assert.equal(ofKind('HorizontalPodAutoscaler').spec.scaleTargetRef.name, ofKind('Deployment').metadata.name)
    assert.equal(spec.replicas, undefined, 'Applied again, it would undo what the autoscaler decided.')
    assert.equal(spec.template.spec.serviceAccountName, ofKind('ServiceAccount').metadata.name)
    for (const { http } of ofKind('Ingress').spec.rules) {
      assert.equal(http.paths[0].backend.service.name, ofKind('Service').metadata.name)
    }
    const portNames = container.ports.map(({ name }: Document) => name)
    for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
      assert.ok(portNames.includes(container[probe].httpGet.port))
    }
    for (const { ports } of ofKind('NetworkPolicy').spec.ingress) assert.ok(portNames.includes(ports[0].port))
    const config = readConfig({ ...ofKind('ConfigMap').data, ...ofKind('Secret').stringData })
    const portOf = (name: string) => container.ports.find((port: Document) => port.name === name).containerPort
    assert.equal(config.listen.api.port, portOf('http'))
    assert.equal(config.metricsPort, portOf('metrics'))
    const hosts = ofKind('Ingress').spec.rules.map(({ host }: Document) => host)
    for (const url of [config.baseUrl, config.webUrl]) assert.ok(hosts.includes(new URL(url).host))
  })
})

describe('systemd', () => {
  const unit = read('deploy/systemd/vitrine.service')
  for (const name of ['vitrine.service', 'vitrine-sync.service']) {
    const copy = join(folder, name)
    // Paths of the machine it is meant for, which this one need not have.
    const meant = read('deploy/systemd', name)
    writeFileSync(
      copy,
      meant.replaceAll('/usr/bin/node', process.execPath).replaceAll('/opt/vitrine', root.slice(0, -1)),
    )

    test(`${name} is understood, and exposes little`, async () => {
      const { stdout, stderr } = await run('systemd-analyze', ['verify', copy])
      assert.equal(stdout + stderr, '')
      // 10 is a service without any restriction; the threshold is in tenths.
      await run('systemd-analyze', ['security', '--offline=true', '--no-pager', '--threshold=15', copy])
    })
  }

  test('its settings are understood', () => {
    const given = [...unit.matchAll(/^Environment=(VITRINE_[^=]+)=(.*)$/gm)].map(([, name, value]) => [name, value])
    assert.equal(readConfig(Object.fromEntries(given)).store, '/var/lib/vitrine/vitrine.db')
    assert.match(unit, /^ExecStart=\S+ \S+\/bin\/vitrine\.mjs serve --workers auto$/m)
    assert.match(unit, /^ExecReload=\S+ -HUP \$MAINPID$/m)
  })
})

describe('metrics', async () => {
  const rules: Document = parse(read('deploy/prometheus/vitrine.rules.yaml'))
  const dashboard: Document = JSON.parse(read('deploy/grafana/vitrine.json'))
  const { redis } = readConfig({ VITRINE_REDIS: 'redis://127.0.0.1:1' })

  const promtool = (args: string[], input = '') =>
    execFileSync('promtool', args, { cwd: at('deploy/prometheus'), input, stdio: 'pipe' }).toString()

  /** Some metrics are there only with Redis, which need not answer. */
  async function scrapeOfOne(t: TestContext): Promise<string> {
    const service = await start(t, { config: { metricsPort: 0, redis } })
    await service.api('/public/share/tags')
    return (await fetch(service.metricsUrl!)).text()
  }

  /** And some only with several workers. */
  async function scrapeOfWorkers(t: TestContext): Promise<string> {
    const env = {
      VITRINE_STORE: join(folder, 'workers.db'),
      VITRINE_DEMO: 'off',
      VITRINE_BASE_URL: 'http://localhost:0',
      VITRINE_WEB_URL: 'http://localhost:0',
      VITRINE_METRICS_PORT: '0',
    }
    const running = startProcess(['serve', '--workers', '2'], env)
    t.after(async () => {
      running.child.kill('SIGTERM')
      await running.finished
    })
    const { metrics, api } = await listening(running)
    await fetch(`${api}/public/share/tags`)
    return (await fetch(metrics!)).text()
  }

  test('every metric that is looked at exists', async t => {
    const scrapes = await Promise.all([scrapeOfOne(t), scrapeOfWorkers(t)])
    const families = new Set(scrapes.flatMap(text => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)))
    const recorded = rules.groups.flatMap(({ rules }: Document) => rules.map(({ record }: Document) => record))
    const known = (name: string) =>
      name === 'up' ||
      families.has(name) ||
      families.has(name.replace(/_(?:bucket|sum|count)$/, '')) ||
      recorded.includes(name)
    const expressions: string[] = [
      ...rules.groups.flatMap(({ rules }: Document) => rules.map(({ expr }: Document) => expr)),
      ...dashboard.panels.flatMap(({ targets }: Document) => targets.map(({ expr }: Document) => expr)),
      ...dashboard.templating.list.map(({ query }: Document) => query),
    ]
    const looked = expressions.flatMap(text => [...text.matchAll(/\b(?:vitrine|nodejs|process)_\w+|\bvitrine:[\w:]+/g)])
    assert.ok(looked.length > 30)
    assert.deepEqual(
      [...new Set(looked.map(([name]) => name))].filter(name => !known(name)),
      [],
    )
    for (const scrape of scrapes) assert.equal(promtool(['check', 'metrics'], scrape).trim(), '')
  })

  test('rules alert when they should', () => {
    promtool(['check', 'config', 'prometheus.yaml'])
    promtool(['test', 'rules', 'vitrine.rules.test.yaml'])
  })
})
