import { fork, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type { TextFacts } from '../../sandbox/twilio/model/text.ts'
import type { FaultSettings } from '../upstream/faults.ts'

export type UpstreamStats = {
  texts: number
  invoices: number
  doubledInvoices: number[]
  doubledLinks: number
  xeroCalls: number
  xeroRefused: Record<string, number>
  callbacks: { answered: number; refused: number; failed: number }
  faults: Record<string, number>
}

/** Starts the stand-in for Xero and the gateway, and calls its control door. */
export const startUpstream = async (authToken: string) => {
  const child = fork(join(import.meta.dirname, '../upstream.ts'), ['--auth-token', authToken], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  })
  const port = await readPort(child)
  const url = `http://127.0.0.1:${port}`

  const ask = async <Answer>(path: string, body?: unknown): Promise<Answer> => {
    const answer = await fetch(`${url}/control/${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return (await answer.json()) as Answer
  }

  return {
    url,
    pid: child.pid,
    reset: () => ask<null>('reset'),
    stats: (tenantId?: string) => ask<UpstreamStats>(`stats${tenantId ? `?tenant=${tenantId}` : ''}`),
    /** Pairs of invoice count and arrival (monotonic ms). */
    arrivals: (from = 0) => ask<[number, number][]>(`texts?from=${from}`),
    /** Returns when `count` texts have come, or after `timeoutMs`. */
    waitForTexts: (count: number, timeoutMs: number) =>
      ask<null>(`wait?count=${count}&timeoutMs=${timeoutMs}`),
    setFaults: (faults: Partial<FaultSettings> & { seed?: number }) => ask<null>('faults', faults),
    switchCallbacks: (on: boolean) => ask<null>('callbacks', { on }),
    /** A customer's text, in the gateway's list. It is not posted to the product. */
    reply: (text: { from: string; to: string; body: string }) => ask<TextFacts>('reply', text),
    pay: (tenantId: string, ids: string[]) => ask<null>('paid', { tenantId, ids }),
    stop: () => void child.kill('SIGKILL'),
  }
}

const readPort = (child: ChildProcess): Promise<number> =>
  new Promise((done, fail) => {
    child.stdout!.once('data', (line: Buffer) => done((JSON.parse(String(line)) as { port: number }).port))
    child.once('exit', () => fail(new Error('The upstream stand-in ended at its start.')))
  })
