import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { asks } from '../lib/asks.ts'
import { NoticesSwitch } from './notices-switch.tsx'

const shown = (hasLetter: boolean): string => {
  const queries = new QueryClient()
  const answer = { isOn: true, hasLetter, reviews: 'weekly' }
  queries.setQueryData(asks('GET /api/account/notices').queryKey, answer)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <NoticesSwitch />
    </QueryClientProvider>,
  )
}

test('the letter is offered for new reviews with what it needs, while it is switched off', () => {
  expect(shown(true)).toContain('>In the letter on Monday</option>')
  expect(shown(false)).toContain('>In the letter on Monday (it is off)</option>')
})
