import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { prepareStart } from '../../bin/start/prepare-start.ts'
import { freePort } from '../../test/support/free-port.ts'
import type { Part } from '../figures.ts'
import { atExit, onSignal } from '../rig/at-exit.ts'
import { medianOf } from '../rig/percentiles.ts'
import type { Bench } from './bench.ts'

const ROOT = join(import.meta.dirname, '../..')
const GIVEN_UP_MS = 120_000

/**
 * (n) `npm start` until the product answers and says that it runs: with an empty data folder, and once more. What an
 * installation makes is there, also where the schema has changed since the last one.
 */
export const measureStart = async (bench: Bench): Promise<Part> => {
  const rounds = bench.sized(5, 3, 1)
  await prepareStart()
  const first: number[] = []
  const later: number[] = []
  for (let round = 0; round < rounds; round += 1) {
    const folder = mkdtempSync(join(tmpdir(), 'goodword-start-'))
    // The database's own user needs access to it; else the cluster would lie elsewhere and outlive the run.
    chmodSync(folder, 0o755)
    first.push(await start(folder))
    if (bench.sized(true, true, false)) later.push(await start(folder))
    rmSync(folder, { recursive: true, force: true })
  }
  return {
    letter: 'n',
    title: `npm start with its sandbox, median of ${rounds}`,
    figures: [
      { what: 'the first time', value: medianOf(first) / 1000, unit: 's', bar: { atMost: 3.5 } },
      ...(later.length > 0
        ? [{ what: 'after that', value: medianOf(later) / 1000, unit: 's', bar: { atMost: 2 } }]
        : []),
      { what: 'slowest first time', value: Math.max(...first) / 1000, unit: 's' },
    ],
  }
}

const start = async (folder: string): Promise<number> => {
  const port = await freePort('localhost')
  const settings = { DATA_DIR: folder, PORT: String(port), SANDBOX_PORT: String(await freePort('localhost')) }
  const { PATH, HOME } = process.env
  const began = performance.now()
  // A group of its own, as npm does not hand on that it was ended.
  const child = spawn('npm', ['start'], {
    cwd: ROOT,
    env: { PATH, HOME, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const closed = once(child, 'close')
  const runs = (): boolean => child.exitCode === null && child.signalCode === null
  const end = (): boolean => runs() && process.kill(-child.pid!, 'SIGTERM')
  const forget = [
    atExit(end),
    onSignal(async () => {
      end()
      await closed
      rmSync(folder, { recursive: true, force: true })
    }),
  ]
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
  while (!(said.includes('Goodword is running') && (await isReady(port)))) {
    if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${said}`)
    if (performance.now() - began > GIVEN_UP_MS) throw new Error(`npm start does not get ready:\n${said}`)
    await pause(5)
  }
  const took = performance.now() - began
  end()
  await closed
  for (const each of forget) each()
  return took
}

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
