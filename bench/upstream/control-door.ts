import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Faults, FaultSettings } from './faults.ts'
import type { MadeUpBooks } from './made-up-books.ts'
import type { StatusCallbacks } from './status-callbacks.ts'
import type { Texts } from './texts.ts'
import type { XeroDoor } from './xero-door.ts'

type Parts = {
  xero: XeroDoor
  books: MadeUpBooks
  texts: Texts
  callbacks: StatusCallbacks
  faults: Faults
}

/** How the harness controls this process; its shapes are in `rig/upstream-client.ts`. */
export const openControlDoor = ({ xero, books, texts, callbacks, faults }: Parts) => {
  const acts: Record<string, (query: URLSearchParams, body: string) => unknown> = {
    reset: () => {
      xero.reset()
      books.reset()
      texts.reset()
      callbacks.reset()
    },
    stats: (query) => ({
      ...texts.stats(),
      xeroCalls: xero.calls(query.get('tenant')),
      xeroRefused: xero.refused(),
      callbacks: callbacks.counts(),
      faults: faults.drawn(),
    }),
    texts: (query) =>
      texts.arrivals(Number(query.get('from') ?? 0)).map(({ invoice, at }) => [invoice, at] as const),
    wait: (query) => texts.wait(Number(query.get('count')), Number(query.get('timeoutMs') ?? 30_000)),
    faults: (_, body) => faults.set(JSON.parse(body) as Partial<FaultSettings>),
    callbacks: (_, body) => callbacks.switch((JSON.parse(body) as { on: boolean }).on),
    reply: (_, body) => texts.reply(JSON.parse(body) as { from: string; to: string; body: string }),
    paid: (_, body) => {
      const { tenantId, ids } = JSON.parse(body) as { tenantId: string; ids: string[] }
      books.pay(tenantId, ids, Date.now())
    },
  }

  return async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> => {
    const url = new URL(request.url!, 'http://control')
    const act = acts[url.pathname.slice('/control/'.length)]
    const answer = JSON.stringify((await act?.(url.searchParams, body)) ?? null)
    response.writeHead(act ? 200 : 404, {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(answer),
    })
    response.end(answer)
  }
}
