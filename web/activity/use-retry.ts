import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import { showToast } from '../ui/feedback/toasts.tsx'

/** Has an invoice decided again, after the owner has put something right in Xero. */
export const useRetry = (invoiceId: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call('POST /api/activity/{invoiceId}/retry', { params: { invoiceId } }),
    onSuccess: ({ item, changed }) => {
      const who = item.customerName ?? 'this customer'
      showToast(
        changed ? 'ok' : 'bad',
        changed
          ? `Looked again for ${who}: ${item.what}`
          : `Nothing has changed in Xero for ${who}. ${[item.what, item.todo].filter(Boolean).join(' ')}`,
      )
      void queries.invalidateQueries({ queryKey: ['activity'] })
      void queries.invalidateQueries({ queryKey: ['review-requests'] })
    },
    onError: (error) => showToast('bad', inWords(error)),
  })
}
