// A process that asks one question in each language and reports by how many megabytes its memory has grown.
import { questionsOf } from '../../test/ask/examination.ts'
import { openAsker } from './asker.ts'

const used = () => {
  for (let i = 0; i < 3; i++) global.gc!()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: (heapUsed + external) / 1e6, resident: rss / 1e6 }
}

const questions = [...Map.groupBy(questionsOf('second'), ({ locale }) => locale).values()].map(([one]) => one!.q)
const asker = await openAsker(process.argv[2]!)
const before = used()
for (const query of questions) await asker.ask({ query })
const after = used()
process.send!({ heap: after.heap - before.heap, resident: after.resident - before.resident })
await asker.close()
process.disconnect!()
