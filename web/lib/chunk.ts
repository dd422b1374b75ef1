import { lazy, type ComponentType } from 'react'
import { Unreachable } from './problems.ts'

export type Chunk<Props = object> = {
  Component: ComponentType<Props>
  /** Fetches it before it is shown. */
  fetch: () => Promise<void>
}

/**
 * A component in a chunk of its own, fetched when it is first shown or before. What was fetched before is shown at
 * once: React holds back whatever it has to wait for, for 300 ms, however soon it comes.
 */
export const createChunk = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): Chunk<Props> => {
  let fetched: { default: ComponentType<Props> } | undefined
  const fetch = async (): Promise<{ default: ComponentType<Props> }> => (fetched = { default: await load() })
  // React takes what it needs from a thenable that answers at once, and does not wait.
  const Component = lazy(() => (fetched ? (atOnce(fetched) as ReturnType<typeof fetch>) : fetch()))
  return {
    Component: Component as unknown as ComponentType<Props>,
    fetch: async () => {
      if (!fetched) await fetch()
    },
  }
}

/** A tab of the dashboard, or a part of one: a chunk that does not come is as no answer. */
export const tabChunk = <Props extends object>(load: () => Promise<ComponentType<Props>>): Chunk<Props> =>
  createChunk(() =>
    load().catch((cause: unknown) => {
      throw new Unreachable(cause)
    }),
  )

let fetchingAhead = 0

/** Whether chunks are on their way that no page waits for: those that do not come are asked for when they are shown. */
export const isFetchingAhead = (): boolean => fetchingAhead > 0

/** Fetches what is likely to be shown next, unless the owner asked her browser to save data. */
export const fetchAhead = async (chunks: Pick<Chunk, 'fetch'>[]): Promise<void> => {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  fetchingAhead += 1
  await Promise.allSettled(chunks.map(({ fetch }) => fetch()))
  fetchingAhead -= 1
}

const atOnce = <Value>(value: Value): PromiseLike<Value> => ({
  // oxlint-disable-next-line unicorn/no-thenable -- React asks for one
  then: (done) => Promise.resolve(done!(value)) as never,
})
