import type { QueryClient } from '@tanstack/react-query'
import type { Answer } from './api.ts'
import { keyOf, type Reading } from './asks.ts'

/** Keeps what a save answered. A reading that is under way began before it: its answer must not replace this one. */
export const keepAnswer = async <Name extends Reading>(
  queries: QueryClient,
  name: Name,
  answer: Answer<Name>,
): Promise<void> => {
  const queryKey = keyOf(name)
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, answer)
}
