import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'

/** Ends the connection, after saying what that means. */
export const DetachDialog = ({ onClose }: { onClose: () => void }): ReactNode => {
  const queries = useQueryClient()
  const detach = useMutation({
    mutationFn: () => call('POST /api/reviews/detach'),
    onSuccess: async (status) => {
      await keepAnswer(queries, 'GET /api/reviews/status', status)
      void queries.invalidateQueries({ queryKey: ['reviews'] })
      showToast('ok', 'Your reviews are disconnected, and our copies are deleted.')
      onClose()
    },
  })
  return (
    <Dialog
      title="Disconnect your reviews?"
      isOpen
      onClose={onClose}
      no="Keep them connected"
      isBusy={detach.isPending}
      actions={
        <Button look="danger" busy={detach.isPending} onClick={() => detach.mutate()}>
          Disconnect reviews
        </Button>
      }
    >
      <ul>
        <li>Every copy of your reviews here is deleted at once. At Google nothing changes.</li>
        <li>We give back our access at Google.</li>
        <li>Your texts go out as before. You can connect your reviews again at any time.</li>
      </ul>
      <ActError error={detach.error} />
    </Dialog>
  )
}
