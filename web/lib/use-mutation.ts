import { useMutation as useAnyMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * One at a time: what was asked last again before it has ended, as by a double click, joins the one that is under way.
 * Inputs that `named` names alike are the same.
 */
export const useMutation = <Output, Input = void>(
  options: UseMutationOptions<Output, Error, Input>,
  named: (input: unknown) => string = JSON.stringify,
) => {
  const mutation = useAnyMutation(options)
  const last = useRef<{ name: string; answer: Promise<Output> }>(null)
  const mutateAsync: typeof mutation.mutateAsync = (...given) => {
    const name = named(given[0])
    if (last.current && last.current.name === name) return last.current.answer
    const forget = (): void => {
      if (last.current === one) last.current = null
    }
    const one = { name, answer: mutation.mutateAsync(...given).finally(forget) }
    last.current = one
    return one.answer
  }
  return {
    ...mutation,
    mutateAsync,
    mutate: (...given: Parameters<typeof mutateAsync>): void =>
      void mutateAsync(...given).catch(() => undefined),
    /** What is under way goes on, but the next press is one of its own. */
    reset: (): void => {
      last.current = null
      mutation.reset()
    },
  }
}
