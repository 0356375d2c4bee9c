// Questions are asked in place, and the answer is shown as it comes: first what was said, then where it comes from.
const asking = document.querySelector('[data-ask]')

function made(name, text, attributes = {}) {
  const element = document.createElement(name)
  if (text) element.textContent = text
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  return element
}

/** The events of a stream, one by one. */
async function* eventsOf(body) {
  let text = ''
  for await (const chunk of body.pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop()
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1]
      const data = /^data: (.*)$/m.exec(part)?.[1]
      if (event && data) yield { event, data: JSON.parse(data) }
    }
  }
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
  const before = JSON.parse(form.elements.prev.value)
  let count = 0
  let running

  async function answered(query, section, place, key) {
    running?.abort()
    running = new AbortController()
    const body = { query, context: { prev: before.slice(-6) }, prefer: { streaming: true } }
    if (locale !== 'en') body.locale = locale
    const headers = { 'content-type': 'application/json', accept: 'text/event-stream' }
    const reply = await fetch(ask, { method: 'POST', headers, body: JSON.stringify(body), signal: running.signal })
    if (!reply.ok) throw new Error(reply.status)
    for await (const { event, data } of eventsOf(reply.body)) {
      if (event === 'result' && data['@type'] === 'Answer') said(place, data.text, data.citations, key)
      if (event !== 'complete') continue
      shown(section, place, data, key)
      return data.metadata.suggestions
    }
    throw new Error('The answer is not whole.')
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
