import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { atExit } from './at-exit.ts'

const ROOT = join(import.meta.dirname, '../..')

/** Runs the operator's command line, as a newcomer would: of this tree, or of another. */
export const goodword = (
  settings: Record<string, string>,
  args: string[],
  root = ROOT,
): Promise<{ code: number; stdout: string; stderr: string }> =>
  new Promise((done, fail) => {
    const child = spawn(process.execPath, [join(root, 'bin/goodword.ts'), ...args], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const forget = atExit(() => child.kill('SIGKILL'))
    let stdout = ''
    let stderr = ''
    child.stdout.on('data', (chunk: Buffer) => (stdout += String(chunk)))
    child.stderr.on('data', (chunk: Buffer) => (stderr += String(chunk)))
    child.once('error', fail)
    child.once('close', (code) => {
      forget()
      done({ code: code ?? 1, stdout, stderr })
    })
  })

export type SeededBusiness = { businessId: string; tenantId: string; name: string }

export const seedBusinesses = async (
  settings: Record<string, string>,
  { businesses, fundsCents }: { businesses: number; fundsCents: number },
  root = ROOT,
): Promise<SeededBusiness[]> => {
  const asked = ['seed', `--businesses=${businesses}`, `--funds=${fundsCents}`, '--json']
  const { code, stdout, stderr } = await goodword(settings, asked, root)
  if (code !== 0) throw new Error(`goodword seed failed (${code}): ${stderr || stdout}`)
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as SeededBusiness)
}
