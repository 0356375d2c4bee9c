// A community at the limits of what an import takes: 60 categories, 100 translations, tags of 80 characters, several scripts.

export const categories = Array.from({ length: 60 }, (_, i) => `category-${i}`)
export const people = Array.from({ length: 24 }, (_, i) => `person-${i}`)

/** A hundred languages. */
export const languages =
  `aa ab af ak am an as av ay az ba be bg bi bm bn bo br bs ca ce ch co cs cv cy da dv dz ee el eo et eu fa ff fi fj fo fy
  ga gd gl gn gu gv ha he ho hr ht hu hy ia id ie ig ik io is iu jv ka kg ki kj kk kl km kn kr ks ku kv kw ky la lb lg
  li ln lo lt lu lv mg mh mi mk ml mn mr ms`
    .split(/\s+/)
    .slice(0, 94)
    .concat(['es', 'fr', 'ja', 'ar', 'pt-BR', 'zh-Hant'])

const padded = (start: string, filler: string) => start + filler.repeat(80).slice(0, 80 - start.length)

export const tags = [
  padded('long-ascii-', 'abcdefghij'),
  padded('длинный-', 'кириллица'),
  padded('長い-', 'タグの名前'),
  padded('طويل-', 'عربيةطويلة'),
  'c++',
  'f#',
  'node.js',
  'snake_case',
  ...Array.from({ length: 110 }, (_, i) => `tag-${i}`),
]

const subjects = [
  'Water log',
  'Вода и чай',
  '水の記録',
  'سجل الماء',
  'Café crème',
  'ปฏิทินน้ำ',
  'X-11 timetable',
  'C++ & F#',
]
const kinds = ['app', 'tracker', 'game', 'widget', 'experience']
const day = (i: number) => new Date(Date.UTC(2026, 0, 1) + (i % 97) * 86_400_000 + i * 1000).toISOString()

function translationsOf(i: number): Record<string, object> {
  const some = i % 16 === 0 ? languages : languages.slice(-6, i % 5 === 0 ? undefined : -4)
  return Object.fromEntries(
    some.map(locale => [
      locale,
      { title: `${subjects[(i + locale.length) % 8]} ${i} (${locale})`, summary: `${locale} ${i}` },
    ]),
  )
}

function creationOf(i: number): object {
  const [handle, slug] = [people[i % people.length]!, `thing-${i}`]
  const remixed = i % 7 === 3 ? { remixOf: { handle: people[(i - 3) % people.length], slug: `thing-${i - 3}` } } : {}
  return {
    type: 'creation',
    handle,
    slug,
    kind: kinds[i % kinds.length],
    title: `${subjects[i % subjects.length]} ${i % 3 === 0 ? '' : i}`.trim(),
    summary: `A small thing, number ${i} <b>&amp;</b> "quoted" \u{1f600}`,
    description: `Everything about ${i}.`,
    category: i % 11 === 0 ? null : categories[i % 60],
    tags: [tags[i % tags.length], tags[(i * 7) % 8], tags[8 + ((i * 13) % 110)]].filter(
      (tag, at, all) => all.indexOf(tag) === at,
    ),
    featured: i % 9 === 0,
    visibility: i % 23 === 0 ? 'private' : 'public',
    coverUrl: i % 4 === 0 ? null : `/covers/${i}.png`,
    translations: translationsOf(i),
    stats: { views: (i * 37) % 1000, plays: (i * 11) % 500, likes: (i * 5) % 50, remixes: i % 6 },
    publishedAt: day(i),
    updatedAt: day(i + 5),
    ...remixed,
  }
}

export const creations = 360

/** In an order in which nothing points at what is not there yet. */
export function largeCommunity(): object[] {
  const numbers = Array.from({ length: creations }, (_, i) => i)
  const labelled = (key: string) => Object.fromEntries(languages.slice(-8).map(locale => [locale, `${key} ${locale}`]))
  return [
    ...categories.map((slug, i) => ({
      type: 'category',
      slug,
      labels: i % 2 ? { en: `The ${slug}`, ...labelled(slug) } : { ja: `分類 ${i}` },
    })),
    ...tags
      .filter((_, i) => i % 3 !== 0)
      .map(key => ({
        type: 'tag',
        key,
        labels: { en: `Tagged ${key.slice(0, 20)}`, es: `Etiqueta ${key.slice(0, 8)}` },
      })),
    ...people.map((handle, i) => ({
      type: 'creator',
      handle,
      displayName: `${subjects[i % 8]} ${handle}`,
      bio: `Bio ${i}`,
      joinedAt: day(i),
    })),
    ...numbers.map(creationOf),
    ...people.flatMap((follower, i) =>
      people.filter((_, k) => k !== i && (i * k) % 5 < 3).map(following => ({ type: 'follow', follower, following })),
    ),
    ...numbers
      .filter(i => i % 2 === 0)
      .flatMap(i =>
        people.slice(0, 1 + (i % 14)).map((player, k) => ({
          type: 'score',
          handle: people[i % 24],
          slug: `thing-${i}`,
          player,
          score: (i * (k + 3)) % 40,
          unit: 'points',
          achievedAt: day(i + k),
        })),
      ),
  ]
}
