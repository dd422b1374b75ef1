import { isReviewUrl } from '../integrations/google/review-url.ts'
import { Refusal } from '../platform/errors.ts'

/** What a phone makes tappable: an address with its scheme, one that begins with www., a domain of a common ending. */
const LINKS = new RegExp(
  [
    String.raw`[a-z][a-z\d+.-]*://\S+`,
    String.raw`\bwww\.\S+`,
    String.raw`\b[a-z\d-]+(\.[a-z\d-]+)*\.[a-z]{2,}/\S*`,
    String.raw`\b[a-z\d-]+(\.[a-z\d-]+)*\.(com|net|org|info|biz|co|io|me|app|dev|ly|gl|gd|cc|link|page|site|shop|store|online|xyz|top|club|live|au|nz|uk|us|ca|ie|eu)\b`,
  ].join('|'),
  'gi',
)

/** Links in a message that lead elsewhere than to a business at Google. */
export const foreignLinks = (message: string): string[] =>
  (message.match(LINKS) ?? [])
    .map((link) => link.replace(/[.,;:!?)\]}"'>]+$/, ''))
    .filter((link) => !isReviewUrl(link))

/** A test text leads to review pages only, whatever a customer's may. Throws Refusal. */
export const refuseOtherLinks = (message: string, reviewUrl: string | null): void => {
  const [foreign] = foreignLinks(message)
  if (foreign !== undefined) {
    const message = `A test text links to your review page only: take ${foreign} out.`
    throw new Refusal('foreign-link', 422, 'This message cannot be sent as a test.', {
      fields: [{ path: 'message', message }],
    })
  }
  if (reviewUrl !== null && isReviewUrl(reviewUrl)) return
  throw new Refusal(
    'no-review-page',
    409,
    'There is no review page of yours at Google to link to. Choose your business under Google Status first.',
  )
}
