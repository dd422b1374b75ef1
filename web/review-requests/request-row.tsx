import { useId, useRef, useState, type ReactNode } from 'react'
import type { ReviewRequest } from '../../contracts/review-requests.ts'
import { phoneInWords } from '../lib/formats/phone-in-words.ts'
import { inNumber, momentInWords, timeInWords } from '../lib/words.ts'
import { ActLink } from '../ui/controls/act-link.tsx'
import { Opener } from '../ui/controls/opener.tsx'
import { Badge, type BadgeTone } from '../ui/feedback/badge.tsx'
import { useFocusHeir } from '../ui/layout/use-focus-heir.ts'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import { RequestActs } from './request-acts.tsx'
import { RequestDetails } from './request-details.tsx'
import styles from './request-row.module.css'

/** One text: customer, invoice, state, and what to do when it failed. */
export const RequestRow = ({
  request,
  timeZone,
}: {
  request: ReviewRequest
  timeZone: string
}): ReactNode => {
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const place = useRef<HTMLElement>(null)
  useFocusHeir(place)
  return (
    <article ref={place} className={styles.row}>
      <div className={styles.who}>
        <strong>
          <Opener isOpen={isOpen} onToggle={() => setOpen(!isOpen)} controls={id}>
            <bdi>{nameOf(request)}</bdi>
          </Opener>
        </strong>
        <p className={styles.meta}>
          {request.customerPhone && (
            <span className={styles.whole}>{phoneInWords(request.customerPhone)}</span>
          )}
          <a className={styles.whole} href={request.xeroUrl} target="_blank" rel="noreferrer">
            {request.invoiceNumber ?? 'Invoice'}
            <VisuallyHidden> in Xero, opens a new window</VisuallyHidden>
          </a>
          {request.openedAt && (
            <span className={styles.whole} title={momentInWords(request.openedAt, timeZone)}>
              link opened{request.openCount > 1 && ` ${inNumber(request.openCount)} times`}
            </span>
          )}
          {request.reminder && <span className={styles.whole}>{request.reminder}</span>}
          {request.optOut && (
            <span className={styles.optOut} title={momentInWords(request.optOut.at, timeZone)}>
              {request.optOut.words}
            </span>
          )}
        </p>
      </div>
      <StatusBadge status={OWN_BADGE.has(request.state) ? request.state : request.smsStatus} />
      <time className={styles.time} dateTime={request.at} title={momentInWords(request.at, timeZone)}>
        {request.atWords} {timeInWords(request.at, timeZone)}
      </time>
      <Explained request={request} />
      {!isOpen && <RequestActs request={request} isBrief />}
      {isOpen && (
        <div className={styles.opened} id={id}>
          <RequestDetails requestId={request._id} />
        </div>
      )}
    </article>
  )
}

const nameOf = ({ customerName, customerRemoved }: ReviewRequest): string =>
  customerName ?? customerRemoved ?? 'Customer without a name'

const Explained = ({ request }: { request: ReviewRequest }): ReactNode => {
  const words = request.failure ?? request.detail
  if (!words) return null
  return (
    <p className={request.failure && !NEVER_WENT.has(request.state) ? styles.failed : styles.note}>
      {words.what}
      {words.todo && ` ${words.todo}`}
      {request.act && (
        <>
          {' '}
          <ActLink act={request.act} whose={nameOf(request)} />
        </>
      )}
    </p>
  )
}

/** The state of a text. An unknown one is shown as it is, in the neutral colour. */
const StatusBadge = ({ status }: { status: string }): ReactNode => {
  const { words, tone } = (Object.hasOwn(KNOWN, status) && KNOWN[status]) || {
    words: status || 'Unknown',
    tone: 'plain' as const,
  }
  return <Badge tone={tone}>{words}</Badge>
}

/** Of the four states of the wire it is `failed`; here it says that no text was tried. */
const NEVER_WENT = new Set<ReviewRequest['state']>(['cancelled', 'expired'])

/** Of the four states of the wire it is `pending`; here it says that its owner holds it. */
const OWN_BADGE = new Set<ReviewRequest['state']>([...NEVER_WENT, 'held'])

const KNOWN: Record<string, { words: string; tone: BadgeTone }> = {
  sent: { words: 'Sent', tone: 'ok' },
  delivered: { words: 'Delivered', tone: 'ok' },
  failed: { words: 'Failed', tone: 'bad' },
  held: { words: 'Held', tone: 'plain' },
  pending: { words: 'Pending', tone: 'wait' },
  cancelled: { words: 'Cancelled', tone: 'plain' },
  expired: { words: 'Expired', tone: 'plain' },
}
