import { execFile } from 'node:child_process'
import { join } from 'node:path'

export type Ran = { code: number; out: string; err: string }

const COMPILED = join(import.meta.dirname, '../../node_modules/.cache/compiled')
const COMMAND = join(import.meta.dirname, '../../bin/goodword.ts')

/** The real command line in a process of its own, with these settings and no others. */
export const goodword = (settings: Record<string, string>, ...args: string[]): Promise<Ran> =>
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
