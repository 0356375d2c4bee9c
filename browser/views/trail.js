// Where the person is, and how they got there. The first screen is the answer of the tool that the view was opened for;
// others come from tools that the host calls.
import { ask, hint, host } from './bridge.js'
import { button, el } from './elements.js'
import { word } from './language.js'
import { draw } from './screens.js'

const main = document.querySelector('main')
const mostPeople = 48
let here
let trail = []

/** Waits for an answer. When it is none everything stays as it was, and it can be tried again. */
async function step(answer, done, again) {
  main.ariaBusy = true
  try {
    const { structuredContent, content, isError } = await answer
    const text = content?.[0]?.text
    if (isError) throw Error(text)
    done(structuredContent ?? JSON.parse(text))
  } catch ({ message }) {
    const notice = el(
      'p.notice',
      el('span', message || word('That did not work.')),
      again && button('chip', word('Try again'), again),
    )
    notice.role = 'alert'
    show(notice)
  }
}

const call = (name, args, done) =>
  step(ask('tools/call', { name, arguments: args }), done, () => call(name, args, done))

/** The answer that the view was opened for. */
export const arrive = (result, args) =>
  step(result, data => {
    trail = []
    here = { tool: host.told.toolInfo?.tool.name, args, data }
    show()
  })

function go(screen, top) {
  here = screen
  show()
  scrollTo(0, top)
  main.focus()
}

/** Followers come without a language of their own. */
export function visit(tool, given) {
  const { locale } = host.told
  const args = locale && !/follow/.test(tool) ? { locale, ...given } : given
  call(tool, args, data => {
    trail.push({ ...here, top: scrollY })
    go({ tool, args, data }, 0)
    // Only names of our own making: what people wrote is not put before the model unasked.
    const text = `The person now looks at the answer of ${tool} with ${JSON.stringify(given)}.`
    if (host.can.updateModelContext) hint('ui/update-model-context', { content: [{ type: 'text', text }] })
  })
}

/** More of a list: a cursor goes with the very question it came from, and people come in one long page. */
function follow({ tool = 'get_community_feed', args, data: { items, next_cursor: cursor, hasMore, limit } }) {
  const more = cursor ? { cursor } : hasMore && limit < mostPeople && { limit: mostPeople }
  if (!more || !host.can.serverTools) return
  return button('chip.more', word('Show more'), () =>
    call(tool, { ...args, ...more }, data => {
      here = { tool, args, data: cursor ? { ...data, items: [...items, ...data.items] } : data }
      show()
      main.querySelectorAll('h3 button')[items.length]?.focus()
    }),
  )
}

async function widen() {
  const answer = await hint('ui/request-display-mode', { mode: 'fullscreen' })
  host.told.displayMode = answer?.mode
  show()
}

/** `notice` stands above what is there. */
export function show(notice) {
  if (!here && !notice) return
  const { availableDisplayModes, displayMode } = host.told
  main.ariaBusy = null
  main.replaceChildren(
    ...[
      notice,
      el(
        'nav',
        trail[0] && button('chip.back', word('Back'), () => go(trail.at(-1), trail.pop().top)),
        displayMode !== 'fullscreen' &&
          availableDisplayModes?.includes('fullscreen') &&
          button('chip.wide', word('Full screen'), widen),
      ),
      ...(here ? [...draw(here.data, here.tool), follow(here)] : []),
    ].filter(Boolean),
  )
  if (!main.querySelector('h1')) main.prepend(el('h1.away', document.title))
}
