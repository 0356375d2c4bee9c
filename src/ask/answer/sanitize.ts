// Text written by members of the community, as part of a sentence of an answer: usually between quotation marks, which
// it must not close.
import { truncate } from '../../util/text.ts'

/** Control, bidirectional and invisible characters. */
const invisible = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu
// "Data: Brain Trainer" and "JavaScript: The Game" are titles, not URLs.
const links = /\b(?:(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S*|(?:javascript|vbscript|mailto):\S+|data:[^\s,]*,\S*)/giu
const quotes = /[“”„‟«»「」『』"]/g

/** Returns one line without invisible characters, quotation marks, angle brackets and URLs. */
export function sanitize(text: string, maxLength = 80): string {
  const plain = text
    .normalize('NFC')
    .replace(invisible, ' ')
    .replace(links, '…')
    .replace(quotes, "'")
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .replace(/\s+/g, ' ')
    .trim()
  return truncate(plain, maxLength, '…')
}
