import { canBeAnswered, senderTo } from './sender-rules.ts'
import { composeText } from './text-rules.ts'

/** `isTwoWay`: the shared sender can receive STOP. */
export type TextDeps = { publicUrl: string; prices: Record<string, number>; isTwoWay: boolean }

export type TextTo = {
  template: string
  businessName: string
  firstName: string | null
  customerName: string | null
  invoiceNumber: string | null
  linkToken: string
  /** The business's own, where it has one. */
  ownSender: string | null
  /** ISO 3166 alpha-2 of the phone. */
  country: string
}

/**
 * A finished text, the own sender that it goes by (null: the shared one), and what it costs: the one place for what is
 * sent, what is shown, and what is charged.
 */
export const pricedText = (
  { publicUrl, prices, isTwoWay }: TextDeps,
  { firstName, customerName, invoiceNumber, linkToken, country, ownSender, ...text }: TextTo,
): { body: string; segments: number; cents: number | undefined; sender: string | null } => {
  const sender = senderTo(country, ownSender)
  const { body, segments } = composeText({
    ...text,
    firstName: firstName ?? undefined,
    customerName: customerName ?? undefined,
    invoiceNumber: invoiceNumber ?? undefined,
    reviewLink: `${publicUrl}/r/${linkToken}`,
    optOut: canBeAnswered(sender, isTwoWay)
      ? { kind: 'reply' }
      : { kind: 'link', url: `${publicUrl}/o/${linkToken}` },
  })
  return { body, segments, cents: priceCents(segments, country, prices), sender }
}

/** Cents for a text of so many segments; undefined where the country has no price and so is not served. */
export const priceCents = (
  segments: number,
  country: string,
  prices: Record<string, number>,
): number | undefined => {
  const perSegment = Object.hasOwn(prices, country) ? prices[country] : undefined
  return perSegment === undefined ? undefined : segments * perSegment
}
