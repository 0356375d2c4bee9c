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

// Pages keep the language of the reader, unless the address names one. What the API answers is no page.
function pageUrl(url, isPage) {
  const { ask, locale } = asking.dataset
  const address = URL.parse(url)
  if (locale === 'en' || !address || !(isPage || address.origin === new URL(ask).origin)) return url
  if (!address.searchParams.has('locale')) address.searchParams.set('locale', locale)
  return address.href
}

// Keeps a number and its unit on one line: "20 USD"; dates as on other pages.
const formatted = (text, lang) =>
  text
    .replaceAll(/(\d) (?=\p{L}{1,4}(?!\p{L}))/gu, '$1\u00a0')
    .replaceAll(/\b\d{4}(-\d\d){2}\b/g, day => dateIn(day, lang || []))

const dateIn = (day, locale) => new Date(day).toLocaleDateString(locale, { dateStyle: 'medium', timeZone: 'UTC' })

function said(place, answer, citations, key) {
  place.textContent = ''
  let from = 0
  for (const { id, end_index } of citations.toSorted((a, b) => a.end_index - b.end_index)) {
    const number = made('sup')
    number.append(made('a', id, { href: `#${key}-${id}` }))
    place.append(formatted(answer.slice(from, end_index), place.lang), number)
    from = Math.max(from, end_index)
  }
  place.append(formatted(answer.slice(from), place.lang))
  place.classList.toggle('long', !!answer[280])
}

const addressOf = url => new URL(url, asking.dataset.ask)
const isAt = (url, path) => addressOf(url).origin === addressOf('').origin && path.test(addressOf(url).pathname)

// Pages of the documentation are in English unless their address names a language.
const languageOf = url => addressOf(url).searchParams.get('locale') ?? (isAt(url, /^\/docs(\/|$)/) ? 'en' : '')

// A source that several sentences cite has one number, which stands after the last of those that follow each other.
function numbered(citations) {
  const urls = [...new Set(citations.map(({ url }) => url))]
  return citations
    .map(one => ({ ...one, id: urls.indexOf(one.url) + 1 }))
    .filter(({ id }, i, all) => all[i + 1]?.id !== id)
}

// A question that is declined has no source; what the API answers is left out where a page is cited, too.
function forVisitors({ metadata, citations }) {
  if (metadata.intent === 'unknown') return []
  const pages = citations.filter(({ url }) => !url.startsWith(asking.dataset.api))
  return pages[0] ? pages : citations
}

const sign = name => made('i', '', { class: `i i-${name}`, 'aria-hidden': 'true' })

// To the creations that contain words of a question without an answer.
function searchLink(words) {
  const { search, explorer } = asking.dataset
  const q = words.slice(0, 200)
  const url = `${explorer}?q=${encodeURIComponent(q)}`
  const link = made('a', '', { class: 'see', href: pageUrl(url, true) })
  const [before, after] = search.split('{q}')
  const text = made('span')
  text.append(before, made('bdi', q), after)
  link.append(text, sign('arrow'))
  const line = made('p', '', { class: 'search-for' })
  line.append(link)
  return line
}

function listed(section, title, list, items) {
  if (!items[0]) return
  list.append(...items)
  section.append(made('h3', title), list)
}

const usual = ['PlayAction', 'LikeAction', 'FollowAction', 'WriteAction']
const askedActions = { popular: 'PlayAction', liked: 'LikeAction', remixed: 'CreateAction', followers: 'FollowAction', creations: 'WriteAction' } // biome-ignore format: a table

// The numbers of a result: the one that was asked for first, with its name.
function numbersOf(about, sort) {
  const { lang } = document.documentElement
  const line = made('p', '', { class: 'counted' })
  if (sort === 'recent' && about.datePublished) {
    line.append(made('time', dateIn(about.datePublished, lang), { datetime: about.datePublished }))
  }
  const all = [about.interactionStatistic ?? [], about.agentInteractionStatistic ?? []].flat()
  const counts = new Map(all.map(one => [one.interactionType.split('/').at(-1), one.userInteractionCount]))
  const asked = askedActions[sort]
  const actions = [...new Set([asked, ...usual])].filter(action => counts.has(action)).slice(0, 2)
  for (const action of actions) {
    const { content } = document.getElementById('counts')
    const count = content.querySelector(`[data-action="${action}"]`).cloneNode(true)
    count.classList.toggle('asked', action === asked)
    count.querySelector('b').textContent = counts.get(action).toLocaleString(lang)
    line.append(count)
  }
  return line
}

// A creation or a creator, as the server draws it.
function card({ '@type': type, url, name, description, schema_object: about = {} }, sort, link) {
  const item = made('li')
  const isPerson = type === 'Person'
  if (about.image) {
    const [width, height] = isPerson ? [64, 64] : [120, 80]
    const image = made('img', '', { alt: '', width, height, 'data-art': '' })
    if (isPerson) image.className = 'avatar'
    image.src = webOnly(about.image)
    item.append(image)
  }
  const text = made('div')
  const by = isPerson ? about.alternateName : about.author?.name
  const title = made('h4')
  title.append(link(url, name, true))
  text.append(title)
  if (description) text.append(made('span', description, { dir: 'auto' }))
  if (by) text.append(made('small', by, { dir: 'auto' }))
  const numbers = numbersOf(about, sort)
  if (numbers.hasChildNodes()) text.append(numbers)
  item.append(text)
  return item
}

// Removes the names of the results, which are shown below. The rest may be a title, such as “There are 5 games in Health”.
function withoutList({ answer, citations, metadata: { list } }) {
  if (!list) return { answer, citations }
  const before = answer.slice(0, list.start_index)
  const title = before.replace(/[\s:：]+$/u, '')
  const after = answer.slice(list.end_index)
  const isTitle = title !== before && after.length < 2
  const moved = title.length - list.end_index
  return {
    answer: title + (isTitle ? '' : after),
    citations: citations.map(one => ({
      ...one,
      end_index: one.end_index + (one.end_index < list.end_index ? 0 : moved),
    })),
    isTitle,
  }
}

function shown(section, place, data, key) {
  const reply = place.parentElement
  const { sources, found, closest } = asking.dataset
  const { results, metadata } = data
  const things = results.filter(result => result['@type'] !== 'TechArticle' && result.url)
  const all = forVisitors(data)
  const { isTitle } = things[0] ? withoutList(data) : {}
  const list = isTitle || things[3] ? all.find(({ url }) => isList(url)) : undefined
  // What is shown as a result below a title is linked there.
  const isShown = url => (list ? isList(url) : isTitle && things.some(one => one.url === url))
  const citations = numbered(all.filter(({ url }) => !isShown(url)))
  const distinct = [...new Map(citations.map(one => [one.id, one])).values()]
  place.lang = metadata.locale
  // The first word may be a name in another script, so `dir=auto` would be wrong.
  place.dir = metadata.locale === 'ar' ? 'rtl' : 'ltr'
  const whole = { ...data, citations }
  const text = things[0] ? withoutList(whole) : whole
  said(place, text.answer, text.citations, key)
  const link = (url, text, isPage) => made('a', text, { href: webOnly(pageUrl(url, isPage)), dir: 'auto' })
  const cites = distinct.map(({ id, url, title }) => {
    const item = made('li', '', { value: id })
    const source = link(url, title)
    if (languageOf(url)) source.lang = languageOf(url)
    source.id = `${key}-${id}`
    item.append(source)
    return item
  })
  const cards = things.map(one => card(one, metadata.sort, link))
  reply.classList.toggle('declined', !data.answered)
  if (isTitle && (list || !citations[0])) reply.classList.add('title')
  const isFound = data.answered || metadata.intent === 'refusal'
  if (!isFound && metadata.search) reply.append(searchLink(metadata.search))
  listed(reply, sources, made('ol', '', { class: 'sources' }), cites)
  listed(section, isFound ? found : closest, made('ul', '', { class: 'found' }), cards)
  if (!list || (isTitle && !things[5])) return
  const see = link(list.url, '')
  see.className = 'see'
  see.append(asking.dataset.seeAll, sign('arrow'))
  section.querySelector(':scope > h3').append(see)
}

// A list that the results are the beginning of.
const isList = url => isAt(url, /^\/(community|creators)$/)

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
      if (event === 'result' && data['@type'] === 'Answer') said(place, data.text, [], key)
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
    const reply = made('div', '', { class: 'reply' })
    reply.append(place)
    section.append(made('h2', query, { dir: 'auto' }), reply)
    if (count === 1) answers.textContent = ''
    answers.prepend(section)
    answers.after(suggestions)
    suggestions.hidden = true
    try {
      const all = await answered(query, section, place, key)
      before.push(query)
      const next = all.filter(text => !before.includes(text))
      form.elements.prev.value = JSON.stringify(before.slice(-6))
      const list = suggestions.querySelector('ul')
      list.textContent = ''
      for (const text of next) {
        const item = made('li')
        const href = `${ask}?query=${encodeURIComponent(text)}`
        item.append(made('a', text, { class: 'chip', href, 'data-question': '', dir: 'auto' }))
        list.append(item)
      }
      suggestions.hidden = !next[0]
    } catch (error) {
      if (error.name === 'AbortError') section.remove()
      else place.textContent = failed
    }
    section.removeAttribute('aria-busy')
  }

  form.addEventListener('submit', event => {
    event.preventDefault()
    const query = form.elements.query.value.trim()
    if (!query) return
    form.elements.query.select()
    question(query)
  })
  suggestions.addEventListener('click', event => {
    const link = event.target.closest('[data-question]')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    form.elements.query.value = link.textContent
    question(link.textContent)
  })
}

if (asking) converse()
