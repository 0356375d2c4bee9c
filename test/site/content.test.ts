// Problems of the pages and facts of a site pack, with file and line.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { checkSite } from '../../src/discovery/self-description.ts'
import { demoFolder } from '../../src/site/read.ts'

function problemsOf(t: TestContext, files: Record<string, string>): string[] {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return checkSite(folder).problems.map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

const page = (body: string, menu = 'docs') => `---\ntitle: About\nsummary: s\nmenu: ${menu}\n---\n\n${body}\n`

test('the packs that we ship have none', () => {
  for (const folder of [demoFolder, 'test/fixtures/site-pack']) assert.deepEqual(checkSite(folder).problems, [])
})

test('placeholders must name a value', t => {
  const [problem, ...rest] = problemsOf(t, {
    'pages/en/about.md': page('## One\n\nAt most {{limits.reed}} and {{limits.read}}.'),
  })
  assert.deepEqual(rest, [])
  assert.match(problem!, /^pages\/en\/about\.md:9: \{\{limits\.reed\}\} is not a known value.*limits\.read/)
})

test('a page must not have the name of a built-in one, and one menu in all languages', t => {
  const problems = problemsOf(t, {
    'pages/en/errors.md': page('Text.'),
    'pages/de/about.md': page('Text.', 'nav'),
    'pages/en/about.md': page('Text.', 'footer'),
  })
  assert.deepEqual(problems.map(text => text.split(':')[0]).sort(), ['pages/en/about.md', 'pages/en/errors.md'])
})

test('a fact must cite a page and section that exist', t => {
  const facts = {
    good: { proof: 'about#who', say: 'We do.', ask: ['who'] },
    builtIn: { proof: 'limits#rate-limits', say: 'So many.', ask: ['how many'] },
    page: { proof: 'abuot', say: 'We do.', ask: ['who'] },
    section: { proof: 'about#how', say: 'We do.', ask: ['who'] },
    none: { say: 'We do.', ask: ['who'] },
    value: { proof: 'about', say: 'At {{webUrls}}.', ask: ['where'] },
    also: { proof: 'about', say: 'We do.', also: 'nothing', ask: ['who'] },
    topic: { ask: ['is there a car park'] },
    empty: {},
  }
  const text = JSON.stringify(
    Object.fromEntries(Object.entries(facts).map(([id, fact]) => [id.toLowerCase(), fact])),
    null,
    1,
  )
  const lineOf = (id: string) => text.split('\n').findIndex(line => line.includes(`"${id}": {`)) + 1
  const problems = problemsOf(t, { 'pages/en/about.md': page('## Who\n\nWe.'), 'facts/en.json': text })
  const expected = { page: /not a page/, section: /no section how/, none: /needs a proof/, value: /webUrls/, also: /not a fact/, empty: /needs/ } // biome-ignore format: a table
  assert.equal(problems.length, Object.keys(expected).length, problems.join('\n'))
  for (const [id, pattern] of Object.entries(expected)) {
    const found = problems.find(problem => problem.startsWith(`facts/en.json:${lineOf(id)}: ${id} `))
    assert.match(found ?? '', pattern, id)
  }
})
