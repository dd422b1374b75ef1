import type { GoogleReview, ReviewsPage } from '../../contracts/reviews.ts'
import { counted, inNumber } from '../lib/words.ts'

/** '57 reviews, 4.8 stars on average. 12 without a reply. 2 new since you last looked.' */
export const figuresInWords = ({
  count,
  average,
  unanswered,
  isNew,
}: NonNullable<ReviewsPage['figures']>): string =>
  [
    `${counted(count, 'review')}${average === null ? '' : `, ${average.toFixed(1)} stars on average`}.`,
    unanswered > 0 && `${inNumber(unanswered)} without a reply.`,
    isNew > 0 && `${inNumber(isNew)} new since you last looked.`,
  ]
    .filter(Boolean)
    .join(' ')

/** As Google asks: the name as it came, and words of ours where there is none. */
export const reviewerOf = ({ name, isAnonymous }: Pick<GoogleReview, 'name' | 'isAnonymous'>): string =>
  isAnonymous || !name ? 'A Google user' : name

export const starsInWords = (stars: number): string => `${stars} out of 5 stars`

/** One or two letters for where there is no picture. */
export const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('')

/** Only pictures of the hosts that our pages may show pictures of: Google's, and this machine in the sandbox. */
export const pictureOf = (url: string | null, { isSandbox }: { isSandbox: boolean }): string | undefined => {
  if (url !== null && isSandbox && STAND_IN.test(url)) return url
  const found = httpsOf(url)
  return found && /(^|\.)googleusercontent\.com$/.test(found.hostname) ? found.href : undefined
}

const STAND_IN = /^http:\/\/(localhost|127\.0\.0\.1):\d+\/business-profile\/photos\//

/** Only what is a link. */
export const linkOf = (url: string | null): string | undefined => httpsOf(url)?.href

const httpsOf = (url: string | null): URL | undefined => {
  if (url === null || !URL.canParse(url)) return undefined
  const found = new URL(url)
  return found.protocol === 'https:' ? found : undefined
}
