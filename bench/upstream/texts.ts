import type { TextFacts } from '../../sandbox/twilio/model/text.ts'

/** When a text arrived, on the clock that all processes of the machine share (CLOCK_MONOTONIC, in ms). */
export type Arrival = { invoice: number; at: number }

export type Texts = ReturnType<typeof createTexts>

const INVOICE = /INV-(\d+)/
const LINK = /\/r\/([A-Za-z0-9_-]+)/

export const createTexts = () => {
  let bySid = new Map<string, TextFacts>()
  let byPhone = new Map<string, TextFacts[]>()
  let arrivals: Arrival[] = []
  let perInvoice = new Map<number, number>()
  let perLink = new Map<string, number>()
  let waiting: { count: number; done: () => void }[] = []

  return {
    reset: () => {
      bySid = new Map()
      byPhone = new Map()
      arrivals = []
      perInvoice = new Map()
      perLink = new Map()
    },
    take: ({ to, from, body }: { to: string; from: string; body: string }): TextFacts => {
      const sid = `SM${(bySid.size + 1).toString(16).padStart(32, '0')}`
      const text = newText(sid, { to, from, body }, Date.now())
      bySid.set(sid, text)
      const earlier = byPhone.get(to)
      if (earlier) earlier.push(text)
      else byPhone.set(to, [text])

      const invoice = Number(INVOICE.exec(body)?.[1] ?? Number.NaN)
      const link = LINK.exec(body)?.[1]
      arrivals.push({ invoice, at: monotonicMs() })
      perInvoice.set(invoice, (perInvoice.get(invoice) ?? 0) + 1)
      if (link) perLink.set(link, (perLink.get(link) ?? 0) + 1)
      waiting = waiting.filter(({ count, done }) => arrivals.length < count || done())
      return text
    },
    /** A customer texts us. */
    reply: ({ from, to, body }: { from: string; to: string; body: string }): TextFacts => {
      const sid = `SM${(bySid.size + 1).toString(16).padStart(32, '0')}`
      const at = Date.now()
      const text: TextFacts = {
        ...newText(sid, { to, from, body }, at),
        direction: 'inbound',
        status: 'received',
        sentAt: at,
      }
      bySid.set(sid, text)
      byPhone.set(to, [...(byPhone.get(to) ?? []), text])
      return text
    },
    get: (sid: string): TextFacts | undefined => bySid.get(sid),
    /** Newest first. */
    to: (phone: string): TextFacts[] => (byPhone.get(phone) ?? []).toReversed(),
    /** Newest first. */
    all: (): TextFacts[] => [...bySid.values()].toReversed(),
    arrivals: (from: number): Arrival[] => arrivals.slice(from),
    stats: () => ({
      texts: arrivals.length,
      invoices: perInvoice.size,
      doubledInvoices: [...perInvoice].filter(([, times]) => times > 1).map(([invoice]) => invoice),
      doubledLinks: [...perLink.values()].filter((times) => times > 1).length,
    }),
    /** Resolves when `count` texts have arrived, or after `timeoutMs`. */
    wait: (count: number, timeoutMs: number): Promise<void> =>
      new Promise((resolve) => {
        if (arrivals.length >= count) return resolve()
        const timer = setTimeout(() => {
          waiting = waiting.filter((other) => other !== entry)
          resolve()
        }, timeoutMs)
        const entry = {
          count,
          done: () => {
            clearTimeout(timer)
            resolve()
          },
        }
        waiting.push(entry)
      }),
  }
}

const newText = (sid: string, sent: Pick<TextFacts, 'to' | 'from' | 'body'>, at: number): TextFacts => ({
  sid,
  ...sent,
  direction: 'outbound-api',
  segments: 1,
  serviceSid: null,
  status: 'queued',
  errorCode: null,
  errorMessage: null,
  createdAt: at,
  sentAt: null,
  updatedAt: at,
})

export const monotonicMs = (): number => Number(process.hrtime.bigint()) / 1e6
