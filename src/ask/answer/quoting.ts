// Text of members is data: it is quoted and cannot break out of its quotes.
import { truncate } from '../../util/text.ts'

/** Control, bidirectional and invisible characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]+/gu
// "Data: Brain Trainer" and "JavaScript: The Game" are titles: a scheme counts only with what makes it an address.
const links = /\b(?:(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S*|(?:javascript|vbscript|mailto):\S+|data:[^\s,]*,\S*)/giu
const quotes = /[“”„‟«»「」『』"]/g

/** One line without invisible characters, quotation marks and addresses. */
export function quoted(text: string, longest = 80): string {
  const plain = text
    .normalize('NFC')
    .replace(unseen, ' ')
    .replace(links, '…')
    .replace(quotes, "'")
    .replace(/</g, '‹')
    .replace(/>/g, '›')
    .replace(/\s+/g, ' ')
    .trim()
  return truncate(plain, longest, '…')
}
