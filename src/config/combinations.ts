// Rules for settings that depend on each other.
import type { Listen } from './values.ts'

export type Model = { url: string; model: string; key: string | undefined }

/** `prefix` is that of the names of the settings. */
export function modelOf(
  prefix: string,
  url: string | undefined,
  model: string | undefined,
  key: string | undefined,
): Model | undefined {
  if (url !== undefined && model !== undefined) return { url, model, key }
  if (url !== undefined) throw new Error(`${prefix}_URL needs ${prefix}_MODEL: name the model that answers there.`)
  if (model === undefined && key === undefined) return undefined
  throw new Error(`${prefix}_MODEL and ${prefix}_KEY need ${prefix}_URL: give the address of the API.`)
}

type Combined = {
  store: string
  storeReplica: string | undefined
  listen: Listen
  baseUrl: string
  webUrl: string
  metricsPort: number | undefined
}

export function checkCombinations(config: Combined): void {
  if (config.storeReplica !== undefined && !/^postgres(?:ql)?:/i.test(config.store)) {
    throw new Error('VITRINE_STORE_REPLICA needs a PostgreSQL database in VITRINE_STORE.')
  }
  const { api, web, shared } = config.listen
  if (shared && new URL(config.baseUrl).hostname === new URL(config.webUrl).hostname) {
    throw new Error(
      'VITRINE_BASE_URL and VITRINE_WEB_URL share one port, so their host names must differ: ' +
        'give one of them another host or port.',
    )
  }
  if (config.metricsPort && (config.metricsPort === api.port || config.metricsPort === web.port)) {
    throw new Error(`VITRINE_METRICS_PORT must differ from the ports of the two hosts (it is ${config.metricsPort}).`)
  }
}
