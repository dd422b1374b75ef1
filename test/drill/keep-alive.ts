import { setTimeout as pause } from 'node:timers/promises'
import type { ProductProcess } from '../../bench/rig/product-process.ts'

export type Alive<Name extends string = string> = ReturnType<typeof keepAlive<Name>>

const LOOK_MS = 100
const BEFORE_RESTART_MS = 500

/**
 * Starts processes that do not run, killed or ended by themselves, as any supervisor does. Those that ended by
 * themselves are counted.
 */
export const keepAlive = <Name extends string>(processes: Record<Name, ProductProcess>) => {
  const names = Object.keys(processes) as Name[]
  const ended: string[] = []
  const diedAt = new Map<Name, Date>()
  const downUntil = new Map<Name, number>()
  /** Not running, and we know why. */
  const down = new Set(names.filter((name) => !processes[name].isRunning()))

  const look = (name: Name): void => {
    if (processes[name].isRunning()) return
    if (!down.has(name)) {
      down.add(name)
      diedAt.set(name, new Date())
      ended.push(`${name} (${processes[name].lastEnd()})`)
    }
    if (Date.now() < (downUntil.get(name) ?? 0)) return
    downUntil.set(name, Date.now() + BEFORE_RESTART_MS)
    down.delete(name)
    processes[name].start().catch(() => undefined)
  }
  const timer = setInterval(() => names.forEach(look), LOOK_MS)

  return {
    /** In words, each end that nothing here had caused. */
    ended: () => ended,
    diedAt: (name: Name): Date => diedAt.get(name) ?? new Date(0),
    kill: async (name: Name, downMs: number): Promise<void> => {
      downUntil.set(name, Date.now() + downMs)
      down.add(name)
      await processes[name].kill()
      diedAt.set(name, new Date())
    },
    /** After a kill, before its time. */
    start: async (name: Name): Promise<void> => {
      down.delete(name)
      downUntil.set(name, Date.now() + BEFORE_RESTART_MS)
      await processes[name].start()
    },
    /** Asks it to end, and starts it again once it has; how it ended and after how long. */
    restart: async (name: Name, mostMs: number): Promise<{ how: string; ms: number }> => {
      const child = processes[name]
      downUntil.set(name, Number.POSITIVE_INFINITY)
      down.add(name)
      const askedAt = performance.now()
      child.signal('SIGTERM')
      while (child.isRunning() && performance.now() - askedAt < mostMs) await pause(10)
      const ms = performance.now() - askedAt
      if (child.isRunning()) await child.kill()
      diedAt.set(name, new Date())
      const how = child.lastEnd() ?? 'unknown'
      down.delete(name)
      downUntil.set(name, 0)
      await child.start()
      return { how, ms }
    },
    stop: () => clearInterval(timer),
  }
}
