import type { Chance } from './chance.ts'
import type { Actor } from './schedule.ts'

/** Where code awaits something outside of its process; a fate that it is spared waits for another point. */
export type Point = { kind: 'sql' | 'vendor' | 'door'; actor: Actor; name: string; spared?: Fate | undefined }

export type Fate =
  /** The process is killed, before what it asked for is done, or after it and before it learns of it. */
  | 'die-before'
  | 'die-after'
  /** The process stands still for a while, with all that it holds. */
  | 'stop-before'
  | 'stop-after'
  /** The connection is lost. */
  | 'cut-before'
  | 'cut-after'
  | 'late'
  | 'doubled'
  | 'error-before'
  | 'error-after'
  | 'too-many'
  | 'no-answer'

/** A fate that waits until a point of this kind, with this word in its name, was passed so many times. */
export type Armed = {
  fate: Fate
  kind: Point['kind']
  word: string
  passes: number
  forMs: number
  number: number
}

export type Points = ReturnType<typeof createPoints>

export const createPoints = (note: (line: string) => void) => {
  let armed: Armed[] = []
  return {
    arm: (one: Armed): void => {
      armed.push({ ...one })
    },
    disarm: (): void => {
      armed = []
    },
    /** What befalls whoever has come here; most often nothing. */
    reach: ({ kind, actor, name, spared }: Point): Armed | undefined => {
      const found = armed.find((one) => one.kind === kind && one.fate !== spared && name.includes(one.word))
      if (!found) return undefined
      if (found.passes > 0) {
        found.passes -= 1
        return undefined
      }
      armed = armed.filter((one) => one !== found)
      note(`fault ${found.number}: ${found.fate} at ${actor.name} ${kind} ${name}`)
      return found
    },
  }
}

/** Most are quick, some are slow, and a few are very slow. */
export const drawLatency = (chance: Chance, usualMs: number): number => {
  const kind = chance.next()
  if (kind < 0.93) return usualMs * chance.between(0.2, 1.8)
  if (kind < 0.995) return usualMs * chance.between(2, 15)
  return usualMs * chance.between(20, 150)
}
