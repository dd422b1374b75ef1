import { setTimeout as pause } from 'node:timers/promises'
import type { Rig } from '../../bench/rig/rig.ts'
import type { Alive } from './keep-alive.ts'
import { postgresProcesses, restartPostgres, signalQuietly } from './postgres-processes.ts'

type Target = 'api' | 'worker' | 'postgres'
export type Kills = Record<Target, number>

const FIRST_MS = [300, 1_500] as const
const BETWEEN_MS = [400, 2_500] as const
const DOWN_MS = [100, 1_500] as const

/** Each of the three at least once (of three kills or more), the rest and all moments as the sequence says. */
export const killAtRandom = async (
  rig: Rig,
  alive: Alive<'api' | 'worker'>,
  { random, kills, pace }: { random: () => number; kills: number; pace: number },
): Promise<{ counts: Kills; workerDiedAt: Date }> => {
  const between = ([least, most]: readonly [number, number]) => least + random() * (most - least)
  const every: Target[] = ['api', 'worker', 'postgres']
  const targets = [...every, ...Array.from({ length: kills }, () => every[Math.floor(random() * 3)]!)]
    .slice(0, kills)
    .map((target) => ({ target, order: random() }))
    .sort((a, b) => a.order - b.order)
  const counts: Kills = { api: 0, worker: 0, postgres: 0 }

  for (const [index, { target }] of targets.entries()) {
    await pause(pace * between(index === 0 ? FIRST_MS : BETWEEN_MS))
    const downMs = between(DOWN_MS)
    counts[target] += 1
    if (target === 'postgres') await killPostgres(rig, downMs)
    else await alive.kill(target, downMs)
  }
  return { counts, workerDiedAt: alive.diedAt('worker') }
}

/** The server and every process of it at once, as when the power goes; then it recovers from its log. */
const killPostgres = async ({ postgres }: Rig, downMs: number): Promise<void> => {
  const [, ...children] = postgresProcesses(postgres)
  postgres.kill()
  for (const pid of children) signalQuietly(pid, 'SIGKILL')
  await pause(downMs)
  await restartPostgres(postgres)
}
