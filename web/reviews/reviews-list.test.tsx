import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { keyOf } from '../lib/asks.ts'
import { dateAlone } from '../lib/words.ts'
import { ReviewsList } from './reviews-list.tsx'

vi.mock('../lib/site.ts', () => ({ site: { isSandbox: false, currency: 'AUD' } }))

const writtenAt = '2026-11-20T10:30:00.000Z'
const review = { id: 'a', authorName: 'Priya', stars: 5, comment: null, reply: null, writtenAt }

// At that moment it is three different days around the world: the reader's own can be one of them.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'a review has the day on which it was written where the business is, in %s',
  (timeZone) => {
    const queries = new QueryClient()
    queries.setQueryData(keyOf('GET /api/reviews/status'), { state: 'connected', message: null })
    queries.setQueryData(keyOf('GET /api/review-requests/summary'), { timeZone })
    queries.setQueryData(['reviews', 'list', 'newest'], {
      pages: [{ reviews: [review], figures: null, nextCursor: null }],
      pageParams: [{}],
    })
    const shown = renderToStaticMarkup(
      <QueryClientProvider client={queries}>
        <ReviewsList connect={() => null} below={null} />
      </QueryClientProvider>,
    )
    expect(shown).toContain(dateAlone(writtenAt, timeZone))
  },
)
