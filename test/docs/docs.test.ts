// The docs are complete: a setting, error, operation, limit or command that they do not mention fails here.
import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import test from 'node:test'
import { fileURLToPath } from 'node:url'
import { commands } from '../../bin/commands.ts'
import { madeGuides } from '../../build/guides.ts'
import { settings } from '../../src/config/config.ts'
import { errors, nonRetryableStatuses, retryableStatuses } from '../../src/errors.ts'
import { policies, windowSeconds } from '../../src/limits.ts'
import { operations } from '../../src/operations/index.ts'
import { sorts } from '../../src/store/store.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** The row of a table whose first cell is `name`, set as code. */
function rowOf(file: string, name: string): string {
  const row = read(file)
    .split('\n')
    .find(line => line.startsWith(`| \`${name}\``) || line.startsWith(`| \`${name} `))
  assert.ok(row, `${file} has no row for ${name}.`)
  return row
}

function assertMentions(row: string, ...texts: (string | number)[]): void {
  for (const text of texts) assert.ok(row.includes(String(text)), `«${row}» does not mention ${text}.`)
}

test('docs/configuration.md has every setting with its default', () => {
  for (const { name, default: fallback } of Object.values(settings)) {
    assertMentions(rowOf('docs/configuration.md', name), fallback === undefined ? '' : `\`${fallback}\``)
  }
})

test('no document names a setting that does not exist', () => {
  const names = new Set<string>(Object.values(settings).map(({ name }) => name))
  // What begins with VITRINE_TEST_ is for whoever runs the tests.
  const named = /VITRINE_(?!TEST_)[A-Z0-9_]+/g
  for (const file of documents()) {
    for (const [name] of read(file).matchAll(named)) assert.ok(names.has(name), `${file}: ${name}`)
  }
})

test('docs/errors.md has every error with its status and code', () => {
  for (const [name, { status, code }] of Object.entries(errors)) {
    assertMentions(rowOf('docs/errors.md', name), status, code)
  }
  assertMentions(read('docs/errors.md'), retryableStatuses.join(', '), nonRetryableStatuses.join(', '))
})

test('docs/api.md has every operation with its path and parameters', () => {
  for (const { name, path, fields, pathFields } of operations) {
    const inQuery = fields.filter(field => !pathFields.includes(field.name))
    const row = rowOf('docs/api.md', name)
    assertMentions(row, `\`${path}\``, ...inQuery.map(field => `\`${field.name}\``))
    for (const { schema } of inQuery) {
      if (schema.type === 'integer') assertMentions(row, `${schema.minimum}–${schema.maximum}`, String(schema.default))
    }
  }
  assertMentions(read('docs/api.md'), ...sorts.map(sort => `\`${sort}\``))
})

test('docs/api.md has every rate limit', () => {
  for (const [policy, { perWindow }] of Object.entries(policies)) {
    assertMentions(rowOf('docs/api.md', policy), perWindow)
  }
  assertMentions(read('docs/api.md'), `${windowSeconds} seconds`)
})

test('docs/command-line.md has every command', () => {
  for (const { name } of commands) rowOf('docs/command-line.md', name)
})

test('the guides for MCP clients are current', () => {
  for (const [file, text] of Object.entries(madeGuides()))
    assert.equal(read(`docs/clients/${file}`), text, 'npm run build:guides')
})

test('links between documents exist', () => {
  for (const file of documents()) {
    for (const [, link] of read(file).matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)) {
      assert.ok(existsSync(join(root, dirname(file), link!)), `${file} links to ${link}`)
    }
  }
})

function documents(): string[] {
  return globSync(['*.md', 'docs/**/*.md'], { cwd: root }).sort()
}

test('files that name the version of the software name the current one', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  assert.match(read('CHANGELOG.md'), new RegExp(`^## ${RegExp.escape(version)}$`, 'm'))
  assert.ok(read('README.md').includes(`vitrine-${version}.tgz`))
  assert.ok(read('deploy/compose.yaml').includes(`image: vitrine:${version}`))
  assert.ok(read('deploy/kubernetes/kustomization.yaml').includes(`newTag: ${version}`))
  for (const file of globSync('examples/*/package.json', { cwd: root })) {
    assert.equal(JSON.parse(read(file)).dependencies.vitrine, `^${version}`, file)
  }
})
