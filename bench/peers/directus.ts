// What Directus needs before everybody may read: its settings, its tables, and a permission.

export const directusSettings = (postgres: string, port: number): Record<string, string> => ({
  DB_CLIENT: 'pg',
  DB_CONNECTION_STRING: postgres,
  SECRET: 'bench',
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
  HOST: '127.0.0.1',
  PORT: String(port),
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  CACHE_ENABLED: 'true',
  CACHE_STORE: 'memory',
  LOG_LEVEL: 'fatal',
  TELEMETRY: 'false',
})

const admin = { email: 'bench@example.com', password: 'bench-password' }

/** Over its own interface, as an administrator would. */
export async function openToEverybody(url: string): Promise<void> {
  const ask = async (path: string, body?: unknown, token?: string) => {
    const headers = {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    }
    const sent = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
    const answer = await fetch(url + path, sent)
    if (!answer.ok) throw new Error(`Directus answered ${answer.status} to ${path}: ${await answer.text()}`)
    return ((await answer.json()) as { data: unknown }).data
  }
  const login = await ask('/auth/login', admin)
  const token = (login as { access_token: string }).access_token
  const policies = (await ask('/policies?limit=-1', undefined, token)) as { id: string; name: string }[]
  const everybody = policies.find(({ name }) => name === '$t:public_label')!.id
  await ask('/permissions', { policy: everybody, collection: 'creation', action: 'read', fields: ['*'] }, token)
}
