import { setTimeout as pause } from 'node:timers/promises'
import { eachAtOnce } from '../../bench/parts/bench.ts'
import { openXeroWebhooks, webhookBody } from '../../bench/rig/xero-webhooks.ts'

const AT_ONCE = 16
const RETRY_MS = 200
const MOST_RETRIES = 600

/**
 * Every webhook twice, in a shuffled order, each until it is answered 200: as Xero does, but quicker. The burst is
 * spread so that it lasts as long as the kills do. Returns how often one had to be sent again.
 */
export const deliverTwice = async (
  port: number,
  counts: number[],
  {
    tenantOf,
    random,
    spreadMs,
  }: { tenantOf: (count: number) => string; random: () => number; spreadMs: number },
): Promise<number> => {
  const webhooks = openXeroWebhooks(port, { connections: AT_ONCE })
  const bodies = counts.map((count) => webhookBody(tenantOf(count), [count]))
  let retries = 0

  const startedAt = Date.now()

  const deliver = async ({ body, dueMs }: { body: string; dueMs: number }): Promise<void> => {
    await pause(Math.max(0, startedAt + dueMs - Date.now()))
    for (let tries = 0; tries < MOST_RETRIES; tries += 1) {
      const answer = await webhooks.sendBody(body).catch(() => undefined)
      if (answer?.status === 200) return
      retries += 1
      await pause(RETRY_MS)
    }
    throw new Error('A webhook was never acknowledged.')
  }

  const deliveries = shuffled([...bodies, ...bodies], random)
  await eachAtOnce(
    deliveries.map((body, index) => ({ body, dueMs: (index * spreadMs) / deliveries.length })),
    AT_ONCE,
    deliver,
  )
  webhooks.close()
  return retries
}

const shuffled = <Item>(items: Item[], random: () => number): Item[] => {
  for (let last = items.length - 1; last > 0; last -= 1) {
    const other = Math.floor(random() * (last + 1))
    ;[items[last], items[other]] = [items[other]!, items[last]!]
  }
  return items
}
