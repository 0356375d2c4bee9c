// Searches as you type, and shows an answer as it comes.
import { makeClient } from 'vitrine/client'

const client = makeClient({ url: new URLSearchParams(location.search).get('url') ?? 'http://localhost:4000' })
const element = id => document.getElementById(id)

let searching

async function search(q) {
  searching?.abort()
  searching = new AbortController()
  const { items } = await client.getCommunityFeed({ q, limit: 12 }, { signal: searching.signal })
  element('found').replaceChildren(
    ...items.map(({ title, url }) => {
      const link = document.createElement('a')
      link.href = url
      link.textContent = title
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
}

const told = error => {
  if (error.name !== 'AbortError') element('found').textContent = error.message
}

element('search').addEventListener('input', ({ target }) => search(target.value || undefined).catch(told))

element('ask').addEventListener('submit', async event => {
  event.preventDefault()
  const place = element('answer')
  place.textContent = '…'
  try {
    for await (const { event, data } of client.askEvents(element('question').value)) {
      if (event === 'result' && data['@type'] === 'Answer') place.textContent = data.text
      if (event === 'complete') place.textContent = data.answer
    }
  } catch (error) {
    place.textContent = error.message
  }
})

search().catch(told)
