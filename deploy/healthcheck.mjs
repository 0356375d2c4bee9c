// Is this container ready? The image has no curl, and Node is there anyway.
const [listen = '127.0.0.1:4010'] = (process.env.VITRINE_LISTEN ?? '').split(',').filter(Boolean)
const port = listen.slice(listen.lastIndexOf(':') + 1)

try {
  const { status } = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(3000) })
  process.exitCode = status === 200 ? 0 : 1
} catch {
  process.exitCode = 1
}
