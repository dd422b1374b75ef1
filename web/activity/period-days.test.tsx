import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { keyOf } from '../lib/asks.ts'
import { ActivityResults } from './activity-results.tsx'
import { ActivityTiles, useTotals } from './activity-tiles.tsx'

vi.mock('../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

const nothing = (): void => undefined

const Tiles = (): ReactNode => (
  <ActivityTiles
    totals={useTotals('week')}
    period="week"
    onPeriod={nothing}
    choice={{ outcome: undefined, reason: undefined }}
    onChoice={nothing}
  />
)

const Results = (): ReactNode => (
  <ActivityResults
    filter={{ outcome: undefined, reason: undefined, period: 'week', search: '' }}
    ofText={{ details: () => null, acts: () => null }}
    onClear={nothing}
  />
)

test.each<[string, () => ReactNode, string]>([
  ['totals', () => <Tiles />, 'The totals could not be loaded.'],
  ['paid invoices', () => <Results />, 'Your activity could not be loaded.'],
])(
  '%s say so, with a way to try again, where the day of the business could not be read',
  (_what, part, words) => {
    const queries = new QueryClient({ defaultOptions: { queries: { retryOnMount: false } } })
    const summary = queries
      .getQueryCache()
      .build(queries, { queryKey: keyOf('GET /api/review-requests/summary') })
    summary.setState({ ...summary.state, status: 'error', error: new Error('no network') })
    const shown = renderToStaticMarkup(<QueryClientProvider client={queries}>{part()}</QueryClientProvider>)
    expect(shown).toContain(words)
    expect(shown).toContain('Try again')
    expect(shown).not.toContain('Loading')
  },
)
