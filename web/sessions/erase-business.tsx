import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { beginSigningOut, endSession, recordErasure, REACTIVATION } from '../lib/session/session.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { dateAlone } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { GrowingDialog } from '../ui/controls/growing-dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import styles from './account-section.module.css'
import { ErasureTerms } from './erasure-terms.tsx'
import { refuseWhilePaying } from './refuse-while-paying.ts'
import { stayUnlessEnded } from './stay-unless-ended.ts'

/**
 * Deactivates at once, and has everything erased a week later, after saying what goes and what stays. The day is by the
 * clock of her browser, the only one that is known where she signs in again.
 */
export const EraseBusiness = (): ReactNode => {
  const [isAsking, setIsAsking] = useState(false)
  const [typed, setTyped] = useState('')
  const [wantsRefund, setWantsRefund] = useState(true)
  const { data, error, refetch } = useQuery({ ...asks('GET /api/erasure'), enabled: isAsking, staleTime: 0 })
  const erase = useMutation({
    mutationFn: () => {
      beginSigningOut()
      const refund = wantsRefund && (data?.funds ?? 0) > 0
      return call('POST /api/erasure', { body: { businessName: typed, wantsRefund: refund } })
    },
    onSuccess: ({ erasesAt }) => {
      recordErasure(dateAlone(erasesAt))
      endSession(REACTIVATION, null)
    },
    onError: stayUnlessEnded,
  })
  const close = (): void => {
    setIsAsking(false)
    setTyped('')
    erase.reset()
  }
  const confirm = (): void => {
    if (refuseWhilePaying(Date.now(), 'erase')) close()
    else erase.mutate()
  }
  const isTyped = data !== undefined && spaced(typed) === spaced(data.businessName)

  return (
    <section className={styles.section}>
      <h2>Erase everything</h2>
      <p>
        Deactivates your account at once, and erases your business after a week. Until then you can take it
        back.
      </p>
      <Button look="danger" onClick={() => setIsAsking(!refuseWhilePaying(Date.now(), 'erase'))}>
        Erase my business
      </Button>
      <GrowingDialog
        title="Erase your business?"
        isOpen={isAsking}
        onClose={close}
        no="Keep my business"
        isBusy={erase.isPending}
        actions={
          <Button look="danger" busy={erase.isPending} disabled={!isTyped} onClick={confirm}>
            Erase in 7 days
          </Button>
        }
      >
        {error && !data && (
          <LoadError what="What would go could not be counted." error={error} retry={refetch} />
        )}
        {isAsking && !data && !error && <LoadingRows count={3} label="Counting what would go" />}
        {data && (
          <ErasureTerms
            preview={data}
            day={dateAlone(data.erasesAt)}
            wantsRefund={wantsRefund}
            onRefund={setWantsRefund}
            typed={typed}
            onType={setTyped}
          />
        )}
        <ActError error={erase.error} />
      </GrowingDialog>
    </section>
  )
}

const spaced = (name: string): string => name.trim().replace(/\s+/g, ' ').toLowerCase()
