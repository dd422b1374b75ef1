import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { userInfo } from 'node:os'
import { hasTool } from '../../deploy/run-command.ts'

/** Outside of the repository, and kept for the next run: to make it takes a minute, and half a gigabyte. */
const LAB_ROOT = process.env['GOODWORD_LAB_ROOT'] ?? '/var/cache/goodword-lab/debian-13'

const PACKAGES = 'postgresql-17,patroni,python3-etcd,etcd-server,haproxy'
const TOOLS = ['unshare', 'nsenter', 'chroot', 'ip', 'debootstrap']
/** In the root once it is whole: of which packages. */
const MARK = 'goodword-lab'

/** Why no lab can be made on this machine, in one line; undefined where one can. */
export const whyNoLab = (): string | undefined => {
  if (process.platform !== 'linux') return 'the failover lab needs Linux: its nodes are network namespaces'
  if (userInfo().uid !== 0) return 'the failover lab needs root: it makes a chroot and network namespaces'
  const missing = TOOLS.filter((tool) => !hasTool(tool))
  if (missing.length > 0) return `the failover lab needs ${missing.join(' and ')}: install it first`
  if (spawnSync('unshare', ['--net', '--mount', 'true']).status !== 0)
    return 'the failover lab needs network and mount namespaces, which this machine or its container does not allow'
  return undefined
}

/** Debian 13 with what the nodes run, made by debootstrap where it is not there yet. */
export const makeLabRoot = async (say: (words: string) => void): Promise<string> => {
  if (existsSync(join(LAB_ROOT, MARK))) return LAB_ROOT
  say(`Making ${LAB_ROOT}, once: Debian 13 with Patroni, etcd, HAProxy and PostgreSQL 17 …`)
  const unfinished = `${LAB_ROOT}.new`
  rmSync(unfinished, { recursive: true, force: true })
  rmSync(LAB_ROOT, { recursive: true, force: true })
  mkdirSync(dirname(LAB_ROOT), { recursive: true })
  const { code, said } = await run('debootstrap', [
    '--variant=minbase',
    `--include=${PACKAGES}`,
    'trixie',
    unfinished,
  ])
  if (code !== 0) throw new Error(`the failover lab could not be made: ${lastLine(said)}`)
  writeFileSync(join(unfinished, MARK), PACKAGES)
  renameSync(unfinished, LAB_ROOT)
  return LAB_ROOT
}

const run = (command: string, args: string[]): Promise<{ code: number; said: string }> =>
  new Promise((done) => {
    let said = ''
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (said = `${said}${chunk}`.slice(-4_000)))
    child.once('error', (cause) => done({ code: 1, said: cause.message }))
    child.once('close', (code) => done({ code: code ?? 1, said }))
  })

const lastLine = (said: string): string => said.trim().split('\n').at(-1) ?? ''
