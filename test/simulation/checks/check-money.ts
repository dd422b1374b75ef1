import type { Facts, Finding } from './check-all.ts'
import type { Screens } from './read-screens.ts'

/** Of one segment to an Australian number, as the price list of the sandbox has it. */
const SEGMENT_CENTS = 9

/** The level at which the saved card is charged, and what one text costs at most. */
const LEVEL_CENTS = 1_000
const UNDER_WAY_CENTS = 40 * SEGMENT_CENTS

/** What was decided may still be on its way for so long. */
const IN_FLIGHT_MS = 60_000

/** A card is charged only when the funds were low: what went is known at the gateway, what was paid at Stripe. */
const checkCharges = (
  index: number,
  { diary, sandbox }: Pick<Facts, 'diary' | 'sandbox'>,
  phones: Set<string>,
  paid: { createdAt: number; amountCents: number; kind: string }[],
): Finding[] =>
  paid.flatMap((charge) => {
    if (charge.kind !== 'charge') return []
    const before = paid.filter((one) => one.createdAt < charge.createdAt)
    const spent = sandbox.twilio
      .sent()
      .filter(({ to, createdAt }) => phones.has(to) && createdAt < charge.createdAt)
      .reduce((sum, { segments }) => sum + segments * SEGMENT_CENTS, 0)
    const granted = diary.businesses[index]!.grants.filter(({ at }) => at < charge.createdAt - IN_FLIGHT_MS)
    const refunded = sandbox.stripe.refunds().filter(({ createdAt }) => createdAt < charge.createdAt)
    const had =
      granted.reduce((sum, { cents }) => sum + cents, 0) +
      sumOf(before) -
      sumOf(refunded) -
      spent -
      UNDER_WAY_CENTS
    return had < LEVEL_CENTS
      ? []
      : [{ promise: 'one charge for a dip', what: `business ${index} was charged while it had ${had} cents` }]
  })

const countGifts = (
  { invoices, forgotten }: Facts['diary'],
  texts: { to: string; body: string; createdAt: number }[],
) =>
  texts.filter(({ to, body, createdAt }) => {
    const invoice = [...invoices.values()].find(({ phone, number }) => phone === to && body.includes(number))
    const isForgotten = forgotten.some(
      ({ from, until }) => from <= createdAt && createdAt <= until + IN_FLIGHT_MS,
    )
    return isForgotten && !invoice?.changes.at(-1)?.isPaid
  }).length

const sumOf = (payments: { amountCents: number }[]): number =>
  payments.reduce((sum, { amountCents }) => sum + amountCents, 0)

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
      .filter(
        (one) =>
          one.isPaid &&
          one.kind !== 'setup' &&
          (one.intentMetadata['business'] ?? one.metadata['business']) === businessId,
      )
    const sessions = new Set(paid.map(({ sessionId }) => sessionId))
    const paidCents = sumOf(paid)
    const refundedCents = sumOf(
      sandbox.stripe
        .refunds()
        .filter(({ sessionId, status }) => sessions.has(sessionId) && status === 'succeeded'),
    )
    const textCents = texts
      .filter(({ to }) => phones.has(to))
      .reduce((sum, { segments }) => sum + segments * SEGMENT_CENTS, 0)
    const { balance, reserved, paused } = screens[index]!
    const shown = Math.round(balance * 100)
    const owed = fundsCents + paidCents - refundedCents - textCents
    findings.push(...checkCharges(index, { diary, sandbox }, phones, paid))
    const moved = Math.round(100 * screens[index]!.movements.reduce((sum, { amount }) => sum + amount, 0))
    if (moved !== shown)
      find(`the movements of business ${index} sum to ${moved} cents, its balance is ${shown}`)
    // The stand-in's card refuses nothing. What may have been withdrawn in what was forgotten waits for its owner.
    const isToConfirm = paused === 'unconfirmed' && diary.forgotten.length > 0
    if (paused && paused !== 'taken_back' && !isToConfirm)
      find(`business ${index} is shown that its card is ${paused}, and its bank refused nothing`)
    if (reserved !== 0) find(`${reserved} is still reserved for business ${index}`)
    // Of a forgotten text whose invoice is not paid any more nothing leads to its business: its price is ours.
    const given =
      SEGMENT_CENTS *
      countGifts(
        diary,
        texts.filter(({ to }) => phones.has(to)),
      )
    if (shown < owed || shown > owed + given)
      find(
        `business ${index} sees ${shown} cents and has ${owed}: ${fundsCents} granted, ${paidCents} paid, ` +
          `${refundedCents} refunded, ${textCents} for texts`,
      )
  }
  return findings
}
