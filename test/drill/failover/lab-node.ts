import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, openSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { atExit } from '../../../bench/rig/at-exit.ts'
import { signalQuietly } from '../postgres-processes.ts'

export type LabNode = Awaited<ReturnType<typeof openLabNode>>

/** What each node has of its own, below one root. */
const OWN_FOLDERS = ['var/lib/postgresql', 'var/lib/etcd', 'run/postgresql']
const MOST_ROUNDS = 20

/** A machine of its own as far as network, data and processes go: namespaces below one root file system. */
export const openLabNode = async (root: string, name: string, logs: string) => {
  const holder = await hold(root, name)
  const pid = holder.pid!
  const network = readlinkSync(`/proc/${pid}/ns/net`)
  const env = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LANG: 'C.UTF-8' }

  /** All that runs on it now. */
  const processes = (): number[] => pidsWhere('ns/net', network).filter((each) => each !== pid)

  /** Every process, also those that are started meanwhile. */
  const signalAll = (signal: NodeJS.Signals): void => {
    const done = new Set<number>()
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      const found = processes().filter((each) => !done.has(each))
      if (found.length === 0) return
      for (const each of found) {
        done.add(each)
        signalQuietly(each, signal)
      }
    }
  }

  return {
    name,
    pid,
    /** `nice` as for the command of that name. */
    start: (command: string[], settings: Record<string, string>, nice = 0): ChildProcess => {
      const log = openSync(join(logs, `${name}-${command[0]!.split('/').at(-1)}.log`), 'a')
      const inside = [
        '--target',
        String(pid),
        '--net',
        '--mount',
        'chroot',
        '--userspec=postgres:postgres',
        root,
      ]
      return spawn('nice', ['-n', String(nice), 'nsenter', ...inside, ...command], {
        env: { ...env, ...settings },
        stdio: ['ignore', log, log],
      })
    },
    processes,
    signalAll,
    close: (): void => {
      signalAll('SIGKILL')
      holder.kill('SIGKILL')
    },
  }
}

/** The process that keeps the namespaces; settled when they are furnished. */
const hold = (root: string, name: string): Promise<ChildProcess> => {
  const own = OWN_FOLDERS.map((folder) => ({
    at: join(root, folder),
    from: join(root, 'nodes', name, folder),
  }))
  for (const { at, from } of own) {
    rmSync(from, { recursive: true, force: true })
    mkdirSync(from, { recursive: true, mode: 0o755 })
    mkdirSync(at, { recursive: true })
    spawnSync('chroot', [root, 'chown', 'postgres:postgres', from.slice(root.length)])
  }
  const steps = [
    `mount -t proc proc ${root}/proc`,
    `mount -t tmpfs tmpfs ${root}/dev/shm`,
    ...own.map(({ at, from }) => `mount --bind ${from} ${at}`),
    'echo ready',
    'exec sleep infinity',
  ]
  const holder = spawn(
    'unshare',
    ['--net', '--mount', '--propagation', 'private', 'sh', '-ec', steps.join('\n')],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  atExit(() => holder.kill('SIGKILL'))
  let said = ''
  holder.stderr.on('data', (chunk: Buffer) => (said += String(chunk)))
  return new Promise((done, fail) => {
    holder.stdout.once('data', () => done(holder))
    holder.once('exit', () => fail(new Error(`Node ${name} cannot be made: ${said.trim()}`)))
  })
}

/** Processes of which this link below /proc leads to `target`. */
export const pidsWhere = (link: string, target: string): number[] =>
  readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .filter((entry) => {
      try {
        return readlinkSync(join('/proc', entry, link)) === target
      } catch {
        return false
      }
    })
    .map(Number)
