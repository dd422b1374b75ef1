import { DAY_MS } from '../platform/dates.ts'
import { formatCents } from '../platform/money.ts'

export type FundsLevel = 0 | 1 | 2 | 3

/** Enough for so many more texts at the business's own average price. */
const LOW_TEXTS = 20
const VERY_LOW_TEXTS = 5

export type FundsNow = {
  availableCents: number
  textCents: number
  isWaiting: boolean
  everHadFunds: boolean
}

/** 0 fine, 1 low, 2 very low, 3 texts have stopped. One who never had funds is mailed only once texts wait. */
export const fundsLevel = ({ availableCents, textCents, isWaiting, everHadFunds }: FundsNow): FundsLevel => {
  if (isWaiting) return 3
  if (!everHadFunds) return 0
  if (availableCents < textCents) return 3
  if (availableCents < VERY_LOW_TEXTS * textCents) return 2
  return availableCents < LOW_TEXTS * textCents ? 1 : 0
}

export type Told = { fundsLevel: number; xeroTold: boolean; lastSentAt: Date | null; isOff: boolean }
/** Only a new consent helps; or Xero refuses an organisation to which we are still connected. */
export type XeroTrouble = 'lost' | 'paused'
export type Situation = { fundsLevel: FundsLevel; isXeroLost: boolean; refusedSince: Date | null }

/** Xero may refuse an organisation for an hour or two that it then shows again. */
const REFUSED_FOR_LONG_MS = DAY_MS

/** The mail that is due, and what was mailed so far. Nothing is mailed twice, nor more often than once a day. */
export const decideNotice = (
  told: Told,
  now: Situation,
  at: Date,
): {
  mail: { funds: FundsLevel; xero: XeroTrouble | null } | undefined
  remember: Pick<Told, 'fundsLevel' | 'xeroTold'>
} => {
  const isTooSoon = told.lastSentAt !== null && at.getTime() - told.lastSentAt.getTime() < DAY_MS
  const hasWorsened = now.fundsLevel > told.fundsLevel
  const xero = newTrouble(told, now, at)
  const isMailed = (hasWorsened || xero !== null) && !isTooSoon && !told.isOff
  return {
    mail: isMailed ? { funds: hasWorsened ? now.fundsLevel : 0, xero } : undefined,
    remember: {
      fundsLevel: hasWorsened && !isMailed ? told.fundsLevel : now.fundsLevel,
      xeroTold: xero === 'lost' && !isMailed ? false : now.isXeroLost,
    },
  }
}

/** A loss is told after a refusal as well, which promised to end by itself. Of a refusal any mail since has told. */
const newTrouble = (told: Told, { isXeroLost, refusedSince }: Situation, at: Date): XeroTrouble | null => {
  if (isXeroLost) return told.xeroTold ? null : 'lost'
  if (!refusedSince) return null
  const forLongAt = refusedSince.getTime() + REFUSED_FOR_LONG_MS
  const isTold = told.lastSentAt !== null && told.lastSentAt.getTime() >= forLongAt
  return at.getTime() >= forLongAt && !isTold ? 'paused' : null
}

export type NoticeWords = {
  funds: FundsLevel
  xero: XeroTrouble | null
  name: string
  businessName: string
  availableCents: number
  textCents: number
  waiting: number
  currency: string
  publicUrl: string
  offUrl: string
}

/** The mail about her funds, about Xero, or about both, as plain text. */
export const writeNotice = (about: NoticeWords): { subject: string; text: string } => {
  const { name, businessName, xero, publicUrl, offUrl } = about
  const funds = about.funds === 0 ? [] : [fundsWords(about), `Add funds: ${publicUrl}/dashboard?tab=top-up`]
  const trouble = xero
    ? [XERO_WORDS[xero].text, `${XERO_WORDS[xero].link}: ${publicUrl}/dashboard?tab=xero`]
    : []
  return {
    subject: subjectOf(about),
    text: [
      `Hello ${name},`,
      ...funds,
      ...trouble,
      `You get this because you are the owner of ${businessName} on Goodword, once a day at most. To get no more of these: ${offUrl}`,
    ].join('\n\n'),
  }
}

const XERO_WORDS: Record<XeroTrouble, { subject: string; text: string; link: string }> = {
  lost: {
    subject: 'Xero is not connected any more',
    text: 'Xero has ended our connection, so we no longer hear of paid invoices. Connect it again: what was paid meanwhile is picked up at once, and customers who paid in the last 14 days are texted.',
    link: 'Connect Xero',
  },
  paused: {
    subject: 'Xero does not let us in',
    text: 'For a day Xero has not let us see one of your organisations, so we no longer hear of its paid invoices. See in Xero whether its subscription runs and you may still open it: then we go on by ourselves, within the hour. If you may not, have somebody connect it again who may. What was paid meanwhile is picked up, and customers who paid in the last 14 days are texted.',
    link: 'See which',
  },
}

const subjectOf = ({ funds, xero, businessName }: NoticeWords): string => {
  if (funds === 3) return `Review texts of ${businessName} have stopped: no funds`
  if (xero) return `${XERO_WORDS[xero].subject}: ${businessName}`
  return `Funds of ${businessName} are ${funds === 2 ? 'very low' : 'getting low'}`
}

const fundsWords = ({ funds, availableCents, textCents, waiting, currency }: NoticeWords): string => {
  const left = formatCents(availableCents, currency)
  if (funds === 3) {
    const held =
      waiting === 0 ? '' : ` ${counted(waiting)} wait${waiting === 1 ? 's' : ''} for funds, for up to 7 days.`
    return `Your funds are used up (${left}), so no review texts go out.${held}`
  }
  const texts = Math.max(0, Math.floor(availableCents / textCents))
  return `You have ${left} left for review texts. That is about ${counted(texts)}.`
}

const counted = (texts: number): string => (texts === 1 ? '1 text' : `${texts} texts`)
