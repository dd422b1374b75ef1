import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../test/support/free-port.ts'

const ROOT = join(import.meta.dirname, '../..')

test('api and worker run under the names that are relied on from outside, and know their database', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'goodword-names-'))
  // The database's own user needs access to it.
  chmodSync(folder, 0o755)
  const [port, sandboxPort] = [await freePort('localhost'), await freePort('localhost')]
  const settings = { DATA_DIR: folder, PORT: String(port), SANDBOX_PORT: String(sandboxPort) }
  const env: NodeJS.ProcessEnv = { ...process.env, ...settings }
  delete env['DATABASE_URL']
  const start = spawn(process.execPath, ['bin/start.ts'], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(async () => {
    const ended = start.exitCode === null && once(start, 'close')
    start.kill('SIGTERM')
    await ended
    rmSync(folder, { recursive: true, force: true })
  })
  let said = ''
  start.stdout.on('data', (words: Buffer) => (said += String(words)))
  await expect.poll(() => said, { timeout: 120_000 }).toContain('Goodword is running')
  const { port: databasePort, password } = JSON.parse(
    readFileSync(join(folder, 'postgres.json'), 'utf8'),
  ) as { port: number; password: string }
  const url = `postgres://goodword:${password}@127.0.0.1:${databasePort}/goodword`
  const children = childrenOf(start.pid!)
  for (const name of ['server/api.ts', 'server/worker.ts'])
    expect(children.find(({ command }) => command[1] === join(ROOT, name))?.environment).toContain(
      `DATABASE_URL=${url}`,
    )
})

const childrenOf = (parent: number): { command: string[]; environment: string[] }[] =>
  readdirSync('/proc')
    .filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === parent)
    .map((pid) => ({
      command: partsOf(`/proc/${pid}/cmdline`),
      environment: partsOf(`/proc/${pid}/environ`),
    }))

const parentOf = (pid: string): number | undefined => {
  try {
    return Number(/^PPid:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

const partsOf = (file: string): string[] => readFileSync(file, 'utf8').split('\0')
