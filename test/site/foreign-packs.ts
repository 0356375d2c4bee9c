// Two site packs with kinds of their own, and a community for each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

export function packOf(site: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-pack-'))
  after(() => rmSync(folder, { recursive: true }))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'site.json'), JSON.stringify(site))
  return folder
}

export const knitting = {
  name: 'Knit Circle',
  kinds: [
    {
      key: 'pattern',
      icon: 'pattern',
      label: {
        en: 'Pattern',
        es: 'Patrón',
        fr: 'Modèle',
        de: 'Anleitung',
        it: 'Schema',
        pt: 'Receita',
        ja: '編み図',
        ko: '도안',
        zh: '图解',
        ar: 'باترون',
        hi: 'बुनाई नमूना',
      },
      plural: {
        en: 'Patterns',
        es: 'Patrones',
        fr: 'Modèles',
        de: 'Anleitungen',
        it: 'Schemi',
        pt: 'Receitas',
        ja: '編み図',
        ko: '도안',
        zh: '图解',
        ar: 'باترونات',
        hi: 'बुनाई नमूने',
      },
      instructions: { en: 'How to knit it', de: 'So wird gestrickt' },
    },
    { key: 'yarn', icon: 'yarn', label: { en: 'Yarn', de: 'Garn' }, plural: { en: 'Yarns', de: 'Garne' } },
    { key: 'needle-set', label: { en: 'Needles' } },
  ],
}

export const toolshed = {
  name: 'Toolshed',
  kinds: [
    { key: 'plugin', label: 'Plugin', plural: 'Plugins', icon: 'puzzle' },
    { key: 'theme', label: 'Theme', plural: 'Themes', icon: 'palette' },
    { key: 'game' },
  ],
  stats: {
    plays: { label: { en: 'Installs', de: 'Installationen' } },
    remixes: { hidden: true },
    views: { hidden: true },
  },
  rails: ['liked', 'recent', 'trending', 'featured'],
  home: ['categories', 'rails', 'intro'],
}

const day = (i: number) => `2026-02-${String(i + 1).padStart(2, '0')}T10:00:00Z`

/** Without covers. The later it was published, the less it was liked and played. */
export function communityOf(kinds: readonly string[], count = 9): object[] {
  const creations = Array.from({ length: count }, (_, i) => ({
    type: 'creation',
    handle: 'mira',
    slug: `piece-${i}`,
    kind: kinds[i % kinds.length],
    title: `Piece ${i}`,
    summary: `The piece with number ${i}.`,
    instructions: 'Begin at the top.',
    category: ['summer', 'winter', 'spring', 'autumn'][i % 4],
    stats: { views: 100 - i, plays: 50 - i, likes: 20 - i, remixes: i },
    publishedAt: day(i),
  }))
  return [{ type: 'creator', handle: 'mira', displayName: 'Mira Sol', joinedAt: day(0) }, ...creations]
}
