// The feed as RSS 2.0. Readers show titles as text and descriptions as HTML, so descriptions are escaped twice.
import { escapeMarkup, xml } from '../../util/xml.ts'
import { type Feed, lastUpdate } from './content.ts'

export function rssFeed(feed: Feed): string {
  const { title, description, locale, self, page, icon, items } = feed
  return `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${xml(title)}</title>
<link>${xml(page)}</link>
<description>${html(description)}</description>
<language>${xml(locale)}</language>
<lastBuildDate>${date(lastUpdate(feed))}</lastBuildDate>
<generator>Vitrine</generator>
<docs>https://www.rssboard.org/rss-specification</docs>
<atom:link rel="self" type="application/rss+xml" href="${xml(self)}"/>
<image><url>${xml(icon)}</url><title>${xml(title)}</title><link>${xml(page)}</link></image>
${items.map(item => rssItem(item, feed)).join('')}</channel>
</rss>
`
}

function rssItem(item: Feed['items'][number], { addresses }: Feed): string {
  const { title, summary, url, creator, category, tags, publishedAt, handle, slug } = item
  const labels = [...(category === null ? [] : [category.label]), ...tags.map(({ label }) => label)]
  return `<item>
<title>${xml(title)}</title>
<link>${xml(url)}</link>
<guid isPermaLink="true">${xml(url)}</guid>
<pubDate>${date(publishedAt)}</pubDate>
<dc:creator>${xml(creator.displayName)}</dc:creator>
<description>${html(summary)}</description>
${labels.map(label => `<category>${xml(label)}</category>`).join('')}
<media:content medium="image" type="image/png" width="1200" height="630" url="${xml(addresses.shareImage(handle, slug))}"/>
</item>
`
}

const html = (text: string): string => xml(escapeMarkup(text))

/** RFC 822, with four digits for the year. */
const date = (time: string): string => new Date(time).toUTCString()
