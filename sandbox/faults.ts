import { z } from 'zod'

/** The faults that can be switched on. `ms` is how long one lasts, where it has a length. */
export const FAULTS = {
  xeroSlow: { group: 'Xero', label: 'Answers slowly', ms: 2_000 },
  xero429: { group: 'Xero', label: 'Too many requests (429)' },
  xero5xx: { group: 'Xero', label: 'Organisation offline (503)' },
  xero403: { group: 'Xero', label: 'Organisation refuses us (403)' },
  xeroRemoved: { group: 'Xero', label: 'Connection removed in Xero (403)' },
  xeroTokenExpired: { group: 'Xero', label: 'Access token expired (401)' },
  xeroInvalidGrant: { group: 'Xero', label: 'Refresh refused (invalid_grant)' },
  xeroRefreshLost: { group: 'Xero', label: 'Answer to a refresh is lost' },
  webhookLost: { group: 'Xero webhooks', label: 'Lost' },
  webhookRepeated: { group: 'Xero webhooks', label: 'Delivered twice' },
  webhookReordered: { group: 'Xero webhooks', label: 'Out of order' },
  webhookDelayed: { group: 'Xero webhooks', label: 'Late', ms: 10_000 },
  googleSlow: { group: 'Google sign-in', label: 'Answers slowly', ms: 2_000 },
  google5xx: { group: 'Google sign-in', label: 'In trouble (503)' },
  placesSlow: { group: 'Google Places', label: 'Answers slowly', ms: 2_000 },
  places429: { group: 'Google Places', label: 'Too many requests (429)' },
  places5xx: { group: 'Google Places', label: 'In trouble (503)' },
  placesBilling: { group: 'Google Places', label: 'Billing switched off (403)' },
  profileSlow: { group: 'Google reviews', label: 'Answers slowly', ms: 2_000 },
  profileNotApproved: { group: 'Google reviews', label: 'Not approved yet (429, quota 0)' },
  profile429: { group: 'Google reviews', label: 'Too many requests (429)' },
  profile5xx: { group: 'Google reviews', label: 'In trouble (503)' },
  profile403: { group: 'Google reviews', label: 'Role withdrawn (403)' },
  profileDisabled: { group: 'Google reviews', label: 'API not enabled (403)' },
  profile404: { group: 'Google reviews', label: 'Not found, at random (404)' },
  profileHtml404: { group: 'Google reviews', label: 'Not found, as a page (404)' },
  profileInvalidGrant: { group: 'Google reviews', label: 'Refresh refused (invalid_grant)' },
  profileNoRefreshToken: { group: 'Google reviews', label: 'Consent without a refresh token' },
  profileShortPage: { group: 'Google reviews', label: 'Short page' },
  profileEmptyPage: { group: 'Google reviews', label: 'Empty page that goes on' },
  profileRepeatedPage: { group: 'Google reviews', label: 'Page again' },
  profileMissingPage: { group: 'Google reviews', label: 'Page left out' },
  pushLost: { group: 'Google reviews', label: 'Notice lost' },
  pushRepeated: { group: 'Google reviews', label: 'Notice twice' },
  stripeSlow: { group: 'Stripe', label: 'Answers slowly', ms: 2_000 },
  stripe429: { group: 'Stripe', label: 'Too many requests (429)' },
  stripe5xx: { group: 'Stripe', label: 'In trouble (500)' },
  stripeAnswerLost: { group: 'Stripe', label: 'Error, yet done (500)' },
  stripeEventLost: { group: 'Stripe events', label: 'Lost' },
  stripeEventRepeated: { group: 'Stripe events', label: 'Delivered twice' },
  stripeEventReordered: { group: 'Stripe events', label: 'Out of order' },
  stripeEventDelayed: { group: 'Stripe events', label: 'Late', ms: 10_000 },
  twilioSlow: { group: 'Phone network', label: 'Answers slowly', ms: 2_000 },
  twilio429: { group: 'Phone network', label: 'Too many requests (429)' },
  twilio5xx: { group: 'Phone network', label: 'Error, text not taken (503)' },
  twilio5xxAfterAccept: { group: 'Phone network', label: 'Error, yet text taken (500)' },
  twilioTimeoutAfterAccept: { group: 'Phone network', label: 'No answer, yet text taken', ms: 35_000 },
  twilioTimeoutBeforeAccept: { group: 'Phone network', label: 'No answer, text not taken', ms: 35_000 },
  callbackLost: { group: 'Delivery reports', label: 'Lost' },
  callbackRepeated: { group: 'Delivery reports', label: 'Delivered twice' },
  callbackReordered: { group: 'Delivery reports', label: 'Out of order' },
  callbackEarly: { group: 'Delivery reports', label: 'Before the answer to the send' },
} as const satisfies Record<string, { group: string; label: string; ms?: number }>

export type FaultName = keyof typeof FAULTS

/** Strikes with `probability`, at most `count` times (no end when null). */
export type Fault = { probability: number; count: number | null; ms: number }

const names = Object.keys(FAULTS) as [FaultName, ...FaultName[]]

const wanted = z.object({
  probability: z.number().min(0).max(1).default(1),
  count: z.number().int().min(0).nullable().default(null),
  ms: z.number().int().min(0).max(600_000).optional(),
})

const faultsWanted = z.partialRecord(z.enum(names), wanted.nullable())
export type FaultsWanted = z.input<typeof faultsWanted>

export type Faults = {
  /** Undefined where the fault does not strike, else how long it lasts. Each strike is counted. */
  strike: (name: FaultName) => { ms: number } | undefined
  /** Only what is named changes; null switches it off. */
  ask: (wanted: FaultsWanted) => void
  clear: () => void
  asked: () => Partial<Record<FaultName, Fault>>
}

export const createFaults = ({
  random = Math.random,
  changed,
}: {
  random?: () => number
  changed: () => void
}): Faults => {
  const asked = new Map<FaultName, Fault>()

  return {
    strike: (name) => {
      const fault = asked.get(name)
      if (!fault || random() >= fault.probability) return undefined
      if (fault.count !== null) {
        fault.count -= 1
        if (fault.count <= 0) asked.delete(name)
        changed()
      }
      return { ms: fault.ms }
    },
    ask: (input) => {
      for (const [name, fault] of Object.entries(faultsWanted.parse(input)) as [FaultName, Fault | null][]) {
        if (!fault || fault.probability === 0 || fault.count === 0) asked.delete(name)
        else asked.set(name, { ...fault, ms: fault.ms ?? defaultMs(name) })
      }
      changed()
    },
    clear: () => {
      asked.clear()
      changed()
    },
    asked: () => Object.fromEntries(asked),
  }
}

const defaultMs = (name: FaultName): number => {
  const known: { label: string; ms?: number } = FAULTS[name]
  return known.ms ?? 0
}
