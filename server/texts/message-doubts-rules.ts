import { asksForStaff } from './staff-name-rules.ts'

/**
 * What the owner should think about again before this message goes to customers; nothing is refused for it. The date is
 * that of Google's policy on reviews, which was rewritten on 16 and 17 April 2026.
 */
export const doubtsOf = (text: string, businessName = ''): string[] =>
  DOUBTS.filter(({ isIn }) => isIn(text, businessName)).map(({ warning }) => warning)

type Doubt = { isIn: (text: string, businessName: string) => boolean; warning: string }

const matching =
  (pattern: RegExp): Doubt['isIn'] =>
  (text) =>
    pattern.test(text)

/** Only in a sentence that is about the review: 'call our office' or 'save our number before you go' is none. */
const whereReviewed =
  (pattern: RegExp): Doubt['isIn'] =>
  (text) =>
    sentencesOf(text).some(
      (sentence) => pattern.test(sentence) && /\b(review|rate|rating|feedback)/i.test(sentence),
    )

/** The text, parted at full stops, question and exclamation marks, and lines; parts may be empty. */
const sentencesOf = (text: string): string[] => text.split(/[.!?\n]+/)

const DOUBTS: Doubt[] = [
  {
    isIn: matching(
      /\b(discounts?|gifts?|prizes?|vouchers?|coupons?|rewards?|cash ?back|giveaway|raffle|bonus|freebies?|win|chance to|half[ -]price|store credit|loyalty points|in (return|exchange)|% off)\b|\b(in|into|enter) (the|our|a)( \w+)? draw\b|\bcredit (off|on|towards?) (your|the)\b|(?<!feel |[a-z]-)\bfree\b(?! (to|time))|\d% ?off|\$\d+ off/i,
    ),
    warning:
      'Google removes reviews that were given for something in return. Please ask without offering a gift, a discount or a prize.',
  },
  {
    isIn: matching(
      /\b(5|five)[ -]?stars?\b|\*{5}|(?<![\d/])(5\/5|10\/10)(?![\d/])|\b(5|five) out of (5|five)\b|\b(10|ten) out of (10|ten)\b|\bfull marks\b|\b(top|highest|maximum|max|best) (possible )?(rating|score|marks?|stars?)\b/i,
    ),
    warning:
      'Google does not allow asking for a number of stars or a certain rating (its policy since April 2026). Please ask for an honest review.',
  },
  {
    isIn: matching(
      /\bif (you|we|our|your|everything|all)\b[^.!?]{0,40}\b(happy|satisfied|pleased|loved?|enjoyed|liked?|good|great|well|perfect|delighted)\b|\b(happy|satisfied) customers? only\b|\bonly if\b/i,
    ),
    warning:
      'Google does not allow asking only happy customers. Please ask everyone the same way, whatever they thought.',
  },
  {
    isIn: matching(
      /\b(good|great|positive|glowing|nice|excellent|kind|lovely|fantastic)( google)? (review|rating|feedback)|\bsay (something|a few) (good|great|nice|kind|positive|lovely)\b/i,
    ),
    warning: 'Please ask for an honest review, not for a good one: Google does not allow it.',
  },
  {
    isIn: matching(
      /\b(say|write|tell (them|google|people|others|everyone)|mention|let (them|google|people|others) know) (that )?(we|our \w+|it) (are|were|was|is|did|do|have|had|came|fixed|made|turned)\b|\b(say|write|mention) that (we|our)\b|\bmention (how (fast|quick|good|great|well|friendly|clean|tidy|happy)|our (fast|quick|good|great|friendly|clean|tidy|quality|service|work|prices)|(your|the) (suburb|town|city|area|service|work|quality))\b|\b(use|include|add) (the|these|this) (key ?)?(words?|phrases?)\b|\bdescribe us as\b|\bcopy (and paste )?(this|the) (text|review|words?)\b/i,
    ),
    warning:
      'Google does not allow asking for particular words in a review (its policy since April 2026). Please let customers say what they want.',
  },
  {
    isIn: asksForStaff,
    warning:
      'Google does not allow asking customers to name staff in a review (its policy since April 2026). Please leave it to them whom they mention.',
  },
  {
    isIn: (text) =>
      /\bkiosk\b/i.test(text) ||
      whereReviewed(
        /\b(on|at|with|using|via) (our|the|my) (shop |store |office )?(tablet|ipad|device|screen|computer|laptop|counter|till|desk|front desk|reception)\b|\b(in|at) (our|the) (store|shop|office|showroom|salon|workshop)\b|\bbefore you (leave|go)\b|\bwhile (you're|you are) (still )?(here|with us|in)\b/i,
      )(text, ''),
    warning:
      'Google removes reviews that are written on your premises or on your own device (its policy since April 2026). Please let customers use their own phone, when it suits them.',
  },
  {
    isIn: matching(/https?:\/\/|\bwww\./i),
    warning:
      'The review link is put in for you, with {reviewLink} or at the end. You need no link of your own.',
  },
]
