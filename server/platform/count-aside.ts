import { createGate } from './gate.ts'

const AT_ONCE = 2
const MOST_UNDER_WAY = 100

/** Does it once its turn comes, or never; `onFault` learns of a fault. The caller does not wait. */
export type CountAside = (work: () => Promise<void>, onFault: (cause: unknown) => void) => void

/**
 * For counts beside an answer: a flood of them waits for one row's lock, and takes two connections, not all. What comes
 * while a hundred are under way is not counted.
 */
export const createCountAside = (): CountAside => {
  const admitted = createGate(MOST_UNDER_WAY)
  const turns = createGate(AT_ONCE)
  return (work, onFault) => void admitted.tryRun(() => turns.run(work)).catch(onFault)
}
