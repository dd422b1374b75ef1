import { useQueryClient } from '@tanstack/react-query'
import type { ExperimentRequest, ExperimentsResponse } from '../../contracts/experiments.ts'
import { call } from '../lib/api.ts'
import { keyOf } from '../lib/asks.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { useMutation } from '../lib/use-mutation.ts'

const useKeep = () => {
  const queries = useQueryClient()
  return (answer: ExperimentsResponse) => keepAnswer(queries, 'GET /api/experiments', answer)
}

export const useStartComparison = () => {
  const keep = useKeep()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: ExperimentRequest) => call('POST /api/experiments', { body }),
    onSuccess: keep,
    // Where the answer was lost it may have begun.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf('GET /api/experiments') }),
  })
}

export const useStopComparison = (onStopped: () => void) => {
  const keep = useKeep()
  return useMutation({
    mutationFn: (id: string) => call('POST /api/experiments/{id}/stop', { params: { id } }),
    onSuccess: async (answer) => {
      await keep(answer)
      onStopped()
    },
  })
}
