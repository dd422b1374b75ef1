import type { Facts, Finding } from './check-all.ts'
import type { Screens } from './read-screens.ts'

/** Of one segment to an Australian number, as the price list of the sandbox has it. */
const SEGMENT_CENTS = 9

/** Every cent: what was granted and paid at Stripe, without what was refunded and what the texts cost, is there. */
export const checkMoney = ({ diary, sandbox }: Facts, screens: Screens[]): Finding[] => {
  const findings: Finding[] = []
  const find = (what: string) => findings.push({ promise: 'every cent', what })
  const texts = sandbox.twilio.sent()
  for (const [index, { businessId, fundsCents }] of diary.businesses.entries()) {
    const phones = new Set(
      [...diary.invoices.values()].filter(({ business }) => business === index).map(({ phone }) => phone),
    )
    const paid = sandbox.stripe
      .payments()
      .filter((one) => one.isPaid && one.kind !== 'setup' && (one.intentMetadata['business'] ?? one.metadata['business']) === businessId)
    const sessions = new Set(paid.map(({ sessionId }) => sessionId))
    const paidCents = paid.reduce((sum, { amountCents }) => sum + amountCents, 0)
    const refundedCents = sandbox.stripe
      .refunds()
      .filter(({ sessionId, status }) => sessions.has(sessionId) && status === 'succeeded')
      .reduce((sum, { amountCents }) => sum + amountCents, 0)
    const textCents = texts
      .filter(({ to }) => phones.has(to))
      .reduce((sum, { segments }) => sum + segments * SEGMENT_CENTS, 0)
    const { balance, reserved } = screens[index]!
    const shown = Math.round(balance * 100)
    const owed = fundsCents + paidCents - refundedCents - textCents
    if (reserved !== 0) find(`${reserved} is still reserved for business ${index}`)
    if (shown !== owed)
      find(
        `business ${index} sees ${shown} cents and has ${owed}: ${fundsCents} granted, ${paidCents} paid, ` +
          `${refundedCents} refunded, ${textCents} for texts`,
      )
  }
  return findings
}
