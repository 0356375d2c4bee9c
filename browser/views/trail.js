// Where the person is, and how they got there. The first screen is the answer of the tool that the view was opened for;
// others come from tools that the host calls.
const main = document.querySelector('main')
const mostPeople = 48
let given = {}
let here = null
let trail = []

const answered = ({ structuredContent, content, isError }) => {
  const text = content?.find(({ type }) => type === 'text')?.text ?? ''
  if (isError) throw new Error(text)
  return structuredContent ?? JSON.parse(text)
}

function arrive(result) {
  trail = []
  try {
    here = { tool: context.toolInfo?.tool?.name, args: given, data: answered(result) }
    show()
  } catch (error) {
    here = null
    complain(error.message || word('failed'))
  }
}

/** Followers come without a language of their own. */
const spokenArgs = (tool, args) =>
  context.locale && !/followers|following/.test(tool) ? { locale: context.locale, ...args } : args

const call = async (tool, args) => answered(await ask('tools/call', { name: tool, arguments: args }))

async function busily(work, again) {
  main.ariaBusy = 'true'
  try {
    await work()
  } catch (error) {
    complain(error.message || word('failed'), again)
  } finally {
    main.ariaBusy = null
  }
}

function visit(tool, args) {
  return busily(
    async () => {
      const data = await call(tool, spokenArgs(tool, args))
      if (here) trail.push({ ...here, top: scrollY })
      here = { tool, args, data }
      show()
      scrollTo(0, 0)
      main.focus()
      // Only names of our own making: what people wrote is not put before the model unasked.
      const text = `The person now looks at the answer of ${tool} with ${JSON.stringify(args)}.`
      if (can.updateModelContext)
        await ask('ui/update-model-context', { content: [{ type: 'text', text }] }).catch(() => {})
    },
    () => visit(tool, args),
  )
}

function back() {
  const { top, ...screen } = trail.pop()
  here = screen
  show()
  scrollTo(0, top)
  main.focus()
}

/** The arguments of the page after this one; null on the last. A cursor goes with the very question it came from. */
function next({ args, data }) {
  if (data.next_cursor) {
    const asked = Object.fromEntries(new URL(data.pagination.nextUrl).searchParams)
    const featured = asked.featuredOnly ? { featuredOnly: asked.featuredOnly === 'true' } : {}
    return { ...asked, ...featured, limit: data.pagination.limit }
  }
  return data.hasMore && args.handle && data.limit < mostPeople ? { ...args, limit: mostPeople } : null
}

function more(screen, args) {
  const tool = screen.tool ?? 'get_community_feed'
  return busily(
    async () => {
      const data = await call(tool, args)
      const seen = screen.data.items.length
      const items = data.next_cursor === undefined ? data.items : [...screen.data.items, ...data.items]
      here = { ...screen, data: { ...data, items } }
      show()
      main.querySelectorAll('.card')[seen]?.querySelector('button')?.focus()
    },
    () => more(screen, args),
  )
}

function show() {
  if (!here) return
  main.ariaBusy = null
  const wide = context.availableDisplayModes?.includes('fullscreen') && context.displayMode !== 'fullscreen'
  const expand = () =>
    void ask('ui/request-display-mode', { mode: 'fullscreen' }).then(
      ({ mode }) => adapt({ displayMode: mode }),
      () => {},
    )
  const bar = [
    trail.length > 0 && button('back', word('back'), back),
    wide && button('wide', word('full'), expand),
  ].filter(Boolean)
  const follows = can.serverTools && next(here)
  main.replaceChildren(
    ...[
      bar.length > 0 && el('nav', '', bar),
      ...screens[screenFor(here.data, here.tool)](here.data, here.tool),
      follows && button('more', word('more'), () => more(here, follows)),
    ].filter(Boolean),
  )
  if (!main.querySelector('h1')) main.prepend(el('h1', 'away', document.title))
}

/** Says what went wrong above what is there; alone when nothing is. */
function complain(text, again) {
  const notice = el('p', 'notice', written('span', '', text), again ? button('chip', word('retry'), again) : '')
  notice.role = 'alert'
  main.ariaBusy = null
  main.querySelector('.notice')?.remove()
  if (here) main.prepend(notice)
  else main.replaceChildren(notice)
}

speak()
start()
