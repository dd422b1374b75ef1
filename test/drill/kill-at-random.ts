import { readFileSync, readdirSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { ProductProcess } from '../../bench/rig/product-process.ts'
import type { Rig } from '../../bench/rig/rig.ts'

type Target = 'api' | 'worker' | 'postgres'
export type Kills = Record<Target, number>

const FIRST_MS = [300, 1_500] as const
const BETWEEN_MS = [400, 2_500] as const
const DOWN_MS = [100, 1_500] as const

/** Each of the three at least once (of three kills or more), the rest and all moments as the sequence says. */
export const killAtRandom = async (
  rig: Rig,
  alive: Alive,
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
  return { counts, workerDiedAt: alive.workerDiedAt() }
}

export type Alive = ReturnType<typeof keepAlive>

/** Starts api and worker again when they were killed or ended by themselves, as any supervisor does. */
export const keepAlive = (rig: Rig) => {
  const downUntil = { api: 0, worker: 0 }
  let workerDiedAt = new Date(0)
  const look = (name: 'api' | 'worker', process: ProductProcess) => {
    if (process.isRunning()) return
    if (name === 'worker' && downUntil.worker < Date.now() - BEFORE_RESTART_MS) workerDiedAt = new Date()
    if (Date.now() < downUntil[name]) return
    downUntil[name] = Date.now() + BEFORE_RESTART_MS
    process.start().catch(() => undefined)
  }
  const timer = setInterval(() => {
    look('api', rig.api)
    look('worker', rig.worker)
  }, 100)

  return {
    workerDiedAt: () => workerDiedAt,
    kill: async (name: 'api' | 'worker', downMs: number): Promise<void> => {
      downUntil[name] = Date.now() + downMs
      await rig[name].kill()
      if (name === 'worker') workerDiedAt = new Date()
    },
    stop: () => clearInterval(timer),
  }
}

const BEFORE_RESTART_MS = 500

/** The server and every process of it at once, as when the power goes; then it recovers from its log. */
const killPostgres = async ({ postgres }: Rig, downMs: number): Promise<void> => {
  const family = [postgres.pid()!, ...childrenOf(postgres.pid()!)]
  postgres.kill()
  for (const pid of family.slice(1)) killQuietly(pid)
  await pause(downMs)
  for (let tries = 0; ; tries += 1) {
    try {
      return await postgres.restart()
    } catch (cause) {
      if (tries >= 10) throw cause
      await pause(200)
    }
  }
}

const killQuietly = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself when its parent did.
  }
}

const childrenOf = (parent: number): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
      } catch {
        return false
      }
    })
    .map(Number)
