import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test, vi } from 'vitest'
import { createQueries } from '../../lib/create-queries.ts'
import { useTestText } from './use-test-text.ts'

type Sent = { phone: string; answer: (test: object) => void }
const sent = vi.hoisted((): Sent[] => [])
vi.mock('../../lib/api.ts', () => ({
  call: (_name: string, { body }: { body: { phone: string } }) =>
    new Promise((answer) => void sent.push({ phone: body.phone, answer })),
}))
beforeEach(() => void sent.splice(0))

/** What the dialog holds of a test text. */
const held = () => {
  const shown: ReturnType<typeof useTestText>[] = []
  const Part = (): null => {
    shown.push(useTestText('Hello', () => undefined))
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={createQueries()}>
      <Part />
    </QueryClientProvider>,
  )
  return shown[0]!
}
const phones = () => sent.map(({ phone }) => phone)

test('one step at a time: what is pressed meanwhile is not taken', async () => {
  const { send } = held()
  send('1')
  send('1')
  send('2')
  await expect.poll(phones).toEqual(['1'])
})

test('a step is taken once the last has ended, however soon it is pressed', async () => {
  const { send } = held()
  send('1')
  await expect.poll(phones).toEqual(['1'])
  sent[0]!.answer({})
  for (let moments = 0; moments < 100 && sent.length === 1; moments += 1) {
    send('2')
    await Promise.resolve()
  }
  expect(phones()).toEqual(['1', '2'])
})
