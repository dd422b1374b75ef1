import { isTransient } from '../lib/problems.ts'
import { useKeys } from '../lib/use-act.ts'

/**
 * An act that sends something. Its key stays the same for the same input until there is an answer, so that the server
 * does it once however often it is asked.
 */
export const useKeyedAct = <Given, Done>(
  act: (key: string, given: Given) => Promise<Done>,
): ((given: Given) => Promise<Done>) => {
  const keys = useKeys()
  return async (given) => {
    try {
      const done = await act(keys.keyFor(given), given)
      keys.end()
      return done
    } catch (cause) {
      // After anything else it may have been done all the same.
      if (!isTransient(cause)) keys.end()
      throw cause
    }
  }
}
