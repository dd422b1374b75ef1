import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Organization } from '../../contracts/organisations.ts'
import { call } from '../lib/api.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { isCode } from '../lib/problems.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { CAUGHT_UP } from './caught-up.ts'

/** Disconnects one organisation, after saying what that means. */
export const DisconnectDialog = ({
  organization,
  onClose,
}: {
  organization: Organization
  onClose: () => void
}): ReactNode => {
  const queries = useQueryClient()
  const { tenantId, tenantName } = organization
  const disconnect = useMutation({
    mutationFn: () =>
      call('POST /api/xero/disconnect', { body: { tenantId } }).catch((error: unknown) => {
        // It was before: the answer to an earlier press was lost, or another tab did it.
        if (isCode(error, 'not-connected')) return call('GET /api/xero/status')
        throw error
      }),
    onSuccess: async (status) => {
      await keepAnswer(queries, 'GET /api/xero/status', status)
      void queries.invalidateQueries({ queryKey: ['xero', 'organizations'] })
      showToast('ok', `${tenantName} is disconnected.`)
      onClose()
    },
  })
  return (
    <Dialog
      title={`Disconnect ${tenantName}?`}
      isOpen
      onClose={onClose}
      no="Keep it connected"
      isBusy={disconnect.isPending}
      actions={
        <Button look="danger" busy={disconnect.isPending} onClick={() => disconnect.mutate()}>
          Disconnect
        </Button>
      }
    >
      <ul>
        <li>Invoices of {tenantName} are not read while it is disconnected, and nobody is texted.</li>
        <li>Texts that are still waiting are cancelled, and cost nothing.</li>
        <li>Your history stays. You can connect Xero again at any time.</li>
        <li>{CAUGHT_UP}</li>
      </ul>
      <ActError error={disconnect.error} />
    </Dialog>
  )
}
