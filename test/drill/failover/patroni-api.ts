import { request } from 'undici'

export type Member = {
  name: string
  role: 'leader' | 'replica' | 'sync_standby' | 'quorum_standby' | 'standby_leader'
  state: string
  timeline?: number
  lag?: number | string
}

const ANSWER_MS = 3_000
/** It answers once the other one is the primary. */
const SWITCHOVER_MS = 60_000

type Question = { path: string; method?: 'GET' | 'PATCH' | 'POST'; body?: unknown; withinMs?: number }

/** Patroni's REST API, by whichever of the nodes answers. */
export const patroniApi = (addresses: string[]) => {
  const ask = async (
    address: string,
    { path, method = 'GET', body, withinMs = ANSWER_MS }: Question,
  ): Promise<string> => {
    const { statusCode, body: answer } = await request(`http://${address}:8008${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      headersTimeout: withinMs,
      bodyTimeout: withinMs,
    })
    const text = await answer.text()
    if (statusCode >= 300) throw new Error(`Patroni answered ${statusCode} to ${method} ${path}: ${text}`)
    return text
  }
  const any = async (question: Question): Promise<string> => {
    let last: unknown
    for (const address of addresses) {
      try {
        return await ask(address, question)
      } catch (cause) {
        last = cause
      }
    }
    throw last
  }

  return {
    members: async (): Promise<Member[]> =>
      (JSON.parse(await any({ path: '/cluster' })) as { members: Member[] }).members,
    configure: (settings: Record<string, unknown>) =>
      any({ path: '/config', method: 'PATCH', body: settings }),
    switchover: (address: string, leader: string, candidate: string) =>
      ask(address, {
        path: '/switchover',
        method: 'POST',
        body: { leader, candidate },
        withinMs: SWITCHOVER_MS,
      }),
  }
}
