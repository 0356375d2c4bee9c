// CPU and wall time of `vitrine serve` until it is ready, and of its first answer to a question.
import type { Community } from './communities.ts'
import type { Result, Sample } from './floors.ts'
import { cpuSeconds, startVitrine } from './processes.ts'

const question = 'What are the most popular games?'

export async function measureStart({ store }: Community, rounds: number): Promise<Result[]> {
  console.error('Measuring the start.')
  // The first start after a change of the code fills the caches of compiled code and of the ask index.
  await startOnce(store)
  const runs: { start: Sample; ask: Sample }[] = []
  for (let round = 0; round < rounds; round++) runs.push(await startOnce(store))
  return [
    { floor: 'start', rounds: runs.map(({ start }) => start) },
    { floor: 'firstAsk', rounds: runs.map(({ ask }) => ask) },
  ]
}

async function startOnce(store: string): Promise<{ start: Sample; ask: Sample }> {
  const started = performance.now()
  const { webUrl, pid, stop } = await startVitrine({ VITRINE_STORE: store })
  const start = { cpu: cpuSeconds(pid), wall: (performance.now() - started) / 1000 }
  try {
    const asked = performance.now()
    const answer = await fetch(`${webUrl}/ask?query=${encodeURIComponent(question)}`)
    await answer.text()
    if (!answer.ok) throw new Error(`The question was answered with ${answer.status}.`)
    return { start, ask: { cpu: cpuSeconds(pid) - start.cpu, wall: (performance.now() - asked) / 1000 } }
  } finally {
    await stop()
  }
}
