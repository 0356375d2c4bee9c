// A community with many tags and categories, and what the explorer offers on its pages.
import assert from 'node:assert/strict'
import { type Running, smallCommunity, start } from '../support/start-service.ts'

export const rare = Array.from({ length: 310 }, (_, i) => ({
  type: 'creation',
  handle: 'ann',
  slug: `rare-${i}`,
  title: `Rare ${i}`,
  kind: i % 2 ? 'game' : 'app',
  category: `area-${i}`,
  tags: [`tag-${i}`, ...(i % 3 ? ['common'] : []), ...(i % 5 ? ['daily'] : []), ...(i < 110 ? [] : [`wide-${i}`])],
  locale: i % 4 ? 'en' : 'es-MX',
  remixOf: i % 9 ? undefined : { handle: 'mira', slug: 'thing-0' },
  publishedAt: '2026-03-01T00:00:00Z',
}))
const odd = {
  type: 'creation',
  handle: 'ann',
  slug: 'odd',
  title: 'Odd',
  tags: ['constructor'],
  category: 'constructor',
}

export const startExplorer = (scope: Parameters<typeof start>[0]): Promise<Running> =>
  start(scope, { records: [...smallCommunity(), ...rare, odd] })

export const pageReader =
  ({ web }: Pick<Running, 'web'>) =>
  async (path: string): Promise<string> => {
    const { status, text } = await web(path, { headers: { accept: 'text/html' } })
    assert.equal(status, 200, `${path} ${text}`)
    return text
  }

type Chip = { path: string; label: string; count: number | null; name: string | undefined }

export const unescaped = (text: string): string => text.replaceAll('&amp;', '&')

/** The chips of a group or a menu. */
export function chipsIn(text: string, label: string, webUrl: string): Chip[] {
  const part = [...text.matchAll(/<(nav|details)([^>]*)>([\s\S]*?)<\/\1>/g)].find(
    ([, , attributes, content]) => attributes!.includes(`"${label}"`) || content!.includes(`<summary>${label}<`),
  )
  const links = part?.[3]?.matchAll(
    /<a class="chip" href="([^"]+)"([^>]*)>.*?<span dir="auto">([^<]*)<\/span>(?: <small>([\d,]+)<\/small>)?(?:<i [^>]*><\/i>)?<\/a>/g,
  )
  return [...(links ?? [])].map(([, url, attributes, name, count]) => ({
    path: unescaped(url!).slice(webUrl.length),
    label: name!,
    count: count === undefined ? null : Number(count.replace(',', '')),
    name: /aria-label="([^"]*)"/.exec(attributes!)?.[1],
  }))
}

export const resultsIn = (text: string): number =>
  Number(/role="status">(?:More than )?([\d,]+) creation/.exec(text)![1]!.replace(',', ''))
