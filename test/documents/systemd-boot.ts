// How a machine comes to have systemd as its first process.

/** Where it has the project, to be cloned. */
export const projectInside = '/run/project'

/** Run as the first process of a new namespace; $1 is a folder to work in. Nothing that this machine starts is started. */
export const bootScript = `set -eu
mount --make-rprivate /
mount -t tmpfs tmpfs "$1"
mkdir "$1/upper" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/root"
cd "$1/root"
mount -t proc proc proc
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t tmpfs tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
for folder in run dev; do mount -t tmpfs -o mode=755 tmpfs $folder; done
mkdir dev/shm dev/pts
for folder in tmp dev/shm; do mount -t tmpfs -o mode=1777 tmpfs $folder; done
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
for number in 0:stdin 1:stdout 2:stderr; do ln -s /proc/self/fd/\${number%:*} dev/\${number#*:}; done
mkdir .${projectInside}
mount --bind "$DOCS_ROOT" .${projectInside}
mount -o remount,bind,ro .${projectInside}
# What is removed is removed from the layer; the files below it stay.
[ "$(stat --file-system --format=%T .)" = overlayfs ]
cp --remove-destination "$DOCS_NODE" usr/bin/node
rm -rf etc/systemd/system usr/lib/systemd/system/*.wants usr/lib/systemd/system-generators etc/rc?.d etc/fstab
rm -rf opt/vitrine etc/vitrine var/lib/vitrine var/lib/private/vitrine
mkdir -p etc/systemd/system/sysinit.target.wants
cd etc/systemd/system
ln -s /dev/null systemd-journald-audit.socket
for unit in systemd-journald systemd-tmpfiles-setup; do ln -s /lib/systemd/system/$unit.service sysinit.target.wants/; done
cd "$1/root"
mkdir -p .outside
pivot_root . .outside
umount -l /.outside
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --unit=multi-user.target
`
