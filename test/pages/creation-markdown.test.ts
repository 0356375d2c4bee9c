// Texts by members are Markdown. Nothing in them may become other markup than that, or take long.
import assert from 'node:assert/strict'
import test from 'node:test'
import * as fc from 'fast-check'
import { memberMarkdown, plainText } from '../../src/pages/member-markdown.ts'
import { leaks } from '../support/bidi.ts'
import { start } from '../support/start-service.ts'

const written = `## Start

Tap *here*
or **there**: [site](https://site.example/?a=1&b=2), [mail](mailto:a@b.example).

# Then
#### Deep
- one
  - two

![A picture](https://img.example/x.png) and \`<b>code</b>\`

\`\`\`js
if (a < b) alert(1)
\`\`\`

<b>raw</b>`

const huge = (unit: string) => unit.repeat(10_000 / unit.length)
// biome-ignore format: a list
const repeated = ['>', '> ', '- ', '1. ', '> - ', '[', '![', '[a](', '*a ', '**a_', '`a``', '<', '&', '\\', '\n>\n\n', '|a\n|-\n']

const hostile = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<div>\n\n[x](javascript:alert(1))\n\n</div>',
  '<style>*{display:none}</style><iframe src="https://evil.example"></iframe>',
  '[x](javascript:alert(1)) [y](JaVaScRiPt:alert(1)) [z](data:text/html,x) [w](vbscript:x) [v](&#106;avascript:alert(1))',
  '[x](java\\script:alert(1)) [y](//evil.example) [z](/app/account) [w](?open=app) [v](#top) [u]()',
  '<javascript:alert(1)> <data:text/html,x>',
  '[x][ref] [ref]\n\n[ref]: javascript:alert(1) "onclick"',
  '[x](https://a.example "\\" onclick=\\"alert(1)") ![y" onerror="alert(1)](https://a.example/" onload="x)',
  '![x](javascript:alert(1)) [![in](https://i.example)](https://l.example) ![](https://i.example/empty)',
  '\u202e**evil** `&#x202e;` [\u2066link](https://a.example/\u202e) &#8238; ![\u202ealt](https://i.example)',
  '```"><script>alert(1)</script>\nx\n```\n~~~js onclick=x\ny',
  '&lt;script&gt; &#60;script&#62; &amp;lt;b&gt; &quot;',
  '<!-- comment --> <?php ?> <![CDATA[ x ]]> <!DOCTYPE html>',
  '</div></section></article></main>',
  ...repeated.map(huge),
  `${'['.repeat(5_000)}${']'.repeat(5_000)}`,
  `${'!['.repeat(3_000)}${'](a)'.repeat(1_000)}`,
  `${'> '.repeat(500)}a\n${'b\n'.repeat(4_000)}`,
]

const creation = (slug: string, more: object) => ({ type: 'creation', handle: 'mira', slug, title: 'A title', ...more })
const service = await start(test, {
  records: [
    { type: 'creator', handle: 'mira', displayName: 'Mira' },
    creation('written', { description: written, instructions: 'Tap.\nHold.' }),
    ...hostile.map((description, i) => creation(`hostile-${i}`, { description, summary: 'Fine.' })),
  ],
})
const { web } = service
const page = async (path: string) => (await web(path, { headers: { accept: 'text/html' } })).text

/** What members wrote; the elements of the page itself stand around it. */
const proseOf = (text: string): string[] =>
  [...text.matchAll(/<div class="prose"[^>]*>(.*?)<\/div>/gs)].map(([, inner]) => inner!)

test('Markdown is rendered with line breaks, an outline without gaps, and links that recommend nothing', async () => {
  const [description, instructions] = proseOf(await page('/@mira/written'))
  const levels = [...description!.matchAll(/<h(\d)>(.*?)<\/h\1>/g)].map(([, level, title]) => `${level} ${title}`)
  assert.deepEqual(levels, ['3 Start', '3 Then', '4 Deep'])
  assert.match(description!, /Tap <em>here<\/em><br>\s*or <strong>there<\/strong>/)
  assert.match(instructions!, /^<p>Tap\.<br>\s*Hold\.<\/p>$/)
  const links = [...description!.matchAll(/<a ([^>]*)>(.*?)<\/a>/g)]
  assert.deepEqual(
    links.map(([, attributes, text]) => [/href="([^"]*)"/.exec(attributes!)![1], text]),
    [
      ['https://site.example/?a=1&amp;b=2', 'site'],
      ['mailto:a@b.example', 'mail'],
      ['https://img.example/x.png', 'A picture'],
    ],
  )
  for (const [, attributes] of links) assert.match(attributes!, /rel="ugc nofollow/)
  assert.ok(description!.includes('<code>&lt;b&gt;code&lt;/b&gt;</code>'))
  assert.ok(description!.includes('&lt;b&gt;raw&lt;/b&gt;'))
  assert.match(description!, /<pre><code>if \(a &lt; b\) alert\(1\)\n<\/code><\/pre>/)
})

test('it is plain text in the meta description, and unchanged in the API and, but for raw HTML, in Markdown', async () => {
  const description = /<meta name="description" content="([^"]*)"/.exec(await page('/@mira/written'))?.[1]
  assert.match(description!, /^Start Tap here or there: site, mail\. Then Deep one two A picture/)
  const markdown = (await web('/@mira/written.md')).text
  const escaped = written.replace(/<(?=\/?b>)/g, '&lt;')
  for (const line of escaped.split('\n')) assert.ok(markdown.includes(`\n> ${line}`.trimEnd()), line)
  const { data } = (await service.api('/public/share/app/mira/written')).json()
  assert.equal(data.description, written)
})

test('hostile texts become neither other markup nor other links', async () => {
  const allowed =
    /^<(?:\/?(?:p|em|strong|code|pre|ul|ol|li|blockquote|h[3-6])|hr \/|br|br \/|\/a|ol start="\d+"|p class="pre")>$/
  const link = /^<a href="(?:https?:\/\/|mailto:)[\x21-\x7e]+" rel="ugc nofollow noopener" dir="auto">$/
  for (const [i, source] of hostile.entries()) {
    const [inner = assert.fail()] = proseOf(await page(`/@mira/hostile-${i}`))
    for (const [tag] of inner.matchAll(/<[^>]*>?/g)) {
      if (!link.test(tag)) assert.match(tag, allowed, JSON.stringify(source.slice(0, 100)))
    }
    assert.doesNotMatch(inner, /<a [^>]*>(?:(?!<\/a>).)*<a /s, 'links in links')
    for (const part of inner.split(/<[^>]*>/)) assert.ok(!leaks(part), JSON.stringify(part))
    assert.equal((await web(`/@mira/hostile-${i}.md`)).status, 200)
  }
})

test('elements are balanced for any source', () => {
  // biome-ignore format: a list
  const parts = ['> ', '- ', '1. ', '\n', '\n\n', '*', '**', '_', '[', '](http://a.example)', '](x)', ']', '![', '`',
    '```\n', '<b>', '&#x202e;', '# ', '---\n', 'word ']
  const source = fc.array(fc.constantFrom(...parts), { maxLength: 60 }).map(list => list.join(''))
  const check = (text: string) => {
    const open: string[] = []
    for (const [, end, name] of memberMarkdown(text, 3).markup.matchAll(/<(\/?)(\w+)[^>]*>/g)) {
      if (name === 'br' || name === 'hr') continue
      if (end) assert.equal(open.pop(), name)
      else open.push(name!)
    }
    assert.deepEqual(open, [])
    assert.doesNotMatch(plainText(text), /\n/)
  }
  fc.assert(fc.property(source, check), { numRuns: 500 })
})
