import { useRef } from 'react'
import { Refused } from '../lib/problems.ts'

/**
 * An act that sends something. Its key stays the same until there is an answer, so that the server does it once however
 * often it is asked.
 */
export const useKeyedAct = <Given, Done>(
  act: (key: string, given: Given) => Promise<Done>,
): ((given: Given) => Promise<Done>) => {
  const key = useRef<string>(undefined)
  return async (given) => {
    key.current ??= crypto.randomUUID()
    try {
      const done = await act(key.current, given)
      key.current = undefined
      return done
    } catch (cause) {
      if (isAnswer(cause)) key.current = undefined
      throw cause
    }
  }
}

/** After anything else it may have been done all the same. */
const isAnswer = (cause: unknown): boolean =>
  cause instanceof Refused && (cause.problem.status < 500 || cause.problem.code === 'gateway-busy')
