import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ErasedContact } from '../../../contracts/erasures.ts'
import { call } from '../../lib/api.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { counted } from '../../lib/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { GrowingDialog } from '../../ui/controls/growing-dialog.tsx'
import { ActError } from '../../ui/feedback/act-error.tsx'
import { LoadError } from '../../ui/feedback/load-error.tsx'
import { LoadingRows } from '../../ui/feedback/loading.tsx'

type Contact = { tenantId: string; contactId: string; name: string }

/** What would go, and the last question. */
export const EraseCustomerDialog = ({
  contact: { tenantId, contactId, name },
  onClose,
  onErased,
}: {
  contact: Contact
  onClose: () => void
  onErased: () => void
}): ReactNode => {
  const asked = (isSure: boolean): Promise<ErasedContact> =>
    call('POST /api/customers/erase', { body: { tenantId, contactId, isSure } })
  const { data, error, refetch } = useQuery({
    queryKey: ['customers', 'erase', contactId],
    queryFn: () => asked(false),
    retry: false,
    gcTime: 0,
  })
  const erase = useMutation({ mutationFn: () => asked(true), onSuccess: onErased })

  return (
    <GrowingDialog
      title="Erase this customer?"
      isOpen
      onClose={onClose}
      no="Keep"
      isBusy={erase.isPending}
      actions={
        <Button look="danger" busy={erase.isPending} disabled={!data} onClick={() => erase.mutate()}>
          Erase
        </Button>
      }
    >
      <p>
        <b dir="auto">{name}</b>
        {data?.latestInvoice && `, whose latest invoice is ${data.latestInvoice}`}
      </p>
      {error && !data && (
        <LoadError what="What would go could not be counted." error={error} retry={refetch} />
      )}
      {!data && !error && <LoadingRows count={2} label="Counting what would go" />}
      {data && <What kept={data} />}
      <ActError error={erase.error} />
    </GrowingDialog>
  )
}

const What = ({ kept: { requests, cancelled, invoices } }: { kept: ErasedContact }): ReactNode => (
  <>
    <ul>
      {requests > 0 && <li>Name, number, e-mail address and words go from {counted(requests, 'text')}.</li>}
      {cancelled > 0 && (
        <li>
          {counted(cancelled, 'text')} that {cancelled === 1 ? 'waits is' : 'wait are'} cancelled.
        </li>
      )}
      {invoices > 0 && <li>Name and reference go from {counted(invoices, 'invoice')}.</li>}
      {requests + invoices === 0 && <li>Nothing is kept of them so far.</li>}
      <li>From now on they are left out: they get no text, and Xero brings no name back.</li>
    </ul>
    <p>
      This cannot be undone. Amounts and dates stay, and so does an opt-out. Their contact in Xero stays until
      you erase it there. SMS Setup then lists “An erased customer”; taking that line out lets their next paid
      invoice count again.
    </p>
  </>
)
