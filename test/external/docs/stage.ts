// Where the blocks of a document are run: a folder that looks like a clone, the services that the document starts, and
// a shell that knows only the programs named here.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  closeSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { cleanEnvironment, compiled } from '../../support/vitrine-process.ts'
import { linkPackages } from '../support/tools.ts'
import { root } from './blocks.ts'
import { installPrograms } from './programs.ts'

type Places = { api: string; web: string; database: string }

export type Stage = {
  folder: string
  /** The text with the addresses of the documents replaced by those of the services that really run. */
  replaced: (text: string) => string
  places: () => Places
  /** Runs a block in bash. What it exports is there in the next block; what it starts lives until the end. */
  shell: (text: string) => Promise<Shown>
  end: () => void
}

/** Exit code and output of a block, and what the programs in it that must succeed said: one line each. */
export type Shown = { code: number; output: string; faults: string[] }

/** The addresses in the documents, and what stands for them. The only such table. */
const replacements = (folder: string, { api, web, database }: Places): [string | RegExp, string][] => [
  [/\blocalhost:4010\b/g, new URL(api).host],
  [/\blocalhost:4000\b/g, new URL(web).host],
  [/http:\/\/api\.localhost:8080\b/g, api],
  [/https:\/\/api\.example\.com\b/g, api],
  [/https:\/\/(?:www\.example\.com|community\.example)\b/g, web],
  [/postgres:\/\/vitrine:secret@localhost\/vitrine\b/g, addressOfReader(database)],
  [/postgres:\/\/vitrine:secret@localhost\/vitrine_restored\b/g, addressOfReader(database, 'vitrine_restored')],
  [/postgres:\/\/localhost\/workshop\b/g, database.replace(/(?<=@localhost\/)[^?]+/, 'workshop')],
  // The tests' own PostgreSQL has a user of this name already.
  [/\b(USER|DATABASE|OWNER|ROLE) vitrine\b/g, `$1 ${nameOfReader(database)}`],
  [/(?<![\w.])\/(opt\/vitrine\b|(?:var\/lib\/vitrine|etc|backup|tmp)(?=\/))/g, `${folder}/$1`],
]

/** The user `vitrine` of the documents, and the database of theirs: one for each document. */
export const nameOfReader = (database: string): string => `${new URL(database).pathname.slice(1)}_reader`
export const addressOfReader = (database: string, name = nameOfReader(database)): string =>
  database.replace(/\/\/[^@]+@localhost\/[^?]+/, `//${nameOfReader(database)}@localhost/${name}`)

/** `demo` is a store that is copied into the place where `vitrine serve` would have made one. */
export function makeStage(
  folder: string,
  { demo, records, shared }: { demo: string; records: string; shared: Places },
): Stage {
  const started: ChildProcess[] = []
  furnish(folder, demo, records)
  const placesFile = join(folder, '.places')
  const places = (): Places =>
    existsSync(placesFile) ? { ...shared, ...JSON.parse(readFileSync(placesFile, 'utf8')) } : shared
  const replaced = (text: string) =>
    replacements(folder, places()).reduce((left, [from, to]) => left.replaceAll(from, to), text)
  const end = () => {
    process.off('exit', end)
    for (const { pid } of started.splice(0)) stopGroup(pid)
  }
  process.once('exit', end)
  return {
    folder,
    replaced,
    places,
    async shell(text) {
      const { api, web, database } = places()
      const file = join(folder, `.output-${started.length}`)
      const output = openSync(file, 'a')
      const child = spawn('/bin/bash', ['-c', scriptOf(replaced(text))], {
        cwd: folder,
        detached: true,
        env: environment(folder, { VITRINE_BASE_URL: api, VITRINE_WEB_URL: web, ...postgresOf(database) }),
        stdio: ['ignore', output, output],
      })
      closeSync(output)
      started.push(child)
      const [code] = (await once(child, 'exit')) as [number | null]
      return { code: code ?? 1, output: readFileSync(file, 'utf8'), faults: faultsIn(folder, text) }
    },
    end,
  }
}

const scriptOf = (text: string): string =>
  `set -eu; if [ -f .exported ]; then . ./.exported; fi\n${text}\nexport -p | grep -v -E ' (VITRINE_(BASE|WEB)_URL|PATH|PWD|OLDPWD|SHLVL)=' > "$DOCS_FOLDER/.exported"\n`

/** What programs of PostgreSQL connect to when they are not told: on a reader's machine, the server that is there. */
function postgresOf(database: string): Record<string, string> {
  const { username, searchParams } = new URL(database)
  return { PGUSER: username, PGHOST: searchParams.get('host') ?? 'localhost' }
}

export function environment(folder: string, settings: Record<string, string>): NodeJS.ProcessEnv {
  const path = join(folder, '.programs')
  const own = {
    DOCS_FOLDER: folder,
    DOCS_PATH: process.env.PATH ?? '',
    DOCS_NODE: process.execPath,
    DOCS_ROOT: root,
    DOCS_TEST: String(process.pid),
    // What `vitrine` keeps compiled serves the stand-ins too.
    ...compiled,
  }
  return { ...cleanEnvironment(settings), ...own, PATH: path, HOME: folder, EDITOR: 'touch' }
}

/** What a reader has in front of them: a clone, a store, records of their own. */
function furnish(folder: string, demo: string, records: string): void {
  const own = ['data', 'dist', 'package.json', '.git']
  for (const entry of readdirSync(root, { withFileTypes: true }).filter(({ name }) => !own.includes(name))) {
    const [from, to] = [join(root, entry.name), join(folder, entry.name)]
    // A block that writes a file must not write into the project.
    if (entry.isFile()) copyFileSync(from, to)
    else if (entry.name === 'deploy') cpSync(from, to, { recursive: true })
    else if (entry.name !== 'node_modules') symlinkSync(from, to)
  }
  linkPackages(join(folder, 'node_modules'))
  const { version, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const exports = { './client': './client/client.ts' }
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ name: 'vitrine', version, type: 'module', exports, scripts }),
  )
  for (const place of ['.programs', 'data', 'backup', 'tmp', 'opt', 'var/lib/vitrine', 'etc/systemd/system'])
    mkdirSync(join(folder, place), { recursive: true })
  for (const store of ['data/vitrine.db', 'var/lib/vitrine/vitrine.db']) copyFileSync(demo, join(folder, store))
  for (const name of ['community.ndjson', 'records.ndjson']) writeFileSync(join(folder, name), records)
  installPrograms(join(folder, '.programs'))
}

/** Failures that a pipe would hide. An error of the service is one too, unless the block says that it comes. */
function faultsIn(folder: string, text: string): string[] {
  const file = join(folder, '.noted')
  if (!existsSync(file)) return []
  const lines = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
  rmSync(file)
  return lines.filter(line => {
    const [, status] = /^status (\d+) /.exec(line) ?? []
    if (status !== undefined) return Number(status) >= 400 && !text.includes(status)
    // Whoever reads only the beginning, such as head, makes curl complain.
    return !/ 0$/.test(line) && !/^curl: \(23\)|^Warning: /.test(line)
  })
}

function stopGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Everything in it has ended.
  }
}
