import { useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Place } from '../../contracts/businesses.ts'
import { call } from '../lib/api.ts'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { Button } from '../ui/controls/button.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { FindBusiness } from './find-business.tsx'
import styles from './google-page.module.css'

/** Searching another business on Google; texts lead to it from the next one on. */
export const ChangeBusiness = ({ startsOpen }: { startsOpen: boolean }): ReactNode => {
  const [isOpen, setIsOpen] = useState(startsOpen)
  const queries = useQueryClient()
  const { user, replaceUser } = useCurrentUser()
  const choose = async ({ placeId }: Place): Promise<void> => {
    const status = await call('PUT /api/google/business', { body: { placeId } })
    queries.setQueryData(['google', 'status'], status)
    const business = status.businessInfo
    if (business) replaceUser({ ...user, businessName: business.name, googleReviewUrl: business.reviewUrl })
    setIsOpen(false)
    showToast('ok', `From now on your texts lead to ${business?.name ?? 'the business you chose'} on Google.`)
  }
  if (!isOpen) {
    return (
      <div>
        <Button look="plain" onClick={() => setIsOpen(true)}>
          Change business
        </Button>
      </div>
    )
  }
  return (
    <section className={styles.change} aria-labelledby="change-business">
      <h2 id="change-business">Find your business on Google</h2>
      <p>Texts that are sent from now on lead to the one you choose. Earlier links stay as they are.</p>
      <FindBusiness chosen={null} onChoose={choose} onSearchAgain={() => undefined} />
      {!startsOpen && (
        <div>
          <Button look="ghost" onClick={() => setIsOpen(false)}>
            Cancel
          </Button>
        </div>
      )}
    </section>
  )
}
