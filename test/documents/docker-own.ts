// A Debian 13 with Docker's packages, in a folder, for machines on which no daemon answers. It has its own mounts and its
// own network, so nothing of it is left on the machine but the folder, which the next run uses again.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../vitrine-process.ts'
import type { Ground } from './part.ts'

const kept = '/var/cache/vitrine-documents'
const system = join(kept, 'machine')
/** The same Debian without Docker: what images can be made from. */
export const base = join(kept, 'base')
export const certificates = '/etc/ssl/certs/ca-certificates.crt'
const packages = 'docker.io docker-cli docker-compose docker-buildx curl openssl iproute2 iptables procps slirp4netns'
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The command that runs `$TYPED` in it. */
export async function enterOwn(ground: Ground): Promise<string> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/sbin/debootstrap'))
    throw new Error(
      'No Docker with Compose 2 answers: install and start one (Debian 13: docker.io docker-cli docker-compose docker-buildx), or run this as root with debootstrap installed.',
    )
  install(ground)
  const pid = await boot(ground)
  const unset = ['HOST', 'CONTEXT', 'CONFIG'].map(name => `-u DOCKER_${name}`).join(' ')
  return `exec nsenter --target ${pid} --mount --net env ${unset} PATH=${path} bash -c "$TYPED"`
}

/** debootstrap and apt look at the signatures of what they fetch. */
function install({ say }: Ground): void {
  const installed = join(kept, 'installed')
  if (existsSync(installed) && readFileSync(installed, 'utf8') === packages) return
  say(`no Docker answers: setting one up in ${kept}`)
  mkdirSync(kept, { recursive: true, mode: 0o700 })
  const script = `set -eu
rm -rf '${kept}'/*.making
if [ ! -d '${base}' ]; then
  debootstrap --variant=minbase --include=ca-certificates trixie '${base}.making' http://deb.debian.org/debian
  mv '${base}.making' '${base}'
fi
if [ ! -d '${system}' ]; then cp -a '${base}' '${system}.making' && mv '${system}.making' '${system}'; fi
cd '${system}'
# Nothing is started by its being installed.
printf '#!/bin/sh\\nexit 101\\n' > usr/sbin/policy-rc.d
chmod +x usr/sbin/policy-rc.d
cp --dereference /etc/resolv.conf etc/resolv.conf
chroot . apt-get update
chroot . apt-get install --yes --no-install-recommends ${packages}
# Where slirp4netns answers for the machine's own server of names.
echo 'nameserver 10.0.2.3' > etc/resolv.conf
echo '127.0.0.1 localhost' > etc/hosts`
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('/bin/sh', ['-c', script], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  writeFileSync(installed, packages)
}

/** Runs in mounts and in a network of its own, and becomes the daemon. Its process is told once the mounts stand. */
const bootScript = (folder: string): string => `set -eu
mount --bind '${system}' '${system}'
cd '${system}'
for place in proc sys dev; do mount --rbind /$place $place; done
mountpoint --quiet sys/fs/cgroup || mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs run run
mount -t tmpfs tmp tmp
mkdir -p '.${folder}'
mount --bind '${folder}' '.${folder}'
pivot_root . mnt
umount --lazy /mnt
export PATH=${path}
ip link set lo up
echo $$ > '${folder}/pid'
until ip route | grep --quiet default; do sleep 0.1; done
exec dockerd`

/** Daemon and network go when the process that holds the other end of the pipe does. */
const guardScript = (folder: string): string => `
exec 9> '${kept}/lock'
flock --nonblock 9 || { echo 'Another run uses ${kept}.'; exit 1; }
unshare --mount --net --propagation private sh '${folder}/boot.sh' 9>&- &
daemon=$!
until [ -s '${folder}/pid' ]; do kill -0 $daemon || exit 1; sleep 0.1; done
nsenter --target $daemon --mount slirp4netns --configure --mtu=65520 --disable-host-loopback $daemon tap0 9>&- &
network=$!
cat > /dev/null
kill $daemon; wait $daemon
kill $network; wait $network`

async function boot({ folder, after }: Ground): Promise<number> {
  if (existsSync(certificates)) copyFileSync(certificates, join(system, certificates))
  writeFileSync(join(folder, 'boot.sh'), bootScript(folder))
  const guard = spawn('/bin/sh', ['-c', guardScript(folder)], { detached: true, stdio: ['pipe', 'pipe', 'pipe'] })
  let log = ''
  for (const stream of [guard.stdout, guard.stderr])
    stream.setEncoding('utf8').on('data', text => {
      log = `${log}${text}`.slice(-4_000)
    })
  const hasEnded = once(guard, 'exit')
  after(async () => {
    guard.stdin.end()
    await hasEnded
  })
  const isUp = () => log.includes('API listen on') || guard.exitCode !== null
  await until('its Docker answers', isUp, 60_000).catch(() => {})
  if (!log.includes('API listen on')) throw new Error(`Docker does not start in ${kept}:\n${log}`)
  return Number(readFileSync(join(folder, 'pid'), 'utf8'))
}
