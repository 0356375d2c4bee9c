// Sends questions without leaving the page and shows the answer as it arrives, followed by its sources.
import { makeClient } from '../client.js'

const asking = document.querySelector('[data-ask]')

/** Bidirectional controls are left out: a U+2069 in a text ends the isolation of its element in Chromium. */
function made(name, text, attributes = {}) {
  const element = document.createElement(name)
  if (text) element.textContent = `${text}`.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

const webOnly = url => (/^https?:/i.test(url) ? url : '#')

function said(place, answer, citations, key) {
  place.textContent = ''
  let from = 0
  for (const { id, end_index } of [...citations].sort((a, b) => a.end_index - b.end_index)) {
    const number = document.createElement('sup')
    number.append(made('a', id, { href: `#${key}-${id}` }))
    place.append(answer.slice(from, end_index), number)
    from = Math.max(from, end_index)
  }
  place.append(answer.slice(from))
}

function listed(section, title, list, items) {
  if (items.length === 0) return
  list.append(...items)
  section.append(made('h3', title), list)
}

function shown(section, place, data, key) {
  const { looking: _, sources, found } = asking.dataset
  const { answer, citations, results, metadata } = data
  place.lang = metadata.locale
  // The first word may be a name in another script, so `dir=auto` would be wrong.
  place.dir = /^(?:ar|fa|he|ur)\b/.test(metadata.locale) ? 'rtl' : 'ltr'
  said(place, answer, citations, key)
  const link = (url, text) => made('a', text, { href: webOnly(url), dir: 'auto' })
  const cites = citations.map(({ id, url, title }) => {
    const item = made('li', '', { value: id })
    const source = link(url, title)
    source.id = `${key}-${id}`
    item.append(source)
    return item
  })
  listed(section, sources, made('ol', '', { class: 'sources' }), cites)
  const things = results.filter(result => result['@type'] !== 'TechArticle' && result.url)
  const lines = things.map(({ url, name, description }) => {
    const item = made('li')
    item.append(link(url, name), made('span', description, { dir: 'auto' }))
    return item
  })
  listed(section, found, made('ul', '', { class: 'found' }), lines)
}

function converse() {
  const form = asking.querySelector('form')
  const answers = document.getElementById('answers')
  const suggestions = document.getElementById('suggestions')
  const { ask, locale, looking, failed } = asking.dataset
  const client = makeClient({ url: new URL('.', ask).href })
  const before = JSON.parse(form.elements.prev.value)
  let count = 0
  let running

  async function answered(query, section, place, key) {
    running?.abort()
    running = new AbortController()
    const asked = { query, context: { prev: before.slice(-6) } }
    if (locale !== 'en') asked.locale = locale
    for await (const { event, data } of client.askEvents(asked, { signal: running.signal })) {
      if (event === 'result' && data['@type'] === 'Answer') said(place, data.text, data.citations, key)
      if (event !== 'complete') continue
      shown(section, place, data, key)
      return data.metadata.suggestions
    }
  }

  async function question(query) {
    const key = `answer-${++count}`
    const section = made('section', '', { class: 'answer', 'aria-busy': 'true' })
    const place = made('p', '', { class: 'said', dir: 'auto' })
    const lines = made('span', '', { class: 'lines' })
    for (let i = 0; i < 3; i++) lines.append(made('i', '', { class: 'waiting' }))
    place.append(made('span', looking, { class: 'away' }), lines)
    section.append(made('h2', query, { dir: 'auto' }), place)
    if (count === 1) answers.textContent = ''
    answers.prepend(section)
    suggestions.hidden = true
    try {
      const next = await answered(query, section, place, key)
      before.push(query)
      form.elements.prev.value = JSON.stringify(before.slice(-6))
      const list = suggestions.querySelector('ul')
      list.textContent = ''
      for (const text of next) {
        const item = made('li')
        const address = new URL(ask)
        address.searchParams.set('query', text)
        item.append(made('a', text, { class: 'chip', href: address.href, 'data-question': '', dir: 'auto' }))
        list.append(item)
      }
      suggestions.hidden = next.length === 0
    } catch (error) {
      if (error.name === 'AbortError') section.remove()
      else place.textContent = failed
    }
    section.removeAttribute('aria-busy')
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    const query = form.elements.query.value.trim()
    if (query === '') return
    form.elements.query.value = ''
    question(query)
  })
  suggestions.addEventListener('click', event => {
    const link = event.target.closest('[data-question]')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    question(link.textContent)
  })
}

if (asking) converse()
