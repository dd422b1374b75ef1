import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { OperatorBusiness } from '../../contracts/operator.ts'
import { call } from '../lib/api.ts'
import { counted } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { ActDialog } from './act-dialog.tsx'
import styles from './console.module.css'
import { EraseCustomer } from './erase-customer.tsx'
import { GrantFunds } from './grant-funds.tsx'

type Asked = 'look' | 'grant' | 'pause' | 'resume' | 'sweep' | 'erase'

/** What an operator may do to a business. Each asks for a reason. */
export const BusinessActs = ({ shown }: { shown: OperatorBusiness }): ReactNode => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const queries = useQueryClient()
  const { id: businessId, name } = shown.business
  const params = { businessId }
  const close = (): void => setAsked(null)
  const done = (words: string): void => {
    showToast('ok', words)
    void queries.invalidateQueries({ queryKey: ['operator'] })
    close()
  }
  const dialogs: Record<Asked, ReactNode> = {
    grant: <GrantFunds params={params} name={name} onDone={done} onClose={close} />,
    erase: <EraseCustomer params={params} name={name} onDone={done} onClose={close} />,
    pause: (
      <ActDialog
        title={`Pause ${name}?`}
        confirm="Pause"
        onClose={close}
        act={async (reason) => {
          await call('POST /api/operator/businesses/{businessId}/pause', { params, body: { reason } })
          done(`${name} is paused.`)
        }}
      >
        <ul>
          <li>Nobody is texted for it until an operator resumes it. The owner cannot switch it on.</li>
          <li>Texts that wait are cancelled when their turn comes, as when she switches off herself.</li>
          <li>She reads the reason below on her screens.</li>
        </ul>
      </ActDialog>
    ),
    resume: (
      <ActDialog
        title={`Resume ${name}?`}
        confirm="Resume"
        onClose={close}
        act={async (reason) => {
          await call('POST /api/operator/businesses/{businessId}/resume', { params, body: { reason } })
          done(`${name} is resumed.`)
        }}
      >
        <p>Its switch goes back to where the owner had it. What was cancelled meanwhile stays so.</p>
      </ActDialog>
    ),
    look: (
      <ActDialog
        title={`Look as the owner of ${name}?`}
        confirm="Look"
        onClose={close}
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
    ),
    sweep: (
      <ActDialog
        title={`Ask Xero now for ${name}?`}
        confirm="Sweep now"
        onClose={close}
        act={async (reason) => {
          const { organisations } = await call('POST /api/operator/businesses/{businessId}/sweep', {
            params,
            body: { reason },
          })
          done(`${counted(organisations, 'organisation')} will be swept as soon as a worker is free.`)
        }}
      >
        <p>
          Paid invoices that no webhook reported are found and decided by its rules. It costs calls at Xero.
        </p>
      </ActDialog>
    ),
  }
  return (
    <div className={styles.acts} role="group" aria-label="Acts">
      <Button look="plain" onClick={() => setAsked('sweep')}>
        Sweep now
      </Button>
      <Button look="plain" onClick={() => setAsked('grant')}>
        Grant funds
      </Button>
      {shown.paused ? (
        <Button look="plain" onClick={() => setAsked('resume')}>
          Resume
        </Button>
      ) : (
        <Button look="plain" onClick={() => setAsked('pause')}>
          Pause
        </Button>
      )}
      {shown.support && (
        <Button look="plain" onClick={() => setAsked('look')}>
          Look as the owner
        </Button>
      )}
      <Button look="plain" onClick={() => setAsked('erase')}>
        Erase a customer
      </Button>
      {asked && dialogs[asked]}
    </div>
  )
}
