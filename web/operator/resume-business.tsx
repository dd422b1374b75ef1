import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { ActDialog } from './act-dialog.tsx'
import type { AskedAbout } from './grant-funds.tsx'

/** Its texts go out again, where its owner has them switched on. */
export const ResumeBusiness = ({ params, name, onDone, onClose }: AskedAbout): ReactNode => (
  <ActDialog
    title={`Resume ${name}?`}
    confirm="Resume"
    onClose={onClose}
    act={async (reason) => {
      await call('POST /api/operator/businesses/{businessId}/resume', { params, body: { reason } })
      onDone(`${name} is resumed.`)
    }}
  >
    <p>Its switch goes back to where the owner had it. What was cancelled meanwhile stays so.</p>
  </ActDialog>
)
