// Selects packages that visitors of a software directory would look for: one per source package, from all sections.
import { createHash } from 'node:crypto'
import type { Component, Stanza } from './debian-read.ts'

export type Package = Stanza & { package: string; section: string }

/** 0 to 1, always the same for the same text. */
export const chance = (text: string): number => createHash('sha256').update(text).digest().readUInt32BE() / 2 ** 32

const unwanted = /transitional|dummy|metapackage|meta-package|meta package|debug(ging)? symbols|(?:^|-)(dbg|dbgsym)$/i
const unwantedSections = new Set([
  'debug',
  'oldlibs',
  'metapackages',
  'tasks',
  'kernel',
  'introspection',
  'localization',
])

/** How many other packages name a package in their dependencies. */
export function countDependents(stanzas: readonly Stanza[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { depends = '', recommends = '', suggests = '' } of stanzas) {
    for (const [name] of [depends, recommends, suggests].join(',').matchAll(/[a-z0-9][a-z0-9+.-]+(?=[\s,|(:]|$)/g)) {
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  return counts
}

export function selectPackages(
  stanzas: readonly Stanza[],
  components: ReadonlyMap<string, Component>,
  popularity: (stanza: Stanza) => number,
  wanted: number,
): Package[] {
  const mains = mainPackages(stanzas.filter(isWanted) as Package[], components, popularity)
  const isApplication = ({ package: name }: Package) => components.has(name)
  const applications = mains.filter(isApplication)
  const sections = Object.values(
    Object.groupBy(
      mains.filter(one => !isApplication(one)),
      ({ section }) => section,
    ),
  )
  // The square root keeps libraries, which are most packages, from filling the directory.
  const shares = sections.map(list => Math.sqrt(list!.length))
  const factor = (wanted - applications.length) / shares.reduce((sum, share) => sum + share, 0)
  const others = sections.flatMap((list, i) => bestOf(list!, popularity, Math.round(shares[i]! * factor)))
  return [...applications, ...others].sort((a, b) => (a.package < b.package ? -1 : 1))
}

function isWanted({ package: name = '', section, description = '' }: Stanza): boolean {
  if (section === undefined || unwantedSections.has(section) || section.includes('/')) return false
  return !unwanted.test(name) && !unwanted.test(description)
}

/** The application and the package with the name of the source, or the package that most others depend on. */
function mainPackages(
  packages: readonly Package[],
  components: ReadonlyMap<string, Component>,
  popularity: (stanza: Stanza) => number,
): Package[] {
  const bySource = Map.groupBy(packages, ({ source, package: name }) => (source ?? name).split(' ')[0]!)
  return [...bySource].flatMap(([source, list]) => {
    const byPopularity = list.toSorted((a, b) => popularity(b) - popularity(a))
    const application = byPopularity.find(({ package: name }) => components.has(name))
    const namesake = byPopularity.find(({ package: name }) => name === source)
    const chosen = [application, namesake].filter(one => one !== undefined)
    return chosen.length === 0 ? byPopularity.slice(0, 1) : [...new Set(chosen)]
  })
}

/** Half are the most popular ones, half are drawn. */
function bestOf(list: readonly Package[], popularity: (stanza: Stanza) => number, count: number): Package[] {
  const byPopularity = list.toSorted((a, b) => popularity(b) - popularity(a))
  const half = Math.ceil(count / 2)
  const drawn = byPopularity.slice(half).sort((a, b) => drawOf(b) - drawOf(a))
  return [...byPopularity.slice(0, half), ...drawn.slice(0, count - half)]
}

const drawOf = (one: Package): number => chance(`choice ${one.package}`)
