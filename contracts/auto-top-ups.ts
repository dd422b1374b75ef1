import { z } from 'zod'
import { AUTO_TOP_UP } from './auto-top-up-terms.ts'

const whole = ({ least, most }: { least: number; most: number }) => {
  const words = `must be a whole amount from ${least} to ${most}`
  return z.number({ error: words }).int(words).min(least, words).max(most, words)
}

/** `PUT /api/auto-top-up`: on, with what the owner agreed to, or off. */
export const autoTopUpRequest = z.discriminatedUnion('isOn', [
  z
    .object({
      isOn: z.literal(true),
      threshold: whole(AUTO_TOP_UP.threshold),
      amount: whole(AUTO_TOP_UP.amount),
      monthlyCap: whole(AUTO_TOP_UP.monthlyCap),
      /** She ticked the box beside the words of `consentWords`. */
      hasConsented: z.literal(true, { error: 'must be agreed to' }),
    })
    .refine(({ amount, threshold }) => amount >= threshold, {
      path: ['amount'],
      error: 'must not be less than the level that it fills up',
    })
    .refine(({ amount, monthlyCap }) => monthlyCap >= amount, {
      path: ['monthlyCap'],
      error: 'must not be less than one top-up',
    }),
  z.object({ isOn: z.literal(false) }),
])
export type AutoTopUpRequest = z.infer<typeof autoTopUpRequest>

export const autoTopUpPause = z.enum(['declined', 'authentication', 'unusable', 'taken_back'])
export type AutoTopUpPause = z.infer<typeof autoTopUpPause>

/** `GET /api/auto-top-up`; amounts are whole units of the currency. */
export const autoTopUp = z.object({
  isOn: z.boolean(),
  threshold: z.number(),
  amount: z.number(),
  monthlyCap: z.number(),
  currency: z.string(),
  card: z.object({ brand: z.string(), last4: z.string(), ends: z.string() }).nullable(),
  /** Nothing is charged until the owner switches it on again or saves another card. */
  paused: z.object({ reason: autoTopUpPause, at: z.iso.datetime() }).nullable(),
  /** Charged automatically in this month of the business's own calendar. */
  chargedThisMonth: z.number(),
})
export type AutoTopUp = z.infer<typeof autoTopUp>

/** `POST /api/auto-top-up/card`: leave for `setupUrl`, Stripe's own page; it charges nothing. */
export const cardSetupResponse = z.object({ setupUrl: z.url() })

/** `PUT /api/auto-top-up/card`: back from there. */
export const cardSetupDone = z.object({
  sessionId: z.string().regex(/^cs_[A-Za-z0-9_]{1,250}$/, 'is not a card session'),
})
