// Certificate authorities of our own, made by openssl, and certificates they give out.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

export type Certificate = { cert: string; key: string }

type Authority = Certificate & {
  /** For names as they stand in certificates: `DNS:localhost`, `IP:127.0.0.1`. */
  issue(...names: string[]): Certificate
}

export function makeAuthority(folder: string, name: string): Authority {
  const place = (file: string) => join(folder, `${name}-${file}`)
  const own = { cert: place('authority.pem'), key: place('authority.key') }
  request(own, ['-subj', `/CN=${name}`])
  let issued = 0
  return {
    ...own,
    issue(...names) {
      const number = issued++
      const made = { cert: place(`${number}.pem`), key: place(`${number}.key`) }
      const purpose = ['-subj', '/CN=server', '-addext', `subjectAltName=${names.join()}`]
      request(made, [...purpose, '-addext', 'basicConstraints=critical,CA:FALSE', '-CA', own.cert, '-CAkey', own.key])
      return made
    },
  }
}

function request({ cert, key }: Certificate, more: string[]): void {
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-noenc', '-days', '2']
  execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', cert, ...more], { stdio: 'pipe' })
}
