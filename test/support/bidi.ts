// Text of both directions and hostile bidirectional controls in every text of a community, and a check that controls
// have no effect outside the text they are in.

/** The import refuses line breaks in these. Letters and spaces look the same in both directions, for comparisons. */
export const hostileLines = [
  '\u202eooo oo ooo',
  '\u2069\u202eooo oo ooo',
  '\u202c\u2069\u2069\u202booo',
  '\u2066\u2067\u2068ooo oo ooo',
  'oo\u202d\u202c\u202eoo',
  '\u2067o\u202e\u2069o\u202a',
]
export const hostileTexts = [...hostileLines, 'oo\n\u202eoo', 'oo\u2029\u2069\u202eoo', '\u202eoo\u2029oo']

export const arabic = 'لعبة الكلمات (2)!'
const hebrew = 'משחק מילים, 3?'
export const english = 'Word game (2)!'
const lines = [arabic, hebrew, english, ...hostileLines]
const texts = [arabic, hebrew, english, ...hostileTexts]

export const withoutControls = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')

/** A creator, a category, a tag and a creation for each text; each creation is a remix of the one before. */
export function bidiRecords(): unknown[] {
  const line = (i: number): string => lines[i % lines.length]!
  const records = texts.map((text, i) => {
    const handle = `person-${i}`
    const labels = { en: line(i), ar: line(i + 1) }
    return [
      { type: 'category', slug: `category-${i}`, labels },
      { type: 'tag', key: `tag-${i}`, labels },
      {
        type: 'creator',
        handle,
        displayName: line(i),
        bio: text,
        links: [{ label: line(i), url: `https://example.org/${i}` }],
        joinedAt: '2026-01-05T10:00:00Z',
      },
      {
        type: 'creation',
        handle,
        slug: 'game',
        kind: 'game',
        title: line(i),
        summary: text,
        description: texts.join('\n'),
        instructions: text,
        category: `category-${i}`,
        tags: [`tag-${i}`, `tag-${(i + 1) % texts.length}`, 'كلمة'],
        featured: i % 2 === 0,
        screenshots: ['/art/screenshot/one.svg'],
        translations: { ar: { title: line(i + 1), summary: text } },
        stats: { views: 500 - i, plays: 400 - i, likes: 300 - i, remixes: 1 },
        publishedAt: '2026-02-01T10:00:00Z',
        updatedAt: '2026-02-01T10:00:00Z',
        ...(i === 0 ? {} : { remixOf: { handle: `person-${i - 1}`, slug: 'game' } }),
      },
      ...texts.map((_, player) => ({
        type: 'score',
        handle,
        slug: 'game',
        player: `person-${player}`,
        score: 100 * player + i,
        unit: line(player),
        achievedAt: '2026-02-02T10:00:00Z',
      })),
      { type: 'follow', follower: handle, following: 'person-0' },
      { type: 'follow', follower: 'person-0', following: handle },
    ]
  })
  return records.flat().filter(record => !('follower' in record) || record.follower !== record.following)
}

export const people: readonly string[] = texts.map((_, i) => `person-${i}`)

const embedded = /[\u202a\u202b\u202d\u202e][^\u202a-\u202e]*\u202c/g
const isolated = /[\u2066-\u2068]([^\u2066-\u2069]*)\u2069/g

/** Repeats a replacement until it changes nothing. */
function reduced(text: string, replace: (text: string) => string): string {
  const next = replace(text)
  return next === text ? text : reduced(next, replace)
}

const isBalanced = (text: string): boolean => !/[\u202a-\u202e]/.test(reduced(text, part => part.replace(embedded, '')))

/** Whether controls of the text reorder what stands before or after it. */
export const leaks = (text: string): boolean =>
  text.split(/[\n\r\u001c-\u001e\u0085\u2029]/).some(paragraph => {
    const rest = reduced(paragraph, part =>
      part.replace(isolated, (whole, inner: string) => (isBalanced(inner) ? '' : whole)),
    )
    return rest !== withoutControls(rest)
  })
