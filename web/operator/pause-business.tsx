import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { ActDialog } from './act-dialog.tsx'
import type { AskedAbout } from './grant-funds.tsx'

/** No text of it goes out until an operator resumes it. */
export const PauseBusiness = ({ params, name, onDone, onClose }: AskedAbout): ReactNode => (
  <ActDialog
    title={`Pause ${name}?`}
    confirm="Pause"
    onClose={onClose}
    act={async (reason) => {
      await call('POST /api/operator/businesses/{businessId}/pause', { params, body: { reason } })
      onDone(`${name} is paused.`)
    }}
  >
    <ul>
      <li>Nobody is texted for it until an operator resumes it. The owner cannot switch it on.</li>
      <li>Texts that wait are cancelled when their turn comes, as when she switches off herself.</li>
      <li>She reads the reason below on her screens.</li>
    </ul>
  </ActDialog>
)
