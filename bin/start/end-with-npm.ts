import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const LOOK_MS = 1_000

/**
 * `npm start` stands above this process as npm, a shell and, right after an installation, another Node. A killed one
 * ends none of the others: the product would run on and keep ports and data, so this process then ends itself as on
 * SIGTERM. On Windows it does not notice.
 */
export const endWithNpm = (): void => {
  const above = npmAbove(process.ppid)
  if (above.length === 0) return
  const timer = setInterval(() => {
    if (above.every(isRunning)) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, LOOK_MS)
  timer.unref()
}

/** From `pid` up to the outermost npm. A shell above that one is the user's, who may leave it. */
const npmAbove = (pid: number): number[] => {
  const found = readProcess(pid)
  if (!found || !/^(npm|sh -c|\S*node bin\/install\.mjs) /.test(found.command)) return []
  const further = npmAbove(found.parent)
  return further.length > 0 || found.command.startsWith('npm ') ? [pid, ...further] : []
}

const readProcess = (pid: number): { command: string; parent: number } | undefined => {
  if (process.platform === 'win32' || pid <= 1) return undefined
  if (existsSync('/proc/self/stat')) {
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    const parent = /^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
    return { command, parent: Number(parent) }
  }
  const { stdout } = spawnSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], { encoding: 'utf8' })
  const [, parent, command] = /^\s*(\d+)\s+(.*)/.exec(stdout ?? '') ?? []
  return command === undefined ? undefined : { command, parent: Number(parent) }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
