// The programs that the documents use. Most run as they are. Some run for real but are led to a place of the test's own,
// or kept from doing what takes a network. The rest are stood in for (stand-ins.ts).
import { chmodSync, existsSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { standIns } from './stand-ins.ts'

/** As they are. Anything that is in none of these tables is unknown, and a failure. */
const plain = 'bash cat cp date env grep head install ls mkdir openssl sleep sh touch'.split(' ')

/** As they are, and their exit codes are looked at wherever they stand in a pipe. */
const watched = 'jq psql pg_dump pg_restore createdb'.split(' ')

/** The real program, and what is different about how it is run. */
const led: Readonly<Record<string, { how: string; script: () => string }>> = {
  git: {
    how: 'clones this project, whatever the address; where it has no history, what is needed of it is copied',
    script: () => `printf '[safe]\\n\\tdirectory = *\\n' > "$DOCS_FOLDER/.gitconfig"
if [ -e "$DOCS_ROOT/.git" ]; then
${whereIs('git')} -c "url.file://$DOCS_ROOT.insteadOf=https://git.example.com/vitrine.git" "$@" --quiet --depth 1
else
mkdir "$3" && cp -r "$DOCS_ROOT/deploy" "$3"
fi`,
  },
  npm: {
    how: 'compares package.json with the lock file for npm ci and fetches nothing; npm start is vitrine serve',
    script: () => `case "$1" in
start) shift; exec vitrine serve "$@" ;;
ci) shift; place="$DOCS_ROOT"; [ -d .git ] && place="$PWD"; ${whereIs('npm')} --prefix "$place" ls --package-lock-only "$@" ;;
*) ${standIn('npm')} ;;
esac`,
  },
  systemctl: {
    how: 'enables the unit in a folder instead of on the machine; a reload is stood in for',
    script: () => `if [ "$1" = enable ]; then
for last; do :; done
${whereIs('systemctl')} --root="$DOCS_FOLDER" enable "$last" 2> /dev/null && ${whereIs('systemctl')} --root="$DOCS_FOLDER" is-enabled "$last"
else
${standIn('systemctl')}
fi`,
  },
}

const standIn = (name: string): string => `"$DOCS_NODE" "$DOCS_ROOT/test/external/docs/stand-ins.ts" ${name} "$@"`
const noted = (name: string): string => `code=$?; echo "${name} $code" >> "$DOCS_FOLDER/.noted"; exit $code`

export function installPrograms(folder: string): void {
  for (const name of plain.filter(found)) symlinkSync(whereIs(name), join(folder, name))
  symlinkSync(process.execPath, join(folder, 'node'))
  for (const [name, script] of Object.entries(wrappers())) {
    const file = join(folder, name)
    writeFileSync(file, `#!/bin/sh\n${script}\n`)
    chmodSync(file, 0o755)
  }
}

function wrappers(): Record<string, string> {
  // A busy machine may refuse at first, and says so: then curl asks again, as clients are told to. It tells what it was
  // answered with in the end; errors and statuses go where the test looks for them.
  const curl = `${whereIs('curl')} -sS --max-time 20 --retry 4 --retry-delay 1 -w '%{stderr}status %{http_code} %{url_effective}\\n' "$@" 2>> "$DOCS_FOLDER/.noted"`
  const run = '"$DOCS_NODE" "$DOCS_ROOT/bin/vitrine.mjs" "$@"'
  // A service on a machine that is busy with other tests may refuse a request of the doctor's, who then says so.
  const again = `|| { [ "$1" = doctor ] && sleep 2 && ${run}; }`
  const all = (names: readonly string[], script: (name: string) => string) =>
    Object.fromEntries(names.map(name => [name, `${script(name)}; ${noted(name)}`]))
  return {
    ...all(Object.keys(standIns), standIn),
    ...all(watched, name => `${whereIs(name)} "$@"`),
    ...all(Object.keys(led), name => led[name]!.script()),
    curl,
    npx: `[ "$1" = vitrine ] && shift && exec vitrine "$@"; exec ${standIn('npx')}`,
    vitrine: `if [ "$1" = serve ]; then\n${serve}\nfi\n${run} ${again}; ${noted('vitrine $1')}`,
  }
}

/** On ports that the system chooses, in the background, no longer than the test lives; done when it listens. */
const serve = `
log="$DOCS_FOLDER/.serve"; : > "$log"
VITRINE_BASE_URL=http://localhost:0 VITRINE_WEB_URL=http://localhost:0 "$DOCS_NODE" "$DOCS_ROOT/bin/vitrine.mjs" "$@" >> "$log" 2>&1 &
server=$!
(while kill -0 "$DOCS_TEST"; do sleep 1; done; kill $server) 2> /dev/null &
until grep -q '"msg":"listening"' "$log"; do kill -0 $server || { cat "$log" >&2; exit 1; }; sleep 0.05; done
grep '"msg":"listening"' "$log" > "$DOCS_FOLDER/.places"
exit 0`

const found = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(':'), '/usr/sbin'].map(folder => join(folder, name)).find(file => existsSync(file))

export function whereIs(name: string): string {
  const file = found(name)
  if (file === undefined)
    throw new Error(`The tests of the documents need ${name}: node test/external/provide.ts installs it.`)
  return file
}
