// Text in XML documents.
import { containBidi } from './text.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

export const escapeMarkup = (text: string): string => text.replace(/[&<>"']/g, character => entities[character]!)

/**
 * For texts and attributes. Removes control characters that XML 1.0 does not allow even escaped (section 2.2), and limits
 * bidirectional controls to the text.
 */
export const xml = (text: string): string =>
  escapeMarkup(
    containBidi(text)
      .toWellFormed()
      .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, ''),
  )
