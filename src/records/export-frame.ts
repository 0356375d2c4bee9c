// An export starts with a begin line and ends with an end line that contains the number of records, so that
// truncation is noticed. Hand-written files need neither.

const format = 1

export type Marker = { type: 'begin' } | { type: 'end'; records: number }

export const beginLine = JSON.stringify({ type: 'begin', format })
export const endLine = (records: number): string => JSON.stringify({ type: 'end', records })

export function isMarker(value: unknown): value is { type: 'begin' | 'end' } {
  const type = (value as { type?: unknown } | null)?.type
  return type === 'begin' || type === 'end'
}

/** The marker, or an error message. */
export function checkMarker(value: { type: 'begin' | 'end'; format?: unknown; records?: unknown }): Marker | string {
  const { type, records } = value
  if (type === 'begin') {
    if (value.format === format) return { type }
    return `this export has the format ${JSON.stringify(value.format)}, and this version of Vitrine reads ${format}; use a newer one`
  }
  if (Number.isSafeInteger(records) && (records as number) >= 0) return { type, records: records as number }
  return 'the end line must have the number of records'
}

export type ExportFrame = ReturnType<typeof exportFrame>

const ifEdited = 'If it was edited on purpose, remove its begin and end lines'

/** Checks the sequence of lines. Each function returns an error message if the export is damaged. */
export function exportFrame() {
  let state: 'none' | 'open' | 'closed' = 'none'
  let counted = 0

  function begin(): string | undefined {
    if (state === 'open') return `another export begins here, but the one before has no end line: it is cut off`
    state = 'open'
    counted = 0
    return undefined
  }
  function end(records: number): string | undefined {
    if (state !== 'open') return 'this end line has no begin line: the beginning of the export is missing'
    state = 'closed'
    if (records === counted) return undefined
    return `the export has ${counted} records, but its end line counts ${records}: lines are missing or were added. ${ifEdited}`
  }

  return {
    record(): string | undefined {
      if (state === 'closed') return `the export has ended, but more records follow. ${ifEdited}`
      counted++
      return undefined
    },
    marker: (marker: Marker): string | undefined => (marker.type === 'begin' ? begin() : end(marker.records)),
    /** At the end of the input. With `required`, an input without markers is an error. */
    finish({ required = false } = {}): string | undefined {
      if (state === 'open') return `the export has no end line: it is cut off. Copy or export it again. ${ifEdited}`
      if (state === 'none' && required) {
        return 'it has no begin and end lines, so it may be incomplete. If you trust it, use vitrine import'
      }
      return undefined
    },
  }
}
