import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { answerAccounting } from '../../sandbox/xero/model/accounting.ts'
import { notFound, orRefused, type Answer } from '../../sandbox/xero/model/answer.ts'
import { readClaims, type XeroServer } from '../../sandbox/xero/model/callers.ts'
import { listConnections } from '../../sandbox/xero/model/connections.ts'
import { createGrants } from '../../sandbox/xero/model/grants.ts'
import { createLimiter } from '../../sandbox/xero/model/limits.ts'
import { rotateRefreshToken } from '../../sandbox/xero/model/refresh-tokens.ts'
import { tokenAnswer } from '../../sandbox/xero/model/token-answer.ts'
import type { Faults } from './faults.ts'
import type { MadeUpBooks } from './made-up-books.ts'

export type XeroDoor = ReturnType<typeof openXeroDoor>

/** Serves the sandbox's model of Xero from made-up books, as lightly as `node:http` can. */
export const openXeroDoor = ({
  books,
  faults,
  now = () => new Date(),
}: {
  books: MadeUpBooks
  faults: Faults
  now?: () => Date
}) => {
  let xero = serverOf(books, faults, now)
  let calls = new Map<string, number>()
  let refused: Record<string, number> = {}

  const accounting = async (request: IncomingMessage): Promise<Answer> => {
    const answer = await answerAccounting(xero, { url: request.url!, headers: request.headers })
    const problem = answer.headers?.['x-rate-limit-problem']
    if (problem) refused[problem] = (refused[problem] ?? 0) + 1
    else {
      const tenantId = String(request.headers['xero-tenant-id'])
      calls.set(tenantId, (calls.get(tenantId) ?? 0) + 1)
    }
    return answer
  }

  const answer = (request: IncomingMessage, body: string): Answer | Promise<Answer> => {
    const path = request.url!
    if (path.startsWith('/api.xro/2.0/')) return accounting(request)
    if (path.startsWith('/connect/token')) return tokens(xero, new URLSearchParams(body))
    if (path.startsWith('/connect/revocation')) return { status: 200 }
    if (path.startsWith('/connections')) return connections(xero, request)
    return notFound()
  }

  return {
    reset: () => {
      xero = serverOf(books, faults, now)
      calls = new Map()
      refused = {}
    },
    refused: () => refused,
    calls: (tenantId: string | null): number =>
      tenantId === null
        ? [...calls.values()].reduce((sum, count) => sum + count, 0)
        : (calls.get(tenantId) ?? 0),
    handle: async (request: IncomingMessage, response: ServerResponse, body: string): Promise<void> =>
      send(response, await answer(request, body)),
  }
}

const serverOf = (books: MadeUpBooks, faults: Faults, now: () => Date): XeroServer => ({
  now,
  grants: createGrants(),
  limiter: createLimiter(now),
  organisationFor: (_, tenantId) => books.organisation(tenantId, now().getTime()),
  strike: (fault) => {
    const { xeroMs } = faults.settings()
    return fault === 'xeroSlow' && xeroMs > 0 ? { ms: xeroMs } : undefined
  },
  pause: (ms) => pause(ms),
})

const tokens = ({ grants, now }: XeroServer, form: URLSearchParams): Answer => {
  const rotated = rotateRefreshToken(grants, form.get('refresh_token') ?? '', now())
  if (!rotated) return { status: 400, body: { error: 'invalid_grant' } }
  const { grant, refreshToken } = rotated
  return { status: 200, body: tokenAnswer(grant, { refreshToken, clientId: 'bench', now: now() }) }
}

const connections = (xero: XeroServer, { url, headers }: IncomingMessage): Promise<Answer> =>
  orRefused(() => {
    const claims = readClaims(xero, { url: url!, headers })
    const asked = { authEventId: undefined, nameOf: () => undefined }
    return { status: 200, body: listConnections(xero.grants, claims, asked) }
  })

const send = (response: ServerResponse, { status, headers, body }: Answer): void => {
  const text = typeof body === 'string' ? body : body === undefined ? '' : JSON.stringify(body)
  response.writeHead(status, {
    'content-type': 'application/json; charset=utf-8',
    ...headers,
    'content-length': Buffer.byteLength(text),
  })
  response.end(text)
}
