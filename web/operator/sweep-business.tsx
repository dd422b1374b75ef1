import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { counted } from '../lib/words.ts'
import { ActDialog } from './act-dialog.tsx'
import type { AskedAbout } from './grant-funds.tsx'

/** Its organisations are asked for paid invoices now, and not at their minute of the hour. */
export const SweepBusiness = ({ params, name, onDone, onClose }: AskedAbout): ReactNode => (
  <ActDialog
    title={`Ask Xero now for ${name}?`}
    confirm="Sweep now"
    onClose={onClose}
    act={async (reason) => {
      const { organisations } = await call('POST /api/operator/businesses/{businessId}/sweep', {
        params,
        body: { reason },
      })
      onDone(`${counted(organisations, 'organisation')} will be swept as soon as a worker is free.`)
    }}
  >
    <p>Paid invoices that no webhook reported are found and decided by its rules. It costs calls at Xero.</p>
  </ActDialog>
)
