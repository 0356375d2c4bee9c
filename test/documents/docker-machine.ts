// Where the blocks with docker are typed: on this machine when a daemon answers on it, otherwise in one of their own.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { enterOwn } from './docker-own.ts'
import type { Ground } from './part.ts'
import { run, type Typed, terminal, type } from './shell.ts'

export type Machine = {
  /** For whoever reads the results. */
  how: string
  /** Its images are nobody else's, and may be stood in for. */
  isOwn: boolean
  run: (text: string, minutes?: number) => Promise<string>
  type: (text: string) => Typed
}

const askVersions = `docker info --format 'Docker {{.ServerVersion}}' && docker compose version`

export async function dockerMachine(ground: Ground, folder: string): Promise<Machine> {
  const here = machineAt(ground, folder, 'exec bash -c "$TYPED"')
  const found = await versions(here).catch(() => undefined)
  if (found !== undefined) {
    await nobodyElseHas(here)
    ground.after(() => here.run(remove('vitrine')))
    return { ...here, how: found }
  }
  const own = machineAt(ground, folder, await enterOwn(ground))
  const forget = `${remove('')}\ndocker builder prune --all --force`
  await own.run(forget)
  ground.after(() => own.run(forget))
  return { ...own, isOwn: true, how: `${await versions(own)}, in a Debian 13 in a folder` }
}

async function versions({ run }: Machine): Promise<string> {
  const said = await run(askVersions)
  const [, docker, compose] = /^(Docker \d\S*)\n.*[Cc]ompose version v?([2-9]\S*)/m.exec(said) ?? []
  if (docker === undefined) throw new Error(`Compose 2 or newer is missing: ${said}`)
  return `${docker}, Compose ${compose}`
}

function machineAt(ground: Ground, folder: string, shell: string): Machine {
  const where = terminal(ground, folder)
  // Which daemon is asked, and the plugins, are settings of whoever runs this.
  const DOCKER_CONFIG = process.env.DOCKER_CONFIG ?? join(homedir(), '.docker')
  // Through the environment, because a block may hold any quotes.
  const typed = (text: string) => ({ DOCKER_CONFIG, TYPED: `cd '${folder}'; set -eu\n${text}` })
  const at = (text: string) => ({ ...where, env: { ...where.env, ...typed(text) } })
  const meant = (text: string) => (error: Error) => {
    throw new Error(error.message.replace(shell, text), { cause: error })
  }
  return {
    how: '',
    isOwn: false,
    run: (text, minutes = 5) => run(shell, at(text), minutes).catch(meant(text)),
    type: text => type(shell, at(text)),
  }
}

/** Containers, networks, volumes and images that the blocks make; of a machine of our own all that is not an image. */
const remove = (name: string): string => `
docker ps --all --quiet --filter name='^${name}' | xargs --no-run-if-empty docker rm --force --volumes
docker ps --all --quiet --filter ancestor=vitrine | xargs --no-run-if-empty docker rm --force --volumes
docker network ls --quiet --filter type=custom --filter name='^${name}' | xargs --no-run-if-empty docker network rm
docker volume ls --quiet --filter name='^${name}' | xargs --no-run-if-empty docker volume rm
docker images --quiet vitrine | sort --unique | xargs --no-run-if-empty docker rmi --force
docker image prune --force`

/** What the blocks call vitrine may be somebody's real service: then nothing is started. */
async function nobodyElseHas({ run }: Machine): Promise<void> {
  const taken = await run(`docker ps --all --filter name='^vitrine(-|$)' --format 'container {{.Names}}'
docker volume ls --filter name='^vitrine(_|$)' --format 'volume {{.Name}}'
docker images vitrine --format 'image {{.Repository}}:{{.Tag}}'`)
  if (taken.trim() !== '') throw new Error(`Docker has these already, so nothing was started:\n${taken}`)
  for (const port of [4000, 4010, 8080]) {
    const server = createServer().listen(port, '127.0.0.1')
    await once(server, 'listening').catch(() => {
      throw new Error(`Port ${port} of the blocks is taken, so nothing was started.`)
    })
    server.close()
    await once(server, 'close')
  }
}
