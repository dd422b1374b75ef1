import { fork, type ChildProcess } from 'node:child_process'
import { createWriteStream, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { atExit } from './at-exit.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Of what it wrote before it ended, in letters. */
const LAST_WORDS = 2_000

export type ProductProcess = ReturnType<typeof productProcess>

export type ProcessMemory = { rssMiB: number; peakMiB: number }

/**
 * One of the product's processes as a child that can be killed and started again. Its output goes to `logFile`. The
 * entry is a file of this tree, or the whole path of one in another.
 */
export const productProcess = (
  entry: string,
  settings: Record<string, string>,
  { logFile, nodeFlags = [] }: { logFile: string; nodeFlags?: string[] },
) => {
  let child: ChildProcess | undefined
  let lastEnd: string | undefined
  let isWanted = false
  const log = createWriteStream(logFile, { flags: 'a' })
  atExit(() => child?.kill('SIGKILL'))
  const endIt = (signal: 'SIGKILL' | 'SIGTERM'): Promise<void> => {
    isWanted = false
    return end(child, signal)
  }

  return {
    /** Settled when it says that it is ready; fails when it ends before. */
    start: (): Promise<void> => {
      const started = fork(resolve(ROOT, entry), {
        env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
        execArgv: nodeFlags,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      })
      started.stdout!.pipe(log, { end: false })
      started.stderr!.pipe(log, { end: false })
      let lastWords = ''
      started.stderr!.on('data', (chunk) => (lastWords = `${lastWords}${chunk}`.slice(-LAST_WORDS)))
      started.once('exit', (code, signal) => {
        lastEnd = signal ?? `code ${code}`
        if (child === started) child = undefined
        if (isWanted) console.error(`${entry} ended by itself (${lastEnd}), see ${logFile}:\n${lastWords}`)
      })
      child = started
      return new Promise((ready, fail) => {
        started.once('message', () => {
          isWanted = true
          ready()
        })
        started.once('exit', () => fail(new Error(`${entry} ended at its start:\n${lastWords}`)))
      })
    },
    isRunning: () => child !== undefined,
    /** How it ended the last time: a signal, or `code 1`. */
    lastEnd: () => lastEnd,
    signal: (signal: NodeJS.Signals): void => {
      if (signal === 'SIGTERM') isWanted = false
      child?.kill(signal)
    },
    pid: () => child?.pid,
    kill: (): Promise<void> => endIt('SIGKILL'),
    stop: (): Promise<void> => endIt('SIGTERM'),
    memory: (): ProcessMemory => {
      const status = child ? readFileSync(`/proc/${child.pid}/status`, 'utf8') : ''
      const mebibytes = (field: string) =>
        Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1024
      return { rssMiB: mebibytes('VmRSS'), peakMiB: mebibytes('VmHWM') }
    },
  }
}

const end = (child: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> =>
  new Promise((done) => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return done()
    const last = setTimeout(() => child.kill('SIGKILL'), 15_000)
    child.once('exit', () => {
      clearTimeout(last)
      done()
    })
    child.kill(signal)
  })
