import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../lib/api.ts'
import { endToasts } from '../ui/feedback/toasts.tsx'
import { aboutLook, type Look } from './look-again-words.ts'

/** As many as the server reads from Xero in two calls. */
const AT_ONCE = 40

/** Has paid invoices decided again, batch by batch. What was looked at stays so where a later batch is refused. */
export const useLookAgain = (): { look: Look | null; begin: (invoiceIds: string[]) => Promise<void> } => {
  const queries = useQueryClient()
  const [look, setLook] = useState<Look | null>(null)
  const isUnderWay = useRef(false)
  const begin = async (invoiceIds: string[]): Promise<void> => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    endToasts(...invoiceIds.map(aboutLook))
    const none = { looked: 0, askable: 0, left: 0, unread: 0, before: 0 }
    const so: Look = { of: invoiceIds.length, ...none, state: 'under-way' }
    setLook({ ...so })
    try {
      while (so.looked < so.of) {
        const batch = invoiceIds.slice(so.looked, so.looked + AT_ONCE)
        const answer = await call('POST /api/activity/retry', { body: { invoiceIds: batch } })
        so.looked += batch.length
        so.askable += answer.askable
        so.left += answer.left
        so.before += batch.length - answer.looked
        // A server of the version before does not say it.
        so.unread += answer.unread ?? 0
        setLook({ ...so })
      }
      setLook({ ...so, state: 'ended' })
    } catch (error) {
      setLook({ ...so, state: 'stopped', error })
    } finally {
      isUnderWay.current = false
      void queries.invalidateQueries({ queryKey: ['activity'] })
      void queries.invalidateQueries({ queryKey: ['review-requests'] })
    }
  }
  return { look, begin }
}
