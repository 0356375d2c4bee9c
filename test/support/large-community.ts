// A community at the limits of what an import accepts: 60 categories, 100 translations, tags of 80 characters, several scripts.

export const categories = Array.from({ length: 60 }, (_, i) => `category-${i}`)
export const people = Array.from({ length: 24 }, (_, i) => `person-${i}`)
export const creations = 360

const common = ['es', 'fr', 'ja', 'ar', 'pt-BR', 'zh-Hant']
/** A hundred languages. */
export const languages = [...Array.from({ length: 94 }, (_, i) => `en-x-t${i}`), ...common]

const padded = (start: string, filler: string) => start + filler.repeat(80).slice(0, 80 - start.length)
const oddTags = [
  padded('long-ascii-', 'abcdefghij'),
  padded('длинный-', 'кириллица'),
  padded('長い-', 'タグの名前'),
  padded('طويل-', 'عربيةطويلة'),
  ...['c++', 'f#', 'node.js', 'snake_case'],
]
const plainTags = Array.from({ length: 110 }, (_, i) => `tag-${i}`)
export const tags = [...oddTags, ...plainTags]

const subjects = 'Water log|Вода и чай|水の記録|سجل الماء|Café crème|ปฏิทินน้ำ|X-11 timetable|C++ & F#'.split('|')
const kinds = ['app', 'tracker', 'game', 'widget', 'experience']
const turn = <T>(from: readonly T[], i: number): T => from[i % from.length]!
const day = (i: number) => new Date(Date.UTC(2026, 0, 1) + (i % 97) * 86_400_000 + i * 1000).toISOString()
const numbers = Array.from({ length: creations }, (_, i) => i)

function translationsOf(i: number): Record<string, object> {
  const some = i % 16 === 0 ? languages : common.slice(0, i % 5 === 0 ? 6 : 2)
  const texts = (locale: string) => ({
    title: `${turn(subjects, i + locale.length)} ${i} (${locale})`,
    summary: locale,
  })
  return Object.fromEntries(some.map(locale => [locale, texts(locale)]))
}

const creationOf = (i: number): object => ({
  type: 'creation',
  handle: turn(people, i),
  slug: `thing-${i}`,
  kind: turn(kinds, i),
  title: `${turn(subjects, i)} ${i % 3 === 0 ? '' : i}`.trim(),
  summary: `A small thing, number ${i} <b>&amp;</b> "quoted" \u{1f600}`,
  description: `Everything about ${i}.`,
  category: i % 11 === 0 ? null : turn(categories, i),
  tags: [...new Set([turn(tags, i), turn(oddTags, i * 7), turn(plainTags, i * 13)])],
  featured: i % 9 === 0,
  visibility: i % 23 === 0 ? 'private' : 'public',
  coverUrl: i % 4 === 0 ? null : `/covers/${i}.png`,
  translations: translationsOf(i),
  stats: { views: (i * 37) % 1000, plays: (i * 11) % 500, likes: (i * 5) % 50, remixes: i % 6 },
  publishedAt: day(i),
  updatedAt: day(i + 5),
  remixOf: i % 7 === 3 ? { handle: turn(people, i - 3), slug: `thing-${i - 3}` } : null,
})

const scoresOf = (i: number): object[] =>
  people.slice(0, 1 + (i % 14)).map((player, k) => {
    const achieved = { score: (i * (k + 3)) % 40, unit: 'points', achievedAt: day(i + k) }
    return { type: 'score', handle: turn(people, i), slug: `thing-${i}`, player, ...achieved }
  })

const labelled = (key: string) => Object.fromEntries(common.map(locale => [locale, `${key} ${locale}`]))

/** In an order in which every record comes after those that it refers to. */
export function largeCommunity(): object[] {
  const labels = (slug: string, i: number) => (i % 2 ? { en: `The ${slug}`, ...labelled(slug) } : { ja: `分類 ${i}` })
  const follows = (follower: string, i: number) =>
    people.filter((_, k) => k !== i && (i * k) % 5 < 3).map(following => ({ type: 'follow', follower, following }))
  return [
    ...categories.map((slug, i) => ({ type: 'category', slug, labels: labels(slug, i) })),
    ...tags
      .filter((_, i) => i % 3 !== 0)
      .map(key => ({
        type: 'tag',
        key,
        labels: { en: `Tagged ${key.slice(0, 20)}`, es: `Etiqueta ${key.slice(0, 8)}` },
      })),
    ...people.map((handle, i) => {
      const texts = { displayName: `${turn(subjects, i)} ${handle}`, bio: `Bio ${i}` }
      return { type: 'creator', handle, ...texts, joinedAt: day(i) }
    }),
    ...numbers.map(creationOf),
    ...people.flatMap(follows),
    ...numbers.filter(i => i % 2 === 0).flatMap(scoresOf),
  ]
}
