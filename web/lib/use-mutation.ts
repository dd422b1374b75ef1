import { useMutation as useAnyMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * One at a time: the same input again before it has ended, as by a double click, joins the one that is under way.
 * Inputs that `named` names alike are the same.
 */
export const useMutation = <Output, Input = void>(
  options: UseMutationOptions<Output, Error, Input>,
  named: (input: unknown) => string = JSON.stringify,
) => {
  const mutation = useAnyMutation(options)
  const underWay = useRef<Record<string, Promise<Output>>>({})
  const mutateAsync: typeof mutation.mutateAsync = (...given) => {
    const { current } = underWay
    const name = named(given[0])
    return (current[name] ??= mutation.mutateAsync(...given).finally(() => delete current[name]))
  }
  return {
    ...mutation,
    mutateAsync,
    mutate: (...given: Parameters<typeof mutateAsync>): void =>
      void mutateAsync(...given).catch(() => undefined),
    /** What is under way goes on, but the next press is one of its own. */
    reset: (): void => {
      underWay.current = {}
      mutation.reset()
    },
  }
}
