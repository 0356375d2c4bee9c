// The feed as Atom (RFC 4287). Texts of members are plain text, never markup.
import { xml } from '../../util/xml.ts'
import { type Feed, lastUpdate } from './content.ts'

export function atomFeed(feed: Feed): string {
  const { title, description, locale, self, page, icon, items } = feed
  const updated = lastUpdate(feed)
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${xml(locale)}">
<id>${xml(self)}</id>
<title>${xml(title)}</title>
<subtitle>${xml(description)}</subtitle>
<updated>${xml(updated)}</updated>
<link rel="self" type="application/atom+xml" href="${xml(self)}"/>
<link rel="alternate" type="text/html" href="${xml(page)}"/>
<icon>${xml(icon)}</icon>
<generator>Vitrine</generator>
${items.map(item => entry(item, feed)).join('')}</feed>
`
}

function entry(item: Feed['items'][number], { addresses }: Feed): string {
  const { title, summary, url, openUrl, creator, category, tags, locale, publishedAt, updatedAt, handle, slug } = item
  const terms = [...(category === null ? [] : [{ key: category.slug, label: category.label }]), ...tags]
  const categories = terms.map(({ key, label }) => `<category term="${xml(key)}" label="${xml(label)}"/>`).join('')
  return `<entry xml:lang="${xml(locale)}">
<id>${xml(url)}</id>
<title type="text">${xml(title)}</title>
<link rel="alternate" type="text/html" href="${xml(url)}"/>
${openUrl === null ? '' : `<link rel="related" href="${xml(openUrl)}"/>\n`}<link rel="enclosure" type="image/png" href="${xml(addresses.shareImage(handle, slug))}"/>
<author><name>${xml(creator.displayName)}</name><uri>${xml(creator.url)}</uri></author>
<published>${xml(publishedAt)}</published>
<updated>${xml(updatedAt)}</updated>
<summary type="text">${xml(summary)}</summary>
${categories}
</entry>
`
}
