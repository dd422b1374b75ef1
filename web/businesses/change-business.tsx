import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { GoogleStatus, Place } from '../../contracts/businesses.ts'
import { call } from '../lib/api.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { InTurn } from '../ui/layout/in-turn.tsx'
import { FindBusiness } from './find-business.tsx'
import styles from './google-page.module.css'
import { GoogleMapsMark, PlaceRow } from './place-row.tsx'

type Choice = { place: Place; sessionToken: string }

/** Searching another business on Google, and a question first where texts lead to one already. */
export const ChangeBusiness = ({
  before,
  startsOpen,
}: {
  /** Where texts lead until now. */
  before: GoogleStatus['businessInfo']
  startsOpen: boolean
}): ReactNode => {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const [question, setQuestion] = useState<(Choice & { isOpen: boolean }) | null>(null)
  const closeQuestion = (): void => setQuestion((now) => now && { ...now, isOpen: false })
  const queries = useQueryClient()
  const { user, replaceUser } = useCurrentUser()
  const change = useMutation({
    mutationFn: ({ place: { placeId }, sessionToken }: Choice) =>
      call('PUT /api/google/business', { body: { placeId, sessionToken } }),
    onSuccess: async (status) => {
      await keepAnswer(queries, 'GET /api/google/status', status)
      const business = status.businessInfo
      if (business) replaceUser({ ...user, businessName: business.name, googleReviewUrl: business.reviewUrl })
      setIsOpen(false)
      closeQuestion()
      showToast('ok', `Your links now lead to ${business?.name ?? 'the business you chose'} on Google.`)
    },
  })
  const choose = async (place: Place, sessionToken: string): Promise<boolean> => {
    if (!before) {
      await change.mutateAsync({ place, sessionToken })
      return true
    }
    change.reset()
    setQuestion({ place, sessionToken, isOpen: true })
    return false
  }
  return (
    <InTurn turn={isOpen ? 'search' : 'way'}>
      {isOpen ? (
        <section className={styles.change} aria-labelledby="change-business">
          <h2 id="change-business">Find your business on Google</h2>
          <p>{before ? ALL_LINKS : 'Every text then leads to the one you choose.'}</p>
          <FindBusiness chosen={null} onChoose={choose} onSearchAgain={() => undefined} />
          {!startsOpen && (
            <div>
              <Button look="ghost" onClick={() => setIsOpen(false)}>
                Cancel
              </Button>
            </div>
          )}
        </section>
      ) : (
        <Button look="plain" onClick={() => setIsOpen(true)}>
          Change business
        </Button>
      )}
      {question && (
        <Dialog
          title="Is this your business?"
          isOpen={question.isOpen}
          onClose={closeQuestion}
          no="No, search again"
          isBusy={change.isPending}
          actions={
            <Button busy={change.isPending} onClick={() => change.mutate(question)}>
              Yes, change to it
            </Button>
          }
        >
          <div className={styles.place}>
            <PlaceRow place={question.place} />
            <GoogleMapsMark />
          </div>
          <p>The links in your texts lead to it at once, also in texts already sent.</p>
          {before?.isOwnReviewUrl && (
            <p>Your own link is not used any more: customers come to the Google page of this business.</p>
          )}
          <ActError error={change.error} />
        </Dialog>
      )}
    </InTurn>
  )
}

const ALL_LINKS = 'The links in your texts lead to the one you choose at once, also in texts already sent.'
