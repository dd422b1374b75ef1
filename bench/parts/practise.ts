import { setTimeout as pause } from 'node:timers/promises'
import type { startUpstream } from '../rig/upstream-client.ts'
import { openWire } from '../rig/wire.ts'
import { openXeroWebhooks } from '../rig/xero-webhooks.ts'
import { invoiceId, phoneOf } from '../upstream/made-up-books.ts'
import { eachAtOnce } from './bench.ts'

type Upstream = Awaited<ReturnType<typeof startUpstream>>

const AT_ONCE = 16
/** Of each invoice: what Xero tells of it and of its customer. */
const LIST = 25
const LOOK_MS = 50
const PATIENCE_MS = 60_000
const ACCOUNT = `AC${'0'.repeat(32)}`

/**
 * The sender of the webhooks and the stand-in do, without the product, what they will do with it, `times` times; then
 * the stand-in forgets it. A vendor has been there for longer than a minute, and on processors of its own: what these
 * two cost while their code is young would be taken from the product's.
 */
export const practise = async (upstream: Upstream, times: number): Promise<void> => {
  const { hostname: host, port } = new URL(upstream.url)
  const webhooks = openXeroWebhooks(Number(port), { connections: AT_ONCE })
  const wire = openWire({ host, port: Number(port), connections: AT_ONCE })
  const counts = Array.from({ length: times }, (_, at) => at + 1)

  const text = async (count: number): Promise<void> => {
    const form = {
      To: phoneOf(count),
      From: '+61480000000',
      Body: `Hi Sam, thank you for paying INV-${count}. ${upstream.url}/r/${count}`,
      StatusCallback: `${upstream.url}/nobody`,
    }
    const { status } = await wire.post(
      `/2010-04-01/Accounts/${ACCOUNT}/Messages.json`,
      new URLSearchParams(form).toString(),
      { 'Content-Type': 'application/x-www-form-urlencoded' },
    )
    if (status !== 201) throw new Error(`The stand-in answered ${status} to a text.`)
  }
  const read = async (count: number): Promise<void> => {
    const ids = Array.from({ length: LIST }, (_, at) => invoiceId(count + at)).join()
    const headers = { Authorization: 'Bearer seed-access-practice', 'Xero-Tenant-Id': crypto.randomUUID() }
    for (const resource of ['Invoices', 'Contacts']) {
      const { status } = await wire.get(`/api.xro/2.0/${resource}?IDs=${ids}&page=1`, headers)
      if (status !== 200) throw new Error(`The stand-in answered ${status} for ${resource}.`)
    }
  }

  await upstream.switchCallbacks(true)
  await eachAtOnce(counts, AT_ONCE, async (count) => {
    await webhooks.send(crypto.randomUUID(), [count])
    await text(count)
    if (count % LIST === 0) await read(count)
  })
  const end = performance.now() + PATIENCE_MS
  while (reported(await upstream.stats()) < 2 * times) {
    if (performance.now() > end) throw new Error('The stand-in did not report on what it practised.')
    await pause(LOOK_MS)
  }
  await upstream.switchCallbacks(false)
  await upstream.reset()
  webhooks.close()
  wire.close()
}

const reported = ({ callbacks }: Awaited<ReturnType<Upstream['stats']>>): number =>
  callbacks.answered + callbacks.refused + callbacks.failed
