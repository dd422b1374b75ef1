import { z } from 'zod'
import { cursor, nextCursor, shape } from './shared/values.ts'
import { AUTO_TOP_UP } from './shared/auto-top-up-terms.ts'

/** In whole units of the currency: what can be bought at once, and what is offered first. */
export const TOP_UP = { least: 5, most: 1_000, presets: [20, 50, 100, 200] } as const

const AMOUNT = `The amount must be a whole amount from ${TOP_UP.least} to ${TOP_UP.most}.`

/** `POST /api/top-ups`: leave for `checkoutUrl`, Stripe's own page. */
export const topUpRequest = shape('TopUpRequest', {
  amount: z.number({ error: AMOUNT }).int(AMOUNT).min(TOP_UP.least, AMOUNT).max(TOP_UP.most, AMOUNT),
})
export type TopUpRequest = z.infer<typeof topUpRequest>

export const topUpResponse = shape('TopUpResponse', { checkoutUrl: z.url(), sessionId: z.string() })
export type TopUpResponse = z.infer<typeof topUpResponse>

const sessionId = z
  .string()
  .regex(/^cs_[A-Za-z0-9_]{1,250}$/, 'is not a payment session')
  .describe('What Stripe calls the payment.')

/** `GET /api/payments/verify?session_id=`: with a session, or in the browser that began the payment. */
export const paymentQuery = z.object({ session_id: sessionId })

export const paymentVerification = shape('PaymentVerification', {
  success: z.boolean().describe('The money has come and the funds have it.'),
  token: z
    .string()
    .nullable()
    .describe(
      'For `POST /api/auth/session`, once, where the browser came back without a session; null otherwise.',
    ),
  amount: z.number(),
  currency: z.string(),
  paymentDetails: z.object({ sessionId: z.string(), amountPaid: z.number(), currency: z.string() }),
  message: z.string(),
})
export type PaymentVerification = z.infer<typeof paymentVerification>

export const topUpState = z
  .enum(['open', 'processing', 'paid', 'failed', 'expired'])
  .meta({ id: 'TopUpState' })
export type TopUpState = z.infer<typeof topUpState>

/** `POST /api/top-ups/{sessionId}/cancel` */
export const cancelTopUpParams = z.object({ sessionId })
export const cancelledTopUp = shape('CancelledTopUp', {
  state: topUpState.describe('`expired` where nothing can be paid any more; `paid` where it was meanwhile.'),
  message: z.string(),
})
export type CancelledTopUp = z.infer<typeof cancelledTopUp>

export const topUp = shape('TopUp', {
  id: z.uuid(),
  amount: z.number(),
  currency: z.string(),
  state: topUpState,
  returned: z
    .number()
    .describe('What of it went back to the card by refunds and disputes, less what came again.'),
  isAutomatic: z.boolean().describe('Charged to the saved card without the owner present.'),
  createdAt: z.iso.datetime(),
  paidAt: z.iso.datetime().nullable(),
  receiptUrl: z.url().nullable().describe('Stripe’s receipt, where it has one.'),
  receipt: z
    .enum(['tax_invoice', 'receipt'])
    .nullable()
    .describe('What `GET /api/top-ups/{id}/receipt` gives; null until the money has come.'),
})
export type TopUp = z.infer<typeof topUp>

/** `GET /api/top-ups/{id}/receipt` */
export const receiptParams = z.object({ id: z.uuid().describe('Of a top-up of `GET /api/top-ups`.') })

/** `GET /api/top-ups`: what can be bought, and what was, newest first, 50 a page. */
export const topUpsQuery = z.object({ cursor: cursor.optional() })
export const topUpsResponse = shape('TopUpsResponse', {
  currency: z.string(),
  least: z.number(),
  most: z.number(),
  presets: z.array(z.number()),
  averageTextPrice: z
    .number()
    .describe(
      'What a text costs this business on average, over its last ones; a first guess before there are any.',
    ),
  guessedFor: z
    .string()
    .nullable()
    .describe(
      'The country to whose mobiles that guess is; null where it is an average of texts that went out.',
    ),
  topUps: z.array(topUp),
  nextCursor,
})
export type TopUpsResponse = z.infer<typeof topUpsResponse>

const whole = (what: string, { least, most }: { least: number; most: number }) => {
  const words = `${what} must be a whole amount from ${least} to ${most}.`
  return z.number({ error: words }).int(words).min(least, words).max(most, words)
}

/** `PUT /api/auto-top-up`: on, with what the owner agreed to, or off. */
export const autoTopUpRequest = z
  .discriminatedUnion('isOn', [
    z
      .object({
        isOn: z.literal(true),
        threshold: whole('The level', AUTO_TOP_UP.threshold),
        amount: whole('A top-up', AUTO_TOP_UP.amount),
        monthlyCap: whole('The monthly limit', AUTO_TOP_UP.monthlyCap),
        hasConsented: z
          .literal(true, { error: 'Please agree to the words beside the box.' })
          .describe('She ticked the box beside the words of `consentWords`.'),
      })
      .refine(({ amount, threshold }) => amount >= threshold, {
        path: ['amount'],
        error: 'A top-up must not be less than the level that it fills up.',
      })
      .refine(({ amount, monthlyCap }) => monthlyCap >= amount, {
        path: ['monthlyCap'],
        error: 'The monthly limit must not be less than one top-up.',
      }),
    z.object({ isOn: z.literal(false) }),
  ])
  .meta({ id: 'AutoTopUpRequest' })
export type AutoTopUpRequest = z.infer<typeof autoTopUpRequest>

export const autoTopUpPause = z
  .enum(['declined', 'authentication', 'unusable', 'taken_back', 'unconfirmed'])
  .meta({ id: 'AutoTopUpPause' })
export type AutoTopUpPause = z.infer<typeof autoTopUpPause>

/** `GET /api/auto-top-up`; amounts are whole units of the currency. */
export const autoTopUp = shape('AutoTopUp', {
  isOn: z.boolean(),
  threshold: z.number(),
  amount: z.number(),
  monthlyCap: z.number(),
  currency: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), ends: z.string() }).nullable(),
  paused: z
    .object({ reason: autoTopUpPause, at: z.iso.datetime() })
    .nullable()
    .describe(
      'Nothing is charged until the owner switches it on again or, where the card failed, saves another one.',
    ),
  chargedThisMonth: z
    .number()
    .describe("Charged automatically in this month of the business's own calendar."),
})
export type AutoTopUp = z.infer<typeof autoTopUp>

/** `POST /api/auto-top-up/card`: leave for `setupUrl`, Stripe's own page; it charges nothing. */
export const cardSetupResponse = shape('CardSetupResponse', { setupUrl: z.url() })

/** `PUT /api/auto-top-up/card`: back from there. */
export const cardSetupDone = shape('CardSetupDone', {
  sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{1,250}$/, 'is not a card session'),
})
