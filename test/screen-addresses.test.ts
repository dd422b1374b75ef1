import { matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { screenAt, SCREEN_MODULES } from '../server/pages/web-preloads.ts'

const routes = [...Object.keys(SCREEN_MODULES).map((path) => ({ path })), { path: '*' }]
const SPELLINGS: ((path: string) => string)[] = [
  (path) => path,
  (path) => path.toUpperCase(),
  (path) => `${path}/`,
  (path) => `${path}//`,
  (path) => `/${path}`,
  (path) => `${path}/more`,
  (path) => `${path}s`,
  (path) => `${path}%2F`,
  (path) => `${path}%20`,
  (path) => path.replace(/[a-z]/, (letter) => `%${letter.charCodeAt(0).toString(16)}`),
  (path) => path.replace('/c', '%2fc'),
  (path) => path.slice(0, -1),
]

test('the server takes an address for the screen that the browser’s router takes it for', () => {
  for (const { path } of routes) {
    for (const spell of SPELLINGS) {
      const address = spell(path.replace(':slug', 'ab-12').replace('*', '/no-such'))
      const shown = matchRoutes(routes, address)?.[0]?.route.path
      expect([address, screenAt(address)]).toEqual([address, shown === '*' ? undefined : shown])
    }
  }
})
