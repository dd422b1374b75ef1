import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LabelsChoice } from './labels-choice.tsx'

test('a save of the settings is no reason to ask Xero for its groups again', async () => {
  const queries = new QueryClient()
  renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <LabelsChoice labels={[]} onToggle={() => undefined} />
    </QueryClientProvider>,
  )
  await queries.invalidateQueries({ queryKey: ['sms'] })
  expect(
    queries
      .getQueryCache()
      .getAll()
      .map(({ state }) => state.isInvalidated),
  ).toEqual([false])
})
