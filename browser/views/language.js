// The language of the host.
import { hint } from './bridge.js'

export const root = document.documentElement
/** The names that the site gives to counters and headings. */
const own = JSON.parse(root.dataset.words ?? '{}')
/** Translations by English text. */
let words = {}
let spoken
let count

export const word = name => words[name] ?? own[name] ?? name
export const amount = (number, name = '') => `${count.format(number)} ${word(name)}`

/** Applies number format and direction immediately, and the words once they are loaded. */
export async function speak(locale = 'en', show) {
  if (spoken === locale) return
  spoken = locale
  const [language] = locale.split(/[-_]/)
  count = new Intl.NumberFormat(/^\w+$/.test(language) ? locale : 'en', { notation: 'compact' })
  root.dir = /^(ar|fa|he|ur)$/.test(language) ? 'rtl' : 'ltr'
  const answer = language !== 'en' && (await hint('resources/read', { uri: `ui://vitrine/words/${language}` }))
  if (spoken !== locale) return
  words = answer ? JSON.parse(answer.contents[0].text) : {}
  root.lang = answer ? language : 'en'
  show()
}
