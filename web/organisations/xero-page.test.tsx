import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { XeroPage } from './xero-page.tsx'

vi.mock('../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

const NEVER = 'What was paid before is never texted.'
const PICKED_UP = 'picked up'

test.each<[string, object, string]>([
  [
    'disconnected after its invoices were read',
    { lastSync: '2026-11-29T10:00:00Z', catchesUp: true },
    PICKED_UP,
  ],
  ['of an account that is back', { lastSync: '2026-11-29T10:00:00Z', catchesUp: false }, NEVER],
  ['that was never connected', { lastSync: null, catchesUp: false }, NEVER],
  ['read, by an api of before', { lastSync: '2026-11-29T10:00:00Z' }, PICKED_UP],
  ['never connected, by an api of before', { lastSync: null }, NEVER],
])('Xero %s: whether what is paid meanwhile is texted', (_what, answer, words) => {
  const queries = new QueryClient()
  const none = { status: 'disconnected', connectedAt: null, lastActivity: null, message: null }
  queries.setQueryData(['xero', 'status'], { ...none, ...answer })
  queries.setQueryData(['xero', 'organizations'], { organizations: [] })
  const shown = renderToStaticMarkup(
    <MemoryRouter>
      <QueryClientProvider client={queries}>
        <XeroPage />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  expect([NEVER, PICKED_UP].filter((each) => shown.includes(each))).toEqual([words])
})
