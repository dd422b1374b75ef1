import { useRef } from 'react'
import { isTransient } from '../lib/problems.ts'

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
      // After anything else it may have been done all the same.
      if (!isTransient(cause)) key.current = undefined
      throw cause
    }
  }
}
