import { useQueryClient } from '@tanstack/react-query'
import { useId, useRef, useState, type ReactNode } from 'react'
import type { ActivityItem } from '../../contracts/activity.ts'
import { call } from '../lib/api.ts'
import { dayOf } from '../lib/formats/days.ts'
import { phoneInWords } from '../lib/formats/phone-in-words.ts'
import { inWords } from '../lib/problems.ts'
import { useAct } from '../lib/use-act.ts'
import { dateAlone, dayAndTimeInWords, momentInWords, timeInWords } from '../lib/words.ts'
import { amountInWords } from './amount-words.ts'
import { ActLink } from '../ui/controls/act-link.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Opener } from '../ui/controls/opener.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { useFocusHeir } from '../ui/layout/use-focus-heir.ts'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './activity-row.module.css'
import { InvoiceDetails } from './invoice-details.tsx'
import { aboutLook, nothingChanged } from './look-again-words.ts'
import { badgeOf } from './outcomes.ts'

type ActivityText = NonNullable<ActivityItem['request']> & Pick<ActivityItem, 'customerName'>

/** What a row of a text shows when it is opened, and what can be decided there while it is not. */
export type OfText = { details: (requestId: string) => ReactNode; acts: (text: ActivityText) => ReactNode }

/** A paid invoice: whose, what became of it, why, and what to do. */
export const ActivityRow = ({
  item,
  timeZone,
  ofText,
  hasDay = false,
}: {
  item: ActivityItem
  timeZone: string
  ofText: OfText
  /** It stands below no day. */
  hasDay?: boolean
}): ReactNode => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const retry = useRetry(item.invoiceId)
  const place = useRef<HTMLElement>(null)
  useFocusHeir(place)
  const { words, tone } = badgeOf(item)
  const name = item.customerName ?? item.customerRemoved ?? 'Customer without a name'
  return (
    <article ref={place} className={styles.row}>
      <div className={styles.who}>
        <strong>
          <Opener isOpen={isOpen} onToggle={() => setOpen(!isOpen)} controls={id}>
            <bdi>{name}</bdi>
          </Opener>
        </strong>
        <p className={styles.meta}>
          <a href={item.xeroUrl} target="_blank" rel="noreferrer">
            {item.invoiceNumber ?? 'Invoice'}
            <VisuallyHidden> in Xero, opens a new window</VisuallyHidden>
          </a>
          <span>{item.currency ? amountInWords(item.total, item.currency) : item.total.toFixed(2)}</span>
          {item.customerPhone && <span>{phoneInWords(item.customerPhone)}</span>}
          {item.paidOn && <span>paid {dateAlone(item.paidOn, 'UTC')}</span>}
          {item.optOut && <em title={momentInWords(item.optOut.at, timeZone)}>{item.optOut.words}</em>}
        </p>
      </div>
      <div className={styles.end}>
        <Badge tone={tone}>{words}</Badge>
        <Moment item={item} timeZone={timeZone} hasDay={hasDay} />
      </div>
      <p className={styles.why}>
        {item.what}
        {item.todo && ` ${item.todo}`}
      </p>
      {(item.canRetry || item.act) && (
        <p className={styles.acts}>
          {item.canRetry && (
            <Button look="plain" busy={retry.isPending} onClick={() => retry.mutate()}>
              Look again<VisuallyHidden> for {name}</VisuallyHidden>
            </Button>
          )}
          {item.act && <ActLink act={item.act} whose={name} />}
        </p>
      )}
      {item.request &&
        item.request.choices.length > 0 &&
        !isOpen &&
        ofText.acts({ ...item.request, customerName: item.customerName })}
      {isOpen && (
        <div className={styles.opened} id={id}>
          {item.request ? (
            ofText.details(item.request._id)
          ) : (
            <InvoiceDetails item={item} timeZone={timeZone} />
          )}
        </div>
      )}
    </article>
  )
}

/** The moment of its text, as on the timeline; of an invoice without one, when it came in. */
const Moment = ({
  item,
  timeZone,
  hasDay,
}: {
  item: ActivityItem
  timeZone: string
  hasDay: boolean
}): ReactNode => {
  const { at, atWords } = item.request ?? { at: item.decidedAt, atWords: 'came in' }
  // The day of the heading is the one on which the invoice came in.
  const isOfThatDay = !hasDay && dayOf(at, timeZone) === dayOf(item.decidedAt, timeZone)
  return (
    <time dateTime={at} title={momentInWords(at, timeZone)}>
      {atWords} {(isOfThatDay ? timeInWords : dayAndTimeInWords)(at, timeZone)}
    </time>
  )
}

/** Has an invoice decided again, after the owner has put something right in Xero. */
const useRetry = (invoiceId: string) => {
  const queries = useQueryClient()
  const again = (_: void, key: string) =>
    call('POST /api/activity/{invoiceId}/retry', { key, params: { invoiceId } })
  return useAct(again, {
    onSuccess: ({ item, changed }) => {
      const who = item.customerName ?? 'this customer'
      showToast(
        changed ? 'ok' : 'plain',
        changed ? `Looked again for ${who}: ${item.what}` : nothingChanged(who),
        { about: aboutLook(invoiceId) },
      )
      void queries.invalidateQueries({ queryKey: ['activity'] })
      void queries.invalidateQueries({ queryKey: ['review-requests'] })
    },
    onError: (error) => showToast('bad', inWords(error), { about: aboutLook(invoiceId) }),
  })
}
