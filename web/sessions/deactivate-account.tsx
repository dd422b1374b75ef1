import { useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import {
  beginSigningOut,
  endSession,
  NO_ERASURE,
  REACTIVATION,
  recordErasure,
} from '../lib/session/session.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { refuseWhilePaying } from './refuse-while-paying.ts'
import { stayUnlessEnded } from './stay-unless-ended.ts'
import styles from './account-section.module.css'

/** Stops everything, after saying what that means. */
export const DeactivateAccount = (): ReactNode => {
  const [isAsking, setIsAsking] = useState(false)
  const deactivate = useMutation({
    mutationFn: () => {
      beginSigningOut()
      return call('POST /api/auth/deactivate')
    },
    onSuccess: () => {
      recordErasure(NO_ERASURE)
      endSession(REACTIVATION, null)
    },
    onError: stayUnlessEnded,
  })
  const ask = (): void => {
    if (deactivate.isError) deactivate.reset()
    setIsAsking(!refuseWhilePaying(Date.now(), 'deactivate'))
  }
  const confirm = (): void => {
    // A payment may have begun in another tab since she was asked.
    if (refuseWhilePaying(Date.now(), 'deactivate')) setIsAsking(false)
    else deactivate.mutate()
  }

  return (
    <section className={styles.section}>
      <h2>Deactivate account</h2>
      <p>
        Stops all texts, disconnects Xero and Google, and deletes a saved card. Your funds, your history and
        your choice of business are kept, so you can reactivate it at any time.
      </p>
      <Button look="danger" onClick={ask}>
        Deactivate account
      </Button>
      <Dialog
        title="Deactivate your account?"
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        no="Keep my account"
        isBusy={deactivate.isPending}
        actions={
          <Button look="danger" busy={deactivate.isPending} onClick={confirm}>
            Deactivate
          </Button>
        }
      >
        <p>This is what happens at once:</p>
        <ul>
          <li>Texts that are still waiting are cancelled, and cost nothing.</li>
          <li>
            Xero and Google are disconnected, and we no longer ask either about you. Links in texts that were
            sent keep working.
          </li>
          <li>You are signed out here and everywhere else.</li>
        </ul>
        <p>
          Your funds, your history and your choice of business are kept; a saved card is deleted, and
          automatic top-up is switched off. Sign in with Google to reactivate the account: Google is then
          connected again. You connect Xero again yourself.
        </p>
        <ActError error={deactivate.error} />
      </Dialog>
    </section>
  )
}
