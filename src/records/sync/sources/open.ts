// Drivers are loaded on demand: a process reads one kind of database.
import { withoutSecrets } from '../../../util/without-secrets.ts'
import { type Source, withoutSilence } from './source.ts'

export async function openSource(url: string): Promise<Source> {
  const source = await sourceOf(url)
  return {
    ...source,
    read: (work, signal) => source.read(rows => work(query => withoutSilence(rows(query), signal))),
  }
}

async function sourceOf(url: string): Promise<Source> {
  if (/^sqlite:/i.test(url)) return (await import('./sqlite.ts')).sqliteSource(url)
  if (/^postgres/i.test(url)) return (await import('./postgres.ts')).postgresSource(url)
  return (await import('./mysql.ts')).mysqlSource(url)
}

/** Messages of drivers may contain parts of the address. */
export function withoutPasswords(message: string, url: string, secrets: readonly string[]): string {
  const password = URL.canParse(url) ? new URL(url).password : ''
  const hidden = [...secrets, password, decoded(password)].filter(secret => secret.length > 2)
  return hidden.reduce((text, secret) => text.replaceAll(secret, '********'), withoutSecrets(message))
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
