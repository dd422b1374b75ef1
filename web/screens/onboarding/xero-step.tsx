import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { AFTER_CLAIM } from '../../lib/session/session-rules.ts'
import { takeCameFrom } from '../../lib/session/session.ts'
import { inWords, isCode } from '../../lib/problems.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { ConnectXero } from '../../organisations/connect-xero.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { PageHeading } from '../../ui/layout/heading.tsx'
import styles from './onboarding-page.module.css'

/** `onReplaced`: another tab chose another business than this one shows. */
export const XeroStep = ({
  onBack,
  onReplaced,
}: {
  onBack: () => void
  onReplaced: () => void
}): ReactNode => {
  const { user, replaceUser } = useCurrentUser()
  const navigate = useNavigate()
  const queries = useQueryClient()
  // Not what a later look at the account has found: another tab may have chosen that.
  const [shown, setShown] = useState(user)
  const goLive = useMutation({
    mutationFn: () =>
      call('POST /api/onboarding/complete', {
        body: { ...(shown.googleReviewUrl !== null && { googleReviewUrl: shown.googleReviewUrl }) },
      }),
    onSuccess: async (answer) => {
      await queries.invalidateQueries({ queryKey: ['xero'] })
      replaceUser(answer.user)
      await navigate('/dashboard', { replace: true })
      if (takeCameFrom() === AFTER_CLAIM) await tellOfCode(() => void navigate('/codes'))
    },
    onError: async (error) => {
      if (!isCode(error, 'changed-meanwhile')) return
      const { user: now } = await call('GET /api/auth/me')
      await queries.invalidateQueries({ queryKey: ['google', 'status'] })
      setShown(now)
      replaceUser(now)
      onReplaced()
    },
  })

  const isReplaced = isCode(goLive.error, 'changed-meanwhile')
  return (
    <>
      <div>
        <PageHeading tab="Connect Xero">Connect Xero and go live</PageHeading>
        <p className={styles.lead}>{`Xero tells us when a customer of ${shown.businessName} has paid.`}</p>
      </div>
      <ConnectXero
        onConnected={() => goLive.mutate()}
        returnTo="/onboarding"
        hasStayed={goLive.isError}
        beside={
          <Button look="ghost" onClick={onBack} disabled={goLive.isPending}>
            Back
          </Button>
        }
      />
      {goLive.isError && (
        <Notice
          tone="bad"
          action={
            isReplaced ? (
              <span className={styles.ways}>
                <Button busy={goLive.isPending} onClick={() => goLive.mutate()}>
                  {`Go live with ${shown.businessName}`}
                </Button>
                <Button look="plain" onClick={onBack}>
                  Choose another business
                </Button>
              </span>
            ) : (
              <Button look="plain" onClick={() => goLive.mutate()}>
                Try again
              </Button>
            )
          }
        >
          {isReplaced
            ? inWords(goLive.error)
            : `Xero is connected, but we could not finish. ${inWords(goLive.error)}`}
        </Notice>
      )}
      <section className={styles.promise} aria-label="What happens when you connect">
        <h2>What happens when you connect</h2>
        <ul>
          <li>
            <b>Nothing that was paid before now is ever texted.</b> We begin with the next invoice that is
            paid.
          </li>
          <li>
            From then on a customer whose invoice is paid gets one polite text, within your sending hours and
            at most one in 90 days. Both can be changed in SMS Setup.
          </li>
          <li>
            Before anyone is texted you can see what would have happened in the last 30 days: who would have
            been asked, who not, and why.
          </li>
          <li>
            Anyone without a mobile number in Xero, or who replied STOP, gets none. For each paid invoice you
            see what happened, and why.
          </li>
          <li>Texts are prepaid: until you have added funds, none is sent and none is charged.</li>
          <li>We read your invoices, contacts and settings. We cannot change anything in Xero.</li>
        </ul>
      </section>
    </>
  )
}

/** What she claimed before she had an account belongs to her business since she chose it. */
const tellOfCode = async (open: () => void): Promise<void> => {
  const { codes } = await call('GET /api/qr-codes').catch(() => ({ codes: [] }))
  if (codes.length > 0)
    showToast('ok', 'The code that you claimed belongs to your business now.', {
      action: { words: 'See it', act: open },
    })
}
