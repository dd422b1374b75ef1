import { setTimeout as pause } from 'node:timers/promises'

/** Longer than the gateway may take to answer the first call. */
const ANSWERED_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 100

/**
 * The row of the call that came first with a key, once the gateway has answered that call; after 20 seconds as it was
 * seen last. Undefined where it is gone: the network was busy, and the key may be used again.
 */
export const untilAnswered = async <Row>(
  first: Row,
  isAnswered: (row: Row) => boolean,
  look: () => Promise<Row | undefined>,
): Promise<Row | undefined> => {
  const deadline = performance.now() + ANSWERED_WITHIN_MS
  let seen: Row | undefined = first
  while (seen && !isAnswered(seen) && performance.now() < deadline) {
    await pause(LOOK_EVERY_MS)
    seen = await look()
  }
  return seen
}
