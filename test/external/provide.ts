// Installs the programs that the slow tests need.
import { type Needed, provide } from '../support/provide.ts'

const needed: readonly Needed[] = [
  { program: process.env.CHROMIUM ?? '/usr/bin/chromium', debian: 'chromium' },
  { program: 'redis-server', debian: 'redis-server' },
  { program: 'pgbouncer', debian: 'pgbouncer' },
  { program: 'nginx', debian: 'nginx' },
  { program: 'systemd-analyze', debian: 'systemd' },
  { program: 'promtool', debian: 'prometheus' },
  // Runs the HTML checker.
  { program: 'java', debian: 'default-jre-headless' },
  // Used by test/faults.
  { program: 'strace', debian: 'strace' },
  { program: 'ip', debian: 'iproute2' },
  // Used by examples in the documentation.
  { program: 'curl', debian: 'curl' },
  { program: 'jq', debian: 'jq' },
  { program: 'openssl', debian: 'openssl' },
  { program: 'psql', debian: 'postgresql-client' },
  { program: 'mariadbd', debian: 'mariadb-server' },
]

provide(needed)
