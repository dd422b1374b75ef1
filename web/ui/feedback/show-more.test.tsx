import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Unreachable } from '../../lib/problems.ts'
import { ShowMore } from './show-more.tsx'

const pages = {
  hasNextPage: true,
  isFetchingNextPage: false,
  isFetchNextPageError: false,
  error: null as unknown,
  fetchNextPage: () => undefined,
}
const show = (now: Partial<typeof pages>): string =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <ShowMore pages={{ ...pages, ...now }} />
    </QueryClientProvider>,
  )

test('a next page that does not come is told of, with a way to try again', () => {
  const failed = show({ isFetchNextPageError: true, error: new Unreachable('no network') })
  expect(failed).toContain('The rest could not be loaded.')
  expect(failed).toContain('Try again')
  expect(failed).not.toContain('Show more')
})

test('there is a way to the next page while there is one, busy while it comes', () => {
  expect(show({})).toContain('Show more')
  expect(show({ isFetchingNextPage: true })).toContain('aria-busy="true"')
  expect(show({ hasNextPage: false })).toBe('')
})
