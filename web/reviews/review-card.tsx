import { useState, type ReactNode } from 'react'
import type { GoogleReview, ReviewGuess } from '../../contracts/reviews.ts'
import { site } from '../lib/site.ts'
import { dateAlone } from '../lib/words.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import styles from './review-card.module.css'
import { initialsOf, linkOf, pictureOf, reviewerOf } from './review-words.ts'
import { Stars } from './stars.tsx'
import { TextOfReview } from './text-of-review.tsx'

/** One review as Google shows it, by the day of the business: nothing of it is reworded or left out. */
export const ReviewCard = ({
  review,
  isNew,
  timeZone,
  guess,
  reviewsUrl,
}: {
  review: GoogleReview
  isNew: boolean
  timeZone: string | undefined
  guess: ReviewGuess | undefined
  /** Where the reviews of the business are shown: Google gives a review no address of its own. */
  reviewsUrl: string
}): ReactNode => {
  const who = reviewerOf(review)
  const { stars, comment, reply, writtenAt } = review
  return (
    <article className={styles.review} aria-label={`Review by ${who}`}>
      <header className={styles.head}>
        <Picture url={review.isAnonymous ? null : review.photoUrl} initials={initialsOf(who)} />
        <div className={styles.who}>
          <h3 dir="auto" translate="no">
            {who}
          </h3>
          <p className={styles.when}>
            {stars !== null && <Stars stars={stars} />}
            <time dateTime={writtenAt}>{dateAlone(writtenAt, timeZone)}</time>
            {isNew && <Badge tone="ok">New</Badge>}
          </p>
        </div>
      </header>
      {comment !== null && (
        <p className={styles.comment} dir="auto">
          {comment}
        </p>
      )}
      {reply && (
        <div className={styles.reply}>
          <h4>Your reply</h4>
          <p className={styles.comment} dir="auto">
            {reply.comment}
          </p>
        </div>
      )}
      {guess && <TextOfReview guess={guess} />}
      <p className={styles.foot}>
        <a href={reviewsUrl} target="_blank" rel="noreferrer">
          On Google
          <VisuallyHidden>: the review by {who}, opens a new window</VisuallyHidden>
        </a>
        <a href={linkOf(review.replyUrl) ?? reviewsUrl} target="_blank" rel="noreferrer">
          {reply ? 'Change your reply at Google' : 'Reply at Google'}
          <VisuallyHidden> to {who}, opens a new window</VisuallyHidden>
        </a>
      </p>
    </article>
  )
}

/** A picture that does not come leaves the letters in its place. */
const Picture = ({ url, initials }: { url: string | null; initials: string }): ReactNode => {
  const [isBroken, setIsBroken] = useState(false)
  const picture = pictureOf(url, site)
  return (
    <span className={styles.picture} aria-hidden="true">
      {picture && !isBroken ? (
        <img
          src={picture}
          alt=""
          width="40"
          height="40"
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setIsBroken(true)}
        />
      ) : (
        initials
      )}
    </span>
  )
}
