import type { Http } from '../../../server/platform/http/http.ts'
import { all, shown, type HostileCall } from './hostile-calls.ts'
import { NASTY_ESCAPES, NASTY_HEADERS, NASTY_JSON, NASTY_TEXTS } from './nasty-values.ts'

export type Door = { method: string; path: string }

/** Every route outside /api, read from what the router prints of itself. */
export const otherDoors = (app: Http): Door[] => {
  const parents: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent, segment, methods] = /^(.*?)[├└]── (\S*) \((.*)\)$/.exec(line) ?? []
      if (segment === undefined) return []
      const depth = indent!.length / 4
      parents.splice(depth, parents.length, segment)
      const path = parents.join('')
      return path.startsWith('/api/') ? [] : methodsIn(methods!).map((method) => ({ method, path }))
    })
}

/** A HEAD is answered by what answers the GET. */
const methodsIn = (list: string): string[] => list.split(', ').filter((method) => method !== 'HEAD')

/** The parameters of screens and doors that no description names. */
const QUERY = ['token', 'redirect', 'error', 'session_id', 'payment', 'message', 'xero', 'a', 'mode']
const SCREENS = ['auth/callback', 'auth/reactivate', 'payment/success', 'xero/callback', 'claim', 'dashboard']
const HEADERS = ['accept-encoding', 'authorization', 'cookie', 'if-none-match', 'user-agent', 'sec-purpose']
const NASTY_IN_ADDRESS = [
  ...NASTY_TEXTS.filter((text) => text.isWellFormed()).map((text) => encodeURIComponent(text)),
  ...NASTY_ESCAPES,
]

/** Calls of one of these doors, each with one nasty thing. `known` stands for a parameter of the path. */
export const hostileDoorCalls = ({ method, path }: Door, known: Record<string, string>): HostileCall[] => {
  const places = path === '/*' ? SCREENS.map((screen) => `/${screen}`) : [fill(path, known)]
  const call = (url: string, what: string, more: Partial<HostileCall> = {}): HostileCall => ({
    what: `${method} ${path} ${what}`,
    method,
    url,
    headers: {},
    ...more,
  })
  return [
    ...(/[:*]/.test(path)
      ? NASTY_IN_ADDRESS.map((value) => call(fill(path, {}, value), `path = ${shown(value)}`))
      : []),
    ...places.flatMap((url) =>
      NASTY_IN_ADDRESS.map((value) =>
        call(`${url}?${QUERY.map((name) => `${name}=${value}`).join('&')}`, `query = ${shown(value)}`),
      ),
    ),
    ...NASTY_HEADERS.map((value) =>
      call(places[0]!, `headers = ${shown(value)}`, { headers: all(HEADERS, value) }),
    ),
    ...(method === 'POST'
      ? NASTY_JSON.flatMap((payload) =>
          ['application/json', 'application/x-www-form-urlencoded', 'x'].map((type) =>
            call(places[0]!, `body ${type} = ${shown(payload)}`, {
              payload,
              headers: { 'content-type': type },
            }),
          ),
        )
      : []),
  ]
}

const fill = (path: string, known: Record<string, string>, otherwise = 'x'): string =>
  path.replace(/:(\w+)|\*/g, (_, name: string) => known[name] ?? otherwise)
