import { setTimeout as pause } from 'node:timers/promises'

/** Longer than the gateway may take to answer the first call. */
const ANSWERED_WITHIN_MS = 20_000
const LOOK_EVERY_MS = 100

/**
 * The row of the call that came first with a key, once the gateway has answered that call; after 20 seconds, or when
 * it is gone, as it was seen last.
 */
export const untilAnswered = async <Row>(
  first: Row,
  isAnswered: (row: Row) => boolean,
  look: () => Promise<Row | undefined>,
): Promise<Row> => {
  const deadline = performance.now() + ANSWERED_WITHIN_MS
  let seen = first
  while (!isAnswered(seen) && performance.now() < deadline) {
    await pause(LOOK_EVERY_MS)
    const next = await look()
    if (!next) return seen
    seen = next
  }
  return seen
}
