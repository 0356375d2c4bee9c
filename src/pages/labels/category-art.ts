// Which drawing stands for each of several categories: none is like another one.
import { iconOfCategory } from '../../art/category-icons.ts'
import { categoryArtPath } from '../../art-paths.ts'
import { monogramsOf, ownMonogram } from '../../util/monogram.ts'

type Category = { slug: string; label: string }

/** The paths of the drawings: the icon of a category, or letters of its name if another one before it has the icon. */
export function categoryArts(categories: readonly Category[]): string[] {
  const used = new Set<string>()
  const take = (sign: string): string => {
    used.add(sign)
    return sign
  }
  return categories.map(({ slug: written, label }) => {
    const slug = written.toLowerCase()
    const icon = iconOfCategory(slug)
    if (icon !== null && !used.has(`icon ${icon}`)) {
      take(`icon ${icon}`)
      return categoryArtPath(slug)
    }
    const monograms = [ownMonogram(slug), ...monogramsOf(label)].filter(monogram => monogram !== null)
    const monogram = monograms.find(one => !used.has(one)) ?? monograms[0]
    return categoryArtPath(slug, monogram === undefined ? null : take(monogram))
  })
}
