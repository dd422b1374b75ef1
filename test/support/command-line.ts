import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { format } from 'node:util'
import { vi } from 'vitest'
import { runToEnd } from '../../bin/commands/run-to-end.ts'
import { readEnv } from '../../server/platform/process/env.ts'

export type Ran = { code: number; out: string; err: string }

const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/compiled')
const COMMAND = join(import.meta.dirname, '../../bin/goodword.ts')

/** The same command in the test's own process, where it takes a tenth of the time. Its log lines are not captured. */
export const goodword = async (settings: Record<string, string>, ...args: string[]): Promise<Ran> => {
  const written = { out: '', err: '' }
  const line =
    (to: keyof typeof written) =>
    (...words: unknown[]) => {
      written[to] += `${format(...words)}\n`
    }
  const bytes = (chunk: string | Uint8Array, ...more: unknown[]): boolean => {
    written.out += Buffer.from(chunk as Uint8Array).toString()
    const done = more.find((one) => typeof one === 'function')
    if (done) process.nextTick(done)
    return true
  }
  const spies = [
    vi.spyOn(console, 'log').mockImplementation(line('out')),
    vi.spyOn(console, 'error').mockImplementation(line('err')),
    vi.spyOn(process.stdout, 'write').mockImplementation(bytes),
  ]
  try {
    const code = await runToEnd(() => readEnv(settings), args)
    return { code, ...written }
  } finally {
    for (const spy of spies) spy.mockRestore()
  }
}

/** The real command line in a process of its own, with these settings and no others. */
export const goodwordProcess = (settings: Record<string, string>, ...args: string[]): Promise<Ran> =>
  new Promise((resolve) => {
    const env = {
      PATH: process.env['PATH'] ?? '',
      NODE_NO_WARNINGS: '1',
      NODE_COMPILE_CACHE: COMPILED,
      ...settings,
    }
    const child = execFile(
      process.execPath,
      [COMMAND, ...args],
      { env, maxBuffer: 64 * 1024 * 1024 },
      (_error, out, err) => resolve({ code: child.exitCode ?? -1, out, err }),
    )
  })
