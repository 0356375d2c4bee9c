// The feed as JSON Feed 1.1.
import { containBidi, encodeBidi } from '../../util/text.ts'
import type { Feed } from './content.ts'

export function jsonFeed({ title, description, locale, self, page, icon, items, addresses }: Feed): string {
  const document = {
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    description,
    icon,
    favicon: icon,
    language: locale,
    items: items.map(item => ({
      id: item.url,
      url: item.url,
      ...(item.openUrl === null ? {} : { external_url: item.openUrl }),
      title: item.title,
      content_text: item.summary,
      summary: item.summary,
      image: addresses.shareImage(item.handle, item.slug),
      date_published: item.publishedAt,
      date_modified: item.updatedAt,
      authors: [authorOf(item.creator)],
      tags: [...(item.category === null ? [] : [item.category.label]), ...item.tags.map(({ label }) => label)],
      language: item.locale,
    })),
  }
  return JSON.stringify(document, (_, value) => (typeof value === 'string' ? containBidi(value) : value))
}

const authorOf = ({ displayName, url, imageUrl }: Feed['items'][number]['creator']) => ({
  name: displayName,
  url,
  avatar: encodeBidi(imageUrl),
})
