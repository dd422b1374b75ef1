import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { SmallPrint } from './small-print.tsx'

const site = vi.hoisted(() => ({ email: null as string | null }))
vi.mock('../../lib/site.ts', () => ({ site }))

const linksOf = (html: string) => [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)

test.each([
  ['ops@goodword.example', 'mailto:ops@goodword.example'],
  [null, '/welcome/#contact'],
])('where the operator’s address is %s, help leads to the answers and to %s', (email, contact) => {
  site.email = email
  expect(linksOf(renderToStaticMarkup(<SmallPrint />)).slice(0, 2)).toEqual(['/welcome/#questions', contact])
})
