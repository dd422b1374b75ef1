import { call, type Answer, type CallName, type Question } from './api.ts'

export type Reading = Extract<CallName, `GET ${string}`>
export type Asked<Given = unknown> = {
  queryKey: readonly unknown[]
  queryFn: (context: { signal: AbortSignal }) => Promise<Given>
}

/** A question to the server for `useQuery`, kept under its address: `/api/xero/status` → `['xero', 'status']`. */
export const asks = <Name extends Reading>(name: Name, given?: Question<Name>): Asked<Answer<Name>> => ({
  queryKey: given === undefined ? keyOf(name) : [...keyOf(name), given],
  queryFn: ({ signal }) => loosely(name, { ...(given as object), signal }) as Promise<Answer<Name>>,
})

export const keyOf = (name: Reading): string[] => name.replace('GET /api/', '').split('/')

const loosely = call as (name: string, given: object) => Promise<unknown>
