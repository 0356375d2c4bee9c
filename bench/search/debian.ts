// Converts the metadata of Debian packages to records of Vitrine. See README.md for where to get the three files:
//   node bench/search/debian.ts DUMPAVAIL TRANSLATION-EN COMPONENTS > debian.ndjson
import { type Component, readComponents, readStanzas, type Stanza } from './debian-read.ts'
import { creationOf, creatorOf } from './debian-records.ts'
import labels from './debian-sections.json' with { type: 'json' }
import { countDependents, type Package, selectPackages } from './debian-select.ts'

const wanted = 5000
/** Interest in an application does not show in dependencies: it counts as much as that many dependents. */
const applicationPopularity = 25

function main([dump, translation, components]: string[]): void {
  if (dump === undefined || translation === undefined || components === undefined) {
    throw new Error('Usage: node bench/search/debian.ts DUMPAVAIL TRANSLATION-EN COMPONENTS > debian.ndjson')
  }
  const applications = readComponents(components)
  const stanzas = [...readStanzas(dump)]
  const dependents = countDependents(stanzas)
  const popularity = ({ package: name = '', priority }: Stanza): number =>
    (dependents.get(name) ?? 0) +
    (applications.has(name) ? applicationPopularity : 0) +
    (priority === 'optional' ? 0 : applicationPopularity)
  const packages = selectPackages(stanzas, applications, popularity, wanted)
  for (const record of recordsOf(packages, applications, descriptionsIn(translation), popularity)) {
    console.log(JSON.stringify(record))
  }
}

function descriptionsIn(translation: string): Map<string, string> {
  const entries = [...readStanzas(translation)].map((stanza): [string, string] => {
    const text = stanza['description-en'] ?? ''
    return [stanza.package!, text.includes('\n') ? text.slice(text.indexOf('\n') + 1) : '']
  })
  return new Map(entries)
}

function* recordsOf(
  packages: readonly Package[],
  applications: ReadonlyMap<string, Component>,
  descriptions: ReadonlyMap<string, string>,
  popularity: (stanza: Stanza) => number,
): Generator<object> {
  const sections = new Set(packages.map(({ section }) => section))
  for (const [slug, en] of Object.entries(labels))
    if (sections.has(slug)) yield { type: 'category', slug, labels: { en } }
  const creators = new Map(packages.map(({ maintainer }) => creatorOf(maintainer!)).map(one => [one.handle, one]))
  yield* [...creators.values()].sort((a, b) => (a.handle < b.handle ? -1 : 1))
  for (const one of packages) {
    const { package: name } = one
    yield creationOf(one, applications.get(name), descriptions.get(name) ?? '', popularity(one))
  }
}

main(process.argv.slice(2))
