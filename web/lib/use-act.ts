import type { UseMutationOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isTransient } from './problems.ts'
import { useMutation } from './use-mutation.ts'

/**
 * An act that costs or sends. However often it is pressed, one is under way at a time; the server knows it by its key,
 * which stays the same for the same input until the act has ended or the form is shown anew.
 */
export const useAct = <Input, Output>(
  act: KeyedAct<Input, Output>,
  options: Omit<UseMutationOptions<Output, Error, Input>, 'mutationFn'> = {},
) => {
  const keys = useKeys()
  const mutation = useMutation<Output, Input>({ ...options, mutationFn: underKeys(keys, act) }, () => 'any')
  useShownAgain(() => {
    keys.end()
    mutation.reset()
  })
  return mutation
}

/**
 * An act that sends something. Its key stays the same for the same input until there is an answer, so that the server
 * does it once however often it is asked.
 */
export const useKeyedAct = <Input, Output>(
  act: KeyedAct<Input, Output>,
): ((input: Input) => Promise<Output>) => underKeys(useKeys(), act)

type KeyedAct<Input, Output> = (input: Input, key: string) => Promise<Output>

const underKeys =
  <Input, Output>(keys: ReturnType<typeof useKeys>, act: KeyedAct<Input, Output>) =>
  async (input: Input): Promise<Output> => {
    try {
      const answer = await act(input, keys.keyFor(input))
      keys.end()
      return answer
    } catch (cause) {
      // Without an answer the act may have been done: the next try is the same act.
      if (!isTransient(cause)) keys.end()
      throw cause
    }
  }

/** One key for the same input, however often it is asked for, until its act has ended. */
const useKeys = () => {
  const kept = useRef<{ input: string; key: string } | null>(null)
  return {
    keyFor: (input: unknown): string => {
      const written = JSON.stringify(input) ?? ''
      if (kept.current?.input !== written) kept.current = { input: written, key: crypto.randomUUID() }
      return kept.current.key
    },
    end: (): void => {
      kept.current = null
    },
  }
}

/** A browser may keep a page as it was while its reader was away, and show it so when she comes back. */
const useShownAgain = (then: () => void): void => {
  const latest = useRef(then)
  useEffect(() => {
    latest.current = then
  })
  useEffect(() => {
    const shown = (event: PageTransitionEvent): void => {
      if (event.persisted) latest.current()
    }
    window.addEventListener('pageshow', shown)
    return () => window.removeEventListener('pageshow', shown)
  }, [])
}

const LEAVING_MS = 10_000

/** Leaves for another site. Settles only where the browser did not, so that the button stays busy until then. */
export const leaveFor = async (url: string): Promise<void> => {
  window.location.assign(url)
  await new Promise((done) => setTimeout(done, LEAVING_MS))
}
