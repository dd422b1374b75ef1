import { PARTS, type Health, type PartStatus, type StatusResponse } from '../../../contracts/status.ts'

/** Each: since when, or null where all is well; `unknown` where it is so, and since when is not known. */
export type Trouble = Date | 'unknown' | null

export type StatusFacts = {
  databaseAway: Trouble
  noWorker: Trouble
  fenceUp: Trouble
  textsLate: Trouble
  gatewayRefuses: Trouble
  chargesOpen: Trouble
  stripeFails: Trouble
  signInFails: Trouble
}

type Part = PartStatus['part']
type Effect = [trouble: keyof StatusFacts, health: Health, words: string]

const AWAY = 'We cannot reach our database. Xero and Twilio send again what we could not take.'
const STOPPED = 'Texts are not going out just now. They are kept, and go as soon as this is over.'
const SLOW_PAYMENTS = 'A payment may take longer than usual to show.'

/** What each trouble does to each part; the first that is there counts. */
const EFFECTS: Record<Part, Effect[]> = {
  webhooks: [['databaseAway', 'down', AWAY]],
  texts: [
    ['databaseAway', 'down', STOPPED],
    ['noWorker', 'down', STOPPED],
    ['fenceUp', 'down', STOPPED],
    ['textsLate', 'degraded', 'Texts go out late.'],
    ['gatewayRefuses', 'degraded', 'Some texts wait, because the network does not take them.'],
  ],
  payments: [
    ['databaseAway', 'down', 'Funds cannot be added just now.'],
    ['noWorker', 'degraded', SLOW_PAYMENTS],
    ['fenceUp', 'degraded', SLOW_PAYMENTS],
    ['stripeFails', 'degraded', SLOW_PAYMENTS],
    ['chargesOpen', 'degraded', SLOW_PAYMENTS],
  ],
  'sign-in': [
    ['databaseAway', 'down', 'Nobody can sign in just now.'],
    ['signInFails', 'degraded', 'Signing in with Google may fail.'],
  ],
}

const WELL: Record<Part, string> = {
  webhooks: 'Paid invoices reach us.',
  texts: 'Texts go out.',
  payments: 'Funds can be added.',
  'sign-in': 'Owners can sign in.',
}

const BADNESS: Health[] = ['working', 'degraded', 'down']

/** How each part works and since when, and the worst of them as the whole. */
export const judgeStatus = (facts: StatusFacts, now: Date): StatusResponse => {
  const parts = PARTS.map((part) => judgePart(part, facts))
  const worst = Math.max(...parts.map(({ health }) => BADNESS.indexOf(health)))
  return { health: BADNESS[worst]!, checkedAt: now.toISOString(), parts }
}

const judgePart = (part: Part, facts: StatusFacts): PartStatus => {
  const effect = EFFECTS[part].find(([trouble]) => facts[trouble] !== null)
  if (!effect) return { part, health: 'working', since: null, words: WELL[part] }
  const [trouble, health, words] = effect
  const since = facts[trouble]
  return { part, health, words, since: since instanceof Date ? toTheMinute(since) : null }
}

const toTheMinute = (at: Date): string => `${at.toISOString().slice(0, 16)}:00.000Z`
