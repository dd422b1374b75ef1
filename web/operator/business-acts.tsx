import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { OperatorBusiness } from '../../contracts/operator.ts'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import styles from './console.module.css'
import { EraseCustomer } from './erase-customer.tsx'
import { GrantFunds, type AskedAbout } from './grant-funds.tsx'
import { LookAsOwner } from './look-as-owner.tsx'
import { PauseBusiness } from './pause-business.tsx'
import { ResumeBusiness } from './resume-business.tsx'
import { SweepBusiness } from './sweep-business.tsx'

type Asked = 'look' | 'grant' | 'pause' | 'resume' | 'sweep' | 'erase'

const DIALOGS: Record<Asked, (about: AskedAbout) => ReactNode> = {
  look: LookAsOwner,
  grant: GrantFunds,
  pause: PauseBusiness,
  resume: ResumeBusiness,
  sweep: SweepBusiness,
  erase: EraseCustomer,
}

/** What an operator may do to a business. Each asks for a reason. */
export const BusinessActs = ({ shown }: { shown: OperatorBusiness }): ReactNode => {
  const [asked, setAsked] = useState<Asked | null>(null)
  const queries = useQueryClient()
  const close = (): void => setAsked(null)
  const done = (words: string): void => {
    showToast('ok', words)
    void queries.invalidateQueries({ queryKey: ['operator'] })
    close()
  }
  const about = {
    params: { businessId: shown.business.id },
    name: shown.business.name,
    onDone: done,
    onClose: close,
  }
  const Dialog = asked && DIALOGS[asked]
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
      {Dialog && <Dialog {...about} />}
    </div>
  )
}
