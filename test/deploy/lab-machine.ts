import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { atExit } from '../../bench/rig/at-exit.ts'
import { CACHE, slimDebian } from './base-images.ts'
import { must, run, type Ran } from './run-command.ts'

export type LabMachine = Awaited<ReturnType<typeof openLabMachine>>

/** Does for the units of the page what systemd does: nothing else is played, and a chroot has no systemd. */
const SYSTEMCTL = `#!/bin/bash
set -eu
unit() { sed -n "s/^$2=//p" "/etc/systemd/system/$1.service" | tail -1; }
run() { exec runuser --user "$(unit "$1" User)" -- env --chdir="$(unit "$1" WorkingDirectory)" \\
  GOODWORD_ENV="$(unit "$1" EnvironmentFile)" $(unit "$1" ExecStart); }
case "$1 \${2:-}" in
  "daemon-reload ") ;;
  "start postgresql") pg_conftool 17 main set listen_addresses '' && pg_ctlcluster 17 main start ;;
  "restart caddy") caddy start --config /etc/caddy/Caddyfile >/var/log/caddy.log 2>&1 ;;
  "enable --now")
    shift 2
    for name; do for needed in $(sed -n 's/^Wants=\\(.*\\)\\.service$/\\1/p' "/etc/systemd/system/$name.service"); do (run "$needed"); done; done
    for name; do (run "$name") >"/var/log/$name.log" 2>&1 </dev/null & done ;;
  *) echo "the check's systemctl does not know: $*" >&2; exit 1 ;;
esac
`

/** A bare Debian below a folder, in a process and a mount namespace of its own. */
export const openLabMachine = async (env: Record<string, string>, hosts: string[]) => {
  mkdirSync(CACHE, { recursive: true })
  const root = mkdtempSync(join(CACHE, 'bare-debian-'))
  chmodSync(root, 0o755)
  await must('tar', ['--extract', '--file', await slimDebian(), '--directory', root])
  copyFileSync('/etc/resolv.conf', join(root, 'etc/resolv.conf'))
  appendFileSync(join(root, 'etc/hosts'), `127.0.0.1 localhost ${hosts.join(' ')}\n`)
  writeFileSync(join(root, 'usr/local/bin/systemctl'), SYSTEMCTL, { mode: 0o755 })
  // Nothing starts while it is installed, as in every chroot.
  writeFileSync(join(root, 'usr/sbin/policy-rc.d'), '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const { pid, holder } = await hold(root)
  const inside = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    LANG: 'C.UTF-8',
  }
  const enter = ['--target', String(pid), '--mount', '--pid', 'chroot', root]
  return {
    root,
    /** One script of the page, as root in its home. */
    sh: (script: string, input = ''): Promise<Ran> =>
      run('nsenter', [...enter, 'bash', '-euo', 'pipefail', '-c', `cd /root\n${script}`], {
        input,
        env: { ...inside, DEBIAN_FRONTEND: 'noninteractive', ...env },
      }),
    log: (name: string): string => readFileSync(join(root, 'var/log', name), 'utf8'),
    close: async (): Promise<void> => {
      process.kill(pid, 'SIGKILL')
      await once(holder, 'exit')
      // Its mounts went with its namespace.
      rmSync(root, { recursive: true, force: true })
    },
  }
}

/** The first process of the namespaces: when it ends, all that runs in there does. Returns its id as seen from here. */
const hold = async (root: string): Promise<{ pid: number; holder: ChildProcess }> => {
  const steps = [
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    'echo ready',
    'exec sleep infinity',
  ].join(' && ')
  const flags = ['--mount', '--pid', '--fork', '--kill-child', '--propagation', 'private']
  const holder = spawn('unshare', [...flags, 'sh', '-c', steps], { stdio: ['ignore', 'pipe', 'inherit'] })
  atExit(() => holder.kill('SIGKILL'))
  await new Promise((ready, fail) => {
    holder.stdout.once('data', ready)
    holder.once('exit', () => fail(new Error('no namespaces can be made here')))
  })
  const { stdout } = spawnSync('pgrep', ['--parent', String(holder.pid)], { encoding: 'utf8' })
  return { pid: Number(stdout.trim().split('\n')[0]), holder }
}
