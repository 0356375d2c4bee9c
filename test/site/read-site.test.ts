// Reading site packs: everything optional, all problems at once with file and position.
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import test, { after, suite } from 'node:test'
import { initSite } from '../../src/site/init.ts'
import { problemText } from '../../src/site/problem.ts'
import { loadSite, readSite } from '../../src/site/read.ts'
import { neutralSite } from '../../src/site/site.ts'
import { textIn } from '../../src/site/text.ts'

const root = mkdtempSync(join(tmpdir(), 'vitrine-site-'))
after(() => rmSync(root, { recursive: true }))
let made = 0

function pack(files: Record<string, string | object>): string {
  const folder = join(root, String(made++))
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content))
  }
  return folder
}

const problemsOf = (files: Record<string, string | object>): string[] => readSite(pack(files)).problems.map(problemText)

test('a text falls back to the base language, English, then the first language', () => {
  const text = { de: 'Werkzeuge', en: 'Tools', 'pt-BR': 'Ferramentas' }
  const cases = [
    ['de', 'Werkzeuge'],
    ['de-AT', 'Werkzeuge'],
    ['pt-BR', 'Ferramentas'],
    ['ja', 'Tools'],
  ] as const
  for (const [locale, expected] of cases) assert.equal(textIn(text, locale), expected)
  assert.equal(textIn({ fr: 'Outils', it: 'Strumenti' }, 'ja'), 'Outils')
  assert.equal(textIn('Same', 'ja'), 'Same')
})

suite('reading a pack', () => {
  test('an empty folder is a valid pack with the defaults', () => {
    const { site, problems, warnings } = readSite(pack({ 'README.txt': 'Other files are ignored.' }))
    assert.deepEqual([problems, warnings], [[], []])
    assert.deepEqual({ ...site, folder: null }, neutralSite)
  })

  test('comments and trailing commas are allowed', () => {
    const { site, problems } = readSite(pack({ 'site.json': '// mine\n{ "name": "Toolshed", /* more */ }' }))
    assert.deepEqual([problems, site.name], [[], 'Toolshed'])
  })

  test('all keys', () => {
    const { site, problems } = readSite(
      pack({
        'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
        'fonts/own.woff2': 'font',
        'site.css': 'h1{color:red}',
        'pages/de/impressum.md':
          '---\ntitle: "Impressum"\nmenu: footer\norder: 3\n---\n\nWir sind es.\n\n## Mehr\n\nText.',
        'site.json': {
          name: 'Toolshed',
          tagline: { en: 'Plugins for makers', de: 'Plugins für Macher' },
          logo: 'logo.svg',
          font: 'fonts/own.woff2',
          css: 'site.css',
          kinds: [{ key: 'plugin', label: { en: 'Plugin' }, icon: 'puzzle' }],
          stats: { remixes: { hidden: true }, plays: { label: 'Installs' } },
          open: { url: 'https://x.example/{handle}/{slug}', qr: false },
          nav: [{ label: 'Forum', url: 'https://forum.example' }],
          rails: ['featured', 'recent'],
          head: { scripts: [{ src: 'https://stats.example/a.js', attributes: { 'data-domain': 'x' } }] },
          features: { ask: false },
        },
      }),
    )
    assert.deepEqual(problems, [])
    assert.deepEqual(site.stats.remixes, { label: null, icon: null, hidden: true })
    assert.deepEqual(site.stats.plays, { label: 'Installs', icon: null, hidden: false })
    assert.deepEqual(site.open, { url: 'https://x.example/{handle}/{slug}', label: null, note: null, qr: false })
    assert.deepEqual(site.features, { ask: false, docs: true, mcp: true, pages: true })
    assert.match(site.font!.path, /^\/assets\/site\/fonts-own-\w{12}\.woff2$/)
    const [page] = site.pages
    assert.deepEqual(
      [page!.slug, page!.locale, page!.title, page!.menu, page!.order],
      ['impressum', 'de', 'Impressum', 'footer', 3],
    )
    assert.equal(page!.summary, 'Wir sind es.')
  })

  test('what `vitrine site init` creates has no problems', () => {
    const folder = join(root, 'created')
    initSite(folder)
    assert.deepEqual(readSite(folder).problems, [])
    assert.throws(() => initSite(folder), /already has site\.json/)
  })

  test('one colour is enough: the other theme and the texts on it stay readable', () => {
    for (const accent of ['#0b6b53', '#c00000', '#000', '#1a237e', '#7a4b00']) {
      const { site, warnings } = readSite(pack({ 'site.json': { colors: { accent } } }))
      assert.deepEqual(warnings, [], accent)
      assert.notEqual(site.colors.accent!.dark, '')
    }
  })

  test('colours that are hard to read are warnings that name them', () => {
    const { problems, warnings } = readSite(
      pack({ 'site.json': '{\n  "colors": { "ink": { "light": "#cccccc", "dark": "#eeeeee" } }\n}' }),
    )
    assert.deepEqual(problems, [])
    assert.equal(warnings.length, 2)
    assert.match(problemText(warnings[0]!), /^site\.json:2:13: ink \(#cccccc\) on paper \(#faf8f4\) in the light theme/)
  })
})

suite('problems', () => {
  test('are reported together, with line and column', () => {
    const problems = problemsOf({
      'site.json': `{
  "nam": "Toolshed",
  "colors": { "accent": "green" },
  "kinds": [{ "label": "Plugin" }, { "key": "Big Plugin" }],
  "rails": ["newest", "recent", "recent"],
  "features": { "ask": "no" },
  "open": { "url": "https://x.example/{id}" },
  "logo": "../../etc/passwd.svg",
  "tagline": 7
}`,
      'pages/en/Bad Name.md': 'text',
      'pages/en/about.md': '---\ntitel: About\nmenu: top\n---\ntext',
    })
    const expected = [
      /^site\.json:2:3: nam .*Did you mean name\?/,
      /^site\.json:3:25: colors\.accent must be a colour/,
      /^site\.json:4:13: kinds\[0\]\.key is missing/,
      /^site\.json:4:45: kinds\[1\]\.key must be lower-case/,
      /^site\.json:5:13: rails\[0\] must be one of/,
      /^site\.json:5:33: rails has recent twice/,
      /^site\.json:6:24: features\.ask must be true or false/,
      /^site\.json:7:20: open\.url .*\{handle\} and \{slug\}/,
      /^site\.json:8:11: logo must be a file in the folder/,
      /^site\.json:9:14: tagline must be a text or an object/,
      /^pages\/en\/Bad Name\.md: must be named/,
      /^pages\/en\/about\.md:2:1: .*Did you mean title\?/,
    ]
    for (const pattern of expected)
      assert.ok(
        problems.some(problem => pattern.test(problem)),
        `${pattern}\n${problems.join('\n')}`,
      )
  })

  test('links lead to pages that exist, and pages are in a language of the service', () => {
    const { problems, warnings } = readSite(
      pack({
        'site.json': { nav: [{ label: 'a', url: '/pages/abuot' }], footer: [{ label: 'b', url: '/pages/about?x=1' }] },
        'pages/en/about.md': '---\ntitle: About\nmenu: footer\n---\ntext',
        'pages/sv/about.md': '---\ntitle: About\nmenu: footer\n---\ntext',
      }),
    )
    assert.deepEqual(problems.map(problemText), [
      'site.json:1:28: nav[0].url leads to /pages/abuot, which does not exist. Did you mean about?',
    ])
    assert.match(problemText(warnings[0]!), /^pages\/sv: is not in a language of the service/)
  })

  test('the link to the product', () => {
    const { site, problems } = readSite(pack({ 'site.json': { app: { url: 'https://toolshed.example/app' } } }))
    assert.deepEqual([site.app, problems], [{ url: 'https://toolshed.example/app', label: null }, []])
    assert.equal(readSite(pack({ 'site.json': {} })).site.app, null)
    const problemWith = (app: unknown) => problemsOf({ 'site.json': { app } }).join('\n')
    assert.match(problemWith({}), /app\.url is missing/)
    assert.match(problemWith('https://x.example'), /app must be an object/)
    for (const url of ['x.example', 'javascript:alert(1)', '//x.example', 'mailto:you@example.com'])
      assert.match(
        problemWith({ url }),
        /app\.url must be an address such as https:\/\/example\.com\/app or \/pages\/app/,
      )
    assert.match(problemWith({ url: '/pages/app' }), /app\.url leads to \/pages\/app, which does not exist/)
    assert.match(problemWith({ url: '/x', label: 'a'.repeat(31) }), /app\.label is longer than 30 characters/)
    assert.match(problemWith({ url: '/x', lable: 'a' }), /app\.lable is not a known key.*Did you mean label\?/)
  })

  test('files that are missing, too large or outside the folder', () => {
    const folder = pack({
      'site.json': { logo: 'none.svg', icon: 'big.png', css: 'out.css' },
      'big.png': 'x'.repeat(2 ** 20 + 1),
    })
    symlinkSync('/etc/hostname', join(folder, 'out.css'))
    const problems = readSite(folder).problems.map(problemText).join('\n')
    assert.match(problems, /logo names none\.svg, which is not a file/)
    assert.match(problems, /icon names big\.png, which is larger/)
    assert.match(problems, /css leads out of the folder/)
  })

  test('icons that do not exist are reported together with problems of the schema', () => {
    const problems = problemsOf({
      'site.json': {
        nam: 'x',
        icon: 'none.svg',
        kinds: [{ key: 'a', icon: 'puzle' }, 7],
        stats: { plays: { icon: 'hart' } },
        nav: [{ url: '/pages/no' }],
      },
    }).join('\n')
    assert.match(problems, /nam is not a known key/)
    assert.match(problems, /icon names puzle, .*Did you mean puzzle\?/)
    assert.match(problems, /icon names hart, .*Did you mean chart\?/)
    assert.match(problems, /icon names none\.svg, which is not a file/)
    assert.match(problems, /kinds\[1\] must be an object/)
    assert.match(problems, /nav\[0\]\.url leads to \/pages\/no/)
  })

  test('tags that no language has', () => {
    const problems = problemsOf({
      'site.json': { name: { en: 'a', deu: 'b', 'pt-br': 'c', xx: 'd' } },
      'pages/DE/about.md': '---\ntitle: About\n---\ntext',
      'facts/ger.json': '{}',
    }).join('\n')
    assert.match(problems, /name\.deu .*Did you mean de\?/)
    assert.match(problems, /name\.pt-br .*Did you mean pt-BR\?/)
    assert.match(problems, /name\.xx is not the tag of a language/)
    assert.match(problems, /pages\/DE: .*Did you mean de\?/)
    assert.match(problems, /facts\/ger\.json: .*Did you mean de\?/)
    assert.deepEqual(problemsOf({ 'site.json': { name: { en: 'a', 'zh-Hant': 'b', haw: 'c', 'es-419': 'd' } } }), [])
  })

  const xmlns = 'xmlns="http://www.w3.org/2000/svg"'
  const pictures: [problem: RegExp | null, svg: string][] = [
    [null, `<?xml version="1.0"?><!DOCTYPE svg PUBLIC "a" "b"><!-- a < b --><svg ${xmlns}><g><path d='M0 0'/>&amp;<![CDATA[<&]]></g></svg>\n`],
    [null, `\uFEFF<svg:svg xmlns:svg="http://www.w3.org/2000/svg"/>`],
    [/needs xmlns/, '<svg viewBox="0 0 1 1"/>'],
    [/root element is html/, '<html><body/></html>'],
    [/<g> is not closed|closes nothing/, `<svg ${xmlns}><g></svg>`],
    [/<svg> is not closed/, `<svg ${xmlns}><g></g>`],
    [/line 2 has an & that/, `<svg ${xmlns}>\n<text>a & b</text></svg>`],
    [/attribute id twice/, `<svg ${xmlns} id="a" id="b"/>`],
    [/well-formed/, `<svg ${xmlns} width=10/>`],
    [/outside of the root/, `<svg ${xmlns}/><svg ${xmlns}/>`],
    [/well-formed|outside/, 'not a picture'],
    [/is empty/, ''],
  ] // biome-ignore format: a table
  for (const [problem, svg] of pictures) {
    test(`an SVG: ${JSON.stringify(svg.slice(0, 60))}`, () => {
      const problems = problemsOf({ 'site.json': { logo: 'logo.svg' }, 'logo.svg': svg }).join('\n')
      if (problem === null) assert.equal(problems, '')
      else assert.match(problems, problem)
    })
  }

  test('broken JSON, repeated keys and a missing folder', () => {
    assert.match(problemsOf({ 'site.json': '{ "name": "a",, }' })[0]!, /^site\.json:1:15: is not JSON/)
    assert.match(problemsOf({ 'site.json': '{ "name": "a", "name": "b" }' })[0]!, /name is there twice/)
    assert.match(problemsOf({ 'site.json': '[]' })[0]!, /must be an object/)
    assert.throws(() => loadSite(join(root, 'nowhere')), /is not a folder.*site init/s)
  })
})
