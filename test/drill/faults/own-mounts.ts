import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'

const MARK = 'DRILL_HAS_OWN_MOUNTS'

/** Whether what is mounted now is seen by this process and what it starts, and by nothing else. */
export const hasOwnMounts = (): boolean => process.env[MARK] === 'yes'

/** Runs this program again where it may mount disks that only it sees. Undefined where that is not possible. */
export const againWithOwnMounts = (): number | undefined => {
  const isPossible = userInfo().uid === 0 && spawnSync('unshare', ['--mount', 'true']).status === 0
  if (hasOwnMounts() || !isPossible) return undefined
  const args = ['--mount', '--propagation', 'private', process.execPath, ...process.argv.slice(1)]
  const { status } = spawnSync('unshare', args, { stdio: 'inherit', env: { ...process.env, [MARK]: 'yes' } })
  return status ?? 1
}

export const mountDisk = (folder: string, mib: number): void => {
  mkdirSync(folder, { recursive: true })
  run('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0700`, 'goodword-drill', folder])
}

export const unmountDisk = (folder: string): void => run('umount', ['--lazy', folder])

export const run = (command: string, args: string[]): void => {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed: ${stderr}`)
}
