// Vitrine inside another Node program: `import { startVitrine, createHandler } from 'vitrine'`. See docs/library.md.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { openHandlers, startService } from '../src/app.ts'
import { type Config, readConfig } from '../src/config/config.ts'

/** Settings by name, without the prefix: `VITRINE_STORE` is `store`, `VITRINE_LIMIT_READ` is `limitRead`. */
export type VitrineSettings = {
  /** Address of the API host as clients see it. Default: http://localhost:4010 */
  baseUrl?: string
  /** Address of the web host as clients see it. Default: http://localhost:4000 */
  webUrl?: string
  /** A file, or the address of a PostgreSQL database. Default: ./data/vitrine.db */
  store?: string
  /** The folder of a site pack. */
  site?: string
  /** Any other setting (docs/configuration.md). `true` and `false` mean on and off. */
  [setting: string]: string | number | boolean | undefined
}

export type VitrineService = {
  apiUrl: string
  webUrl: string
  /** Loads the site pack again. Rejects if it has problems; then the previous one stays. */
  reloadSite(): Promise<void>
  /** Answers the requests that have begun, then stops. */
  close(): Promise<void>
}

export type VitrineHandler = (request: IncomingMessage, response: ServerResponse) => void

export type VitrineHandlers = {
  /** Answers requests to the API host. */
  api: VitrineHandler
  /** Answers requests to the web host. */
  web: VitrineHandler
  reloadSite(): Promise<void>
  /** Closes the store. Stop the server first. */
  close(): Promise<void>
}

/** Starts both hosts. Resolves when they listen. */
export async function startVitrine(settings: VitrineSettings = {}): Promise<VitrineService> {
  const service = await startService(configOf(settings))
  service.prepare().catch(() => {}) // the first question then takes longer
  const { apiUrl, webUrl, reloadSite } = service
  return { apiUrl, webUrl, reloadSite, close: () => service.close() }
}

/** Handlers for the servers of the program, one for each host. They expect the whole path and an unread body. */
export async function createHandler(settings: VitrineSettings = {}): Promise<VitrineHandlers> {
  const { api, web, reloadSite, close, prepare } = await openHandlers(configOf(settings))
  prepare().catch(() => {}) // the first question then takes longer
  return { api, web, reloadSite, close }
}

/** Environment variables are not read: the program decides. */
function configOf(settings: VitrineSettings): Config {
  const env = Object.entries(settings).flatMap(([name, value]) =>
    value === undefined ? [] : [[variableOf(name), typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value)]],
  )
  return readConfig(Object.fromEntries(env))
}

/** `limitRead` → `VITRINE_LIMIT_READ` */
const variableOf = (name: string): string => `VITRINE_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`
