import { readFileSync, readdirSync } from 'node:fs'

/** Seconds of processor spent by a process and, for PostgreSQL, its children; 0 for one that has ended. */
export const cpuSeconds = (pid: number | undefined, { withChildren = false } = {}): number => {
  if (pid === undefined) return 0
  const own = readStat(pid)
  if (!own) return 0
  if (!withChildren) return (own.spent + own.spentByGone) / TICKS
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(Number(name)))
    .filter((stat) => stat?.parent === pid)
  return children.reduce((sum, stat) => sum + stat!.spent, own.spent + own.spentByGone) / TICKS
}

/** Seconds that all cores together were busy since the start of the machine, for whomever, stolen time included. */
export const machineCpuSeconds = (): number => {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync('/proc/stat', 'utf8')
    .split('\n')[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number) as [number, number, number, number, number, number, number, number]
  return (user + nice + system + irq + softirq + steal) / TICKS
}

const TICKS = 100

const readStat = (pid: number): { parent: number; spent: number; spentByGone: number } | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const field = (index: number) => Number(fields[index])
    return { parent: field(1), spent: field(11) + field(12), spentByGone: field(13) + field(14) }
  } catch {
    return undefined
  }
}
