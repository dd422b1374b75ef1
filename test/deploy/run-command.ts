import { spawn, spawnSync } from 'node:child_process'

export type Ran = { code: number; out: string; err: string }

/** Runs to its end, with `input` on its stdin. */
export const run = (
  command: string,
  args: string[],
  { input = '', env, cwd }: { input?: string; env?: NodeJS.ProcessEnv; cwd?: string } = {},
): Promise<Ran> =>
  new Promise((done, fail) => {
    const child = spawn(command, args, {
      stdio: 'pipe',
      ...(cwd ? { cwd } : {}),
      ...(env ? { env } : {}),
    })
    const said = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => (said.out += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => (said.err += String(chunk)))
    child.stdin.on('error', () => undefined).end(input)
    child.once('error', fail)
    child.once('close', (code) => done({ code: code ?? 1, ...said }))
  })

/** The same, and what it printed; fails with its last words unless it ends with 0. */
export const must = async (...asked: Parameters<typeof run>): Promise<string> => {
  const { code, out, err } = await run(...asked)
  if (code === 0) return out
  const words = `${out}\n${err}`.trim().split('\n').slice(-15).join('\n')
  throw new Error(`${asked[0]} ${asked[1].slice(0, 6).join(' ')} ended with ${code}:\n${words}`)
}

export const hasTool = (tool: string): boolean => spawnSync('which', [tool]).status === 0
