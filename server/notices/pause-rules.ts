import type { AutoTopUpPause } from '../../contracts/payments.ts'
import { formatCents } from '../platform/money.ts'

export type PauseWords = {
  reason: AutoTopUpPause
  ownerName: string
  businessName: string
  amountCents: number
  currency: string
  cardLast4: string | null
  publicUrl: string
}

/** Why automatic top-ups have stopped, and what the owner can do: pay herself, at once, by an ordinary checkout. */
export const writePause = (about: PauseWords): { subject: string; text: string } => {
  const { reason, ownerName, businessName, amountCents, publicUrl } = about
  const amount = amountCents / 100
  const pay = `${publicUrl}/dashboard?tab=top-up&amount=${amount}`
  return {
    subject: `${SUBJECTS[reason]}: ${businessName}`,
    text: [
      `Hello ${ownerName},`,
      whyWords(about),
      reason === 'unconfirmed'
        ? 'Please look at the amounts and the card. If they are as you want them, switch automatic top-ups on again. Until then your card is not charged.'
        : 'Automatic top-ups are paused until you switch them on again. Until then we do not try again.',
      ...(isAboutCharge(reason) ? [`Pay it now, on a page as usual: ${pay}`] : []),
      `See it, use another card, or turn it off: ${publicUrl}/dashboard?tab=top-up`,
      `You get this because automatic top-ups are on for ${businessName} on Goodword.`,
    ].join('\n\n'),
  }
}

const isAboutCharge = (reason: AutoTopUpPause): boolean => reason !== 'taken_back' && reason !== 'unconfirmed'

const SUBJECTS: Record<AutoTopUpPause, string> = {
  declined: 'Your card was declined',
  authentication: 'Your bank asks you to confirm a top-up',
  unusable: 'Your saved card cannot be used',
  taken_back: 'Automatic top-ups are paused',
  unconfirmed: 'Please confirm your automatic top-ups',
}

const whyWords = ({ reason, amountCents, currency, cardLast4 }: PauseWords): string => {
  const amount = formatCents(amountCents, currency)
  const card = cardLast4 ? `card ending ${cardLast4}` : 'saved card'
  if (reason === 'authentication')
    return `Your funds are low, and the bank of your ${card} wants you to confirm the top-up of ${amount} yourself. Nothing was charged.`
  if (reason === 'taken_back')
    return 'A payment for your funds was refunded or disputed. So that this is not undone, your card is not charged.'
  if (reason === 'unconfirmed')
    return 'Our records may have gone back to an earlier moment, and your last change to automatic top-ups may be missing. So we have paused them until you confirm them.'
  return reason === 'declined'
    ? `Your funds are low, and your ${card} was declined for the top-up of ${amount}. Nothing was charged.`
    : `Your funds are low, and your ${card} cannot be used for the top-up of ${amount} any more. Nothing was charged.`
}
