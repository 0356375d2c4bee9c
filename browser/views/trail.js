// The current screen and the history. The first screen is the result that the view was opened for; others come from tools
// that the host calls.
import { ask, hint, host } from './bridge.js'
import { assign, button, el } from './elements.js'
import { word } from './language.js'
import { draw } from './screens.js'

const main = document.querySelector('main')
const mostPeople = 48
let here
let trail = []

/** Waits for a result. After a failure the screen stays, with a button to try again. */
async function step(answer, done, again) {
  main.ariaBusy = true
  try {
    const { structuredContent, content, isError } = await answer
    const text = content?.[0]?.text
    if (isError) throw Error(text)
    done(structuredContent)
  } catch ({ message }) {
    const notice = el(
      'p.notice',
      el('span', message || word('That did not work.')),
      again && button('chip', word('Try again'), again),
    )
    show(assign(notice, { role: 'alert' }))
  }
}

const call = (name, args, done) =>
  step(ask('tools/call', { name, arguments: args }), done, () => call(name, args, done))

/** The result that the view was opened for. */
export const arrive = (result, args) =>
  step(result, data => {
    trail = []
    here = { tool: host.told.toolInfo?.tool.name, args, data }
    show()
  })

function go(screen) {
  here = screen
  show()
  scrollTo(0, screen.top ?? 0)
  main.focus()
}

/** Reads of followers have no `locale` parameter. */
export function visit(tool, given) {
  const { locale } = host.told
  const args = locale && !/follow/.test(tool) ? { locale, ...given } : given
  call(tool, args, data => {
    here.top = scrollY
    trail.push(here)
    go({ tool, args, data })
    // Only names of our own: community content is not sent to the model without a request.
    const text = `The person looks at ${tool} with ${JSON.stringify(given)}.`
    if (host.can.updateModelContext) hint('ui/update-model-context', { content: [{ type: 'text', text }] })
  })
}

/** The next page: a cursor needs the same arguments; lists of creators have one page with a larger limit. */
function follow({ tool: known, args, data: { items, next_cursor: cursor, hasMore, limit, pagination } }) {
  const tool = known ?? (pagination ? 'get_community_feed' : 'get_popular_tags')
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
  host.told.displayMode = (await hint('ui/request-display-mode', { mode: 'fullscreen' }))?.mode
  show()
}

/** `notice` is shown above the screen. */
export function show(notice) {
  if (!here && !notice) return
  const { availableDisplayModes, displayMode } = host.told
  main.ariaBusy = null
  main.replaceChildren(
    ...[
      notice,
      el(
        'nav',
        trail[0] && button('chip.back', word('Back'), () => go(trail.pop())),
        displayMode !== 'fullscreen' &&
          availableDisplayModes?.includes('fullscreen') &&
          button('chip.wide', word('Full screen'), widen),
      ),
      ...(here ? [...draw(here), follow(here)] : []),
    ].filter(Boolean),
  )
  if (!main.querySelector('h1')) main.prepend(el('h1.away', document.title))
}
