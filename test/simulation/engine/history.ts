import { createHash } from 'node:crypto'
import { BEGIN, type Schedule } from './schedule.ts'

export type History = ReturnType<typeof createHistory>

/** What happened, line by line. The same seed gives the same lines. */
export const createHistory = (schedule: Schedule) => {
  let lines: string[] = []
  let hash = createHash('sha256')
  return {
    note: (line: string): void => {
      const micros = schedule.now() - BEGIN
      const whole = `${(micros / 1e6).toFixed(6).padStart(14)} ${line}`
      hash.update(`${whole}\n`)
      lines.push(whole)
    },
    lines: (): readonly string[] => lines,
    sum: (): string => hash.copy().digest('hex').slice(0, 16),
    clear: (): void => {
      lines = []
      hash = createHash('sha256')
    },
  }
}
