import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { asks } from '../lib/asks.ts'
import { NoticesSwitch } from './notices-switch.tsx'

const shown = (answer?: { hasLetter: boolean }): string => {
  const queries = new QueryClient()
  const whole = answer && { isOn: true, reviews: 'weekly', ...answer }
  queries.setQueryData(asks('GET /api/account/notices').queryKey, whole)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <NoticesSwitch />
    </QueryClientProvider>,
  )
}

test('the letter is offered for new reviews with what it needs, while it is switched off', () => {
  expect(shown({ hasLetter: true })).toContain('>In the letter on Monday</option>')
  expect(shown({ hasLetter: false })).toContain('>In the letter on Monday (it is off)</option>')
})

test('each switch holds its own place until it is known how it stands', () => {
  expect(shown().split('<div style="visibility:hidden">')).toEqual([
    '',
    expect.stringContaining('E-mail me before texts stop'),
    expect.stringContaining('E-mail me a letter each Monday'),
  ])
  expect(shown({ hasLetter: true })).not.toContain('visibility:hidden')
})
