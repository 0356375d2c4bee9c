import assert from 'node:assert/strict'
import test from 'node:test'
import * as fc from 'fast-check'
import { checkRecord } from '../../src/records/check-record.ts'
import type { CreationRecord } from '../../src/records/records.ts'
import { detailText } from '../../src/store/card.ts'

const now = () => Date.parse('2026-05-01T00:00:00Z')

/** Texts that look like fields of a record. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '"description":',
        ',"category":',
        '"coverUrl":',
        ',"featured":',
        '"de":{',
        '\\',
        '"',
        '}',
        'word ',
      ),
      fc.string(),
    ),
    { maxLength: 6 },
  )
  .map(parts => parts.join('').replaceAll(/[^\P{Cc}]/gu, ' '))

test('the detail of a creation has the texts of its record, whatever they contain', () => {
  const fields = fc.record({
    description: text,
    instructions: text,
    summary: text,
    translations: fc.option(fc.record({ de: fc.record({ description: text }) }), { nil: {} }),
    license: text.map(one => one.slice(0, 40)),
    version: fc.constantFrom('1.0', '"coverUrl":1'),
    links: fc.array(fc.record({ label: fc.constantFrom(',"featured":', 'Source'), url: fc.webUrl() }), {
      maxLength: 2,
    }),
    screenshots: fc.constantFrom([], ['https://cdn.example/one.png']),
  })
  fc.assert(
    fc.property(fields, fc.constantFrom('en', 'de', 'stats'), (some, locale) => {
      const given = { type: 'creation', handle: 'ann', slug: 'tool', title: 'Tool', kind: 'app', ...some }
      const outcome = checkRecord(given, { now })
      fc.pre('checked' in outcome)
      const record = outcome.checked.record as CreationRecord
      const { links = [], license = null, version = null, platforms = [], screenshots } = record
      const { description = record.description, instructions = record.instructions } = record.translations[locale] ?? {}
      assert.deepEqual(JSON.parse(`{${detailText(JSON.stringify(record), locale)}}`), {
        description,
        instructions,
        screenshots,
        links,
        license,
        version,
        platforms,
      })
    }),
  )
})
