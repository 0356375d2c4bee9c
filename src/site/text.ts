// Texts of a site pack: one string for all languages, or one per language.

export type Text = string | Readonly<Record<string, string>>

/** In this language, else in its base language, in English, or in the first language that is given. */
export function textIn(text: Text, locale: string): string {
  if (typeof text === 'string') return text
  const base = locale.split('-', 1)[0]!
  return text[locale] ?? text[base] ?? text.en ?? Object.values(text)[0] ?? ''
}

/** The name of a site; in English for documents that have no translations. */
/** "The Pocketry community", in English texts; a site that is called "Community" is just that. */
export const communityName = (site: { name: Text }): string =>
  /community$/i.test(nameIn(site)) ? nameIn(site) : `${nameIn(site)} community`

export const nameIn = ({ name }: { name: Text }, locale = 'en'): string => textIn(name, locale)
