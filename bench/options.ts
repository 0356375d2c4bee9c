import { parseArgs } from 'node:util'

export const parts = [
  'http',
  'workers',
  'pages',
  'mcp',
  'cold',
  'import',
  'start',
  'memory',
  'ask',
  'postgres',
] as const
export type Part = (typeof parts)[number]

export type Options = {
  /** Creations in the communities, smallest first; reads over HTTP and memory are measured on the first. */
  sizes: number[]
  rounds: number
  seconds: number
  only: readonly Part[]
  /** Creations in the PostgreSQL database that is read. */
  postgres: number
  /** Creations in the files whose import is timed. */
  imports: number[]
  json: string | undefined
}

export const usage = `npm run bench -- [options]

  --sizes 100000,1000000    creations in the communities that are read
  --postgres 100000         creations in the PostgreSQL database that is read
  --imports 20000,100000    creations in the files that are imported
  --only ${parts.join(',')}   what to measure
  --rounds 3                how often; the median counts
  --seconds 3               how long each load lasts
  --json <file>             also write the table as JSON
`

export function readOptions(args: string[]): Options {
  const { values } = parseArgs({
    args,
    options: {
      sizes: { type: 'string', default: '100000,1000000' },
      imports: { type: 'string', default: '20000,100000' },
      postgres: { type: 'string', default: '100000' },
      only: { type: 'string', default: parts.join() },
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      json: { type: 'string' },
    },
  })
  return {
    sizes: numbers('sizes', values.sizes),
    imports: numbers('imports', values.imports),
    postgres: numbers('postgres', values.postgres)[0]!,
    only: values.only.split(',').map(partNamed),
    rounds: numbers('rounds', values.rounds)[0]!,
    seconds: numbers('seconds', values.seconds)[0]!,
    json: values.json,
  }
}

function numbers(name: string, text: string): number[] {
  const list = text.split(',').map(Number)
  if (list.some(value => !Number.isSafeInteger(value) || value < 1)) {
    throw new Error(`--${name} must be whole numbers from 1 on, separated by commas (it is ${text}).`)
  }
  return list.sort((a, b) => a - b)
}

function partNamed(name: string): Part {
  const part = parts.find(known => known === name)
  if (!part) throw new Error(`--only knows ${parts.join(', ')}, not ${name}.`)
  return part
}
