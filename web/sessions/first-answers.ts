import type { QueryClient } from '@tanstack/react-query'
import { createQueries } from '../lib/create-queries.ts'
import type { Asked } from '../lib/asks.ts'
import { ME } from './load-user.ts'
import { redirectFor } from './redirect-rules.ts'

const queries = createQueries()
let isTaken = false

/** What was asked ahead belongs to whoever was signed in when the page came: only the first to show it takes it. */
export const openQueries = (): QueryClient => {
  if (isTaken) return createQueries()
  isTaken = true
  return queries
}

/** Who is signed in is asked while the screen itself comes. */
const user = queries.fetchQuery(ME).catch(() => undefined)
let first: Promise<unknown> = user

/**
 * What the first screen shows beside: asked once it is known that this owner may see it. `part` is of the screen,
 * and on its way: React would hide for 300 ms what it has to wait for.
 */
export const askAhead = (questions: Asked[], part?: Promise<unknown>): void => {
  const answers = user.then((known) =>
    known && redirectFor(window.location, known) === null
      ? Promise.all(questions.map((question) => queries.prefetchQuery(question)))
      : undefined,
  )
  first = Promise.allSettled([answers, part])
}

/** Settled once all of it is there or has failed: then a first screen is rendered once. */
export const firstAnswers = (): Promise<unknown> => first
