import { useRef } from 'react'
import { Refused } from '../lib/problems.ts'

/**
 * An act that sends something. Its key stays the same until there is an answer, so that the server does it once however
 * often it is asked; while it `isUnderWay`, a second click asks for nothing.
 */
export const useKeyedAct = <Given, Done>(
  act: (key: string, given: Given) => Promise<Done>,
): { run: (given: Given) => Promise<Done>; isUnderWay: () => boolean } => {
  const key = useRef<string>(undefined)
  const underWay = useRef<Promise<Done>>(undefined)
  const begin = async (given: Given): Promise<Done> => {
    key.current ??= crypto.randomUUID()
    try {
      const done = await act(key.current, given)
      key.current = undefined
      return done
    } catch (cause) {
      if (isAnswer(cause)) key.current = undefined
      throw cause
    } finally {
      underWay.current = undefined
    }
  }
  return {
    run: (given) => (underWay.current ??= begin(given)),
    isUnderWay: () => underWay.current !== undefined,
  }
}

/** After anything else it may have been done all the same. */
const isAnswer = (cause: unknown): boolean =>
  cause instanceof Refused && (cause.problem.status < 500 || cause.problem.code === 'gateway-busy')
