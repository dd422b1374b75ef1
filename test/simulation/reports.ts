import type { Finding } from './checks/check-all.ts'

export type ChildTask = {
  serverUrl: string
  /** Of its own database. */
  name: string
  seeds: number[]
  steps: number
  mutant?: string | undefined
  /** Plays every seed twice and compares. */
  twice: boolean
  /** Ends at the first seed that breaks a promise. */
  untilFound: boolean
  /** Shrinks the first seed that breaks a promise, and tells it. */
  tells: boolean
  /** Every line of every history. */
  whole: boolean
}

export type Report =
  | { kind: 'seed'; seed: number; findings: Finding[]; minutes: number; texts: number; sum: string }
  /** A run was made to shrink a seed: the process is at work. */
  | { kind: 'shrinking'; seed: number }
  | { kind: 'story'; seed: number; lines: string[] }
  | { kind: 'end'; seconds: number }
