// Measures the service side by side with what it is compared with, prints one table, and fails when a figure does not
// hold. See docs/benchmarks.md.
import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus } from 'node:os'
import { dirname } from 'node:path'
import { measureAsk } from './ask.ts'
import { measureCold } from './cold.ts'
import { community } from './communities.ts'
import { measureHttp } from './http.ts'
import { measureImport } from './import.ts'
import { measureMcp } from './mcp.ts'
import { measureMemory } from './memory.ts'
import { type Options, type Part, readOptions, usage } from './options.ts'
import { measurePages } from './pages.ts'
import { measurePostgres } from './postgres.ts'
import { measureStart } from './start-up.ts'
import { type Row, tableText } from './table.ts'
import { measureWorkers } from './workers.ts'

async function measureAll({ sizes, rounds, seconds, imports, postgres, only }: Options): Promise<Row[]> {
  const measures: Record<Part, () => Promise<Row[]>> = {
    http: async () => measureHttp(await community(sizes[0]!), rounds, seconds),
    pages: async () => measurePages(await community(sizes[0]!), rounds, seconds),
    mcp: async () => measureMcp(await community(sizes[0]!), rounds, seconds),
    cold: async () => measureCold(await Array.fromAsync(sizes, community), rounds),
    import: async () => measureImport(imports, rounds),
    start: async () => measureStart(await community(sizes[0]!), rounds),
    ask: async () => measureAsk(await community(sizes[0]!), 1),
    postgres: async () => measurePostgres(postgres, rounds),
    workers: async () => measureWorkers(await community(sizes[0]!), rounds),
    memory: async () => measureMemory(await community(sizes[0]!)),
  }
  const rows: Row[] = []
  for (const part of only) rows.push(...(await measures[part]()))
  return rows
}

/** What is wrong with them is for whoever typed them: no trace of the stack. */
function optionsOrComplaint(args: string[]): Options | string {
  try {
    return readOptions(args)
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage)
    return 0
  }
  const options = optionsOrComplaint(args)
  if (typeof options === 'string') {
    console.error(`${options}\n\n${usage}`)
    return 2
  }
  const machine = `Node ${process.version}, ${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown processor'}`
  const rows = await measureAll(options)
  console.log(`${machine}; medians of ${options.rounds} rounds\n\n${tableText(rows)}`)
  if (options.json !== undefined) {
    await mkdir(dirname(options.json), { recursive: true })
    await writeFile(options.json, `${JSON.stringify({ machine, rounds: options.rounds, rows }, null, 2)}\n`)
  }
  const broken = rows.filter(row => row.holds === false)
  console.log(broken.length === 0 ? 'Everything holds.' : `Does not hold: ${broken.map(row => row.name).join('; ')}.`)
  return broken.length === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
