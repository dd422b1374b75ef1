import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../lib/api.ts'
import { showToast } from '../ui/feedback/toasts.tsx'

export const useSaveMessage = (isEnabled: boolean, onSaved: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: string) => call('PUT /api/sms/template', { body: { message, isEnabled } }),
    onSuccess: (saved) => {
      queries.setQueryData(['sms', 'template'], saved)
      onSaved()
      showToast('ok', 'Your message is saved. The next text uses it.')
    },
  })
}
