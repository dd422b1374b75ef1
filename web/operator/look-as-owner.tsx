import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { ActDialog } from './act-dialog.tsx'
import type { AskedAbout } from './grant-funds.tsx'

/** Opens her screens in this tab, to read only. */
export const LookAsOwner = ({ params, name, onClose }: Omit<AskedAbout, 'onDone'>): ReactNode => (
  <ActDialog
    title={`Look as the owner of ${name}?`}
    confirm="Look"
    onClose={onClose}
    act={async (reason) => {
      await call('POST /api/operator/businesses/{businessId}/look', { params, body: { reason } })
      window.location.assign('/dashboard')
    }}
  >
    <p>
      You see what she sees, customers’ names and phones included, for an hour at most. You can change and
      download nothing. She reads in her log that you looked, and why.
    </p>
  </ActDialog>
)
