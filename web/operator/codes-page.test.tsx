import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { asks } from '../lib/asks.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** In a browser of this zone: its formats are made anew. */
const shownIn = async (zone: string, expiresAt: string | null): Promise<string> => {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  const { CodesPage } = await import('./codes-page.tsx')
  const queries = new QueryClient()
  const one = { batch: 'fair', expiresAt, codes: 30, claimed: 0, owned: 0, scans: 0 }
  queries.setQueryData(asks('GET /api/operator/codes').queryKey, { batches: [one] })
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <CodesPage />
    </QueryClientProvider>,
  )
}

test.each(['UTC', 'Pacific/Auckland', 'Pacific/Honolulu'])(
  'the last day of a batch is shown as it was entered, also in %s',
  async (zone) => {
    expect(await shownIn(zone, '2099-12-01T00:00:00.000Z')).toMatch(
      /end with (?=[^<]*Nov)[^<]*\b30\b[^<]* \(UTC\)/,
    )
  },
)

test('a batch without a last day says so', async () => {
  expect(await shownIn('UTC', null)).toContain('Without an end')
})
