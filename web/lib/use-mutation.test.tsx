import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, test } from 'vitest'
import { createQueries } from './create-queries.ts'
import { useMutation } from './use-mutation.ts'

type Sent = { input: string; answer: (words: string) => void; refuse: (cause: Error) => void }
const sent: Sent[] = []
const succeeded: string[] = []
beforeEach(() => void (sent.splice(0), succeeded.splice(0)))

/** What a part of a page holds of its mutation. */
const held = () => {
  const shown: ReturnType<typeof useMutation<string, string>>[] = []
  const Part = (): null => {
    shown.push(
      useMutation({
        mutationFn: (input: string) =>
          new Promise<string>((answer, refuse) => void sent.push({ input, answer, refuse })),
        onSuccess: (words) => void succeeded.push(words),
      }),
    )
    return null
  }
  renderToStaticMarkup(
    <QueryClientProvider client={createQueries()}>
      <Part />
    </QueryClientProvider>,
  )
  return shown[0]!
}

test('the same input pressed twice is sent once, and both presses end with its answer', async () => {
  const save = held()
  const presses = [save.mutateAsync('Hello'), save.mutateAsync('Hello')]
  save.mutate('Hello')
  await expect.poll(() => sent.length).toBe(1)
  sent[0]!.answer('saved')
  expect(await Promise.all(presses)).toEqual(['saved', 'saved'])
  expect([sent.length, succeeded]).toEqual([1, ['saved']])
})

test('once it has ended, answered or refused, the same input is sent anew', async () => {
  const save = held()
  const refused = save.mutateAsync('Hello').catch((cause: Error) => cause.message)
  await expect.poll(() => sent.length).toBe(1)
  sent[0]!.refuse(new Error('not now'))
  expect(await refused).toBe('not now')
  for (const times of [2, 3]) {
    const saved = save.mutateAsync('Hello')
    await expect.poll(() => sent.length).toBe(times)
    sent.at(-1)!.answer('saved')
    await saved
  }
})

test('what is wanted again after something else is sent anew: it is what holds in the end', async () => {
  const save = held()
  for (const wanted of ['on', 'off', 'on']) save.mutate(wanted)
  await expect.poll(() => sent.map(({ input }) => input)).toEqual(['on', 'off', 'on'])
})

test('another input is sent beside it, and after a reset the same one too', async () => {
  const save = held()
  save.mutate('one')
  save.mutate('two')
  save.reset()
  save.mutate('two')
  await expect.poll(() => sent.map(({ input }) => input)).toEqual(['one', 'two', 'two'])
})
