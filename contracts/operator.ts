import { z } from 'zod'
import { pausedBySupport } from './message-settings.ts'
import { DEFAULT_SILENT_DAYS, MOST_CODES, MOST_REASON, TROUBLES } from './shared/operator-terms.ts'
import { cursor, day, explanation, moment, nextCursor, shape } from './shared/values.ts'

/** `GET /api/operator/me` */
export const operatorSession = shape('OperatorSession', {
  operator: z.string().describe('Who is signed in, as the audit log names her.'),
  endsAt: moment.describe('When she has to sign in again, however busy she is.'),
})
export type OperatorSession = z.infer<typeof operatorSession>

/** What is made of spaces, dashes or characters without width says nothing. */
export const HAS_WORDS = /[\p{L}\p{N}]/u

/** Every act of an operator's is asked for with why. */
export const reason = z
  .string()
  .trim()
  .regex(HAS_WORDS, 'Please give a reason.')
  .max(MOST_REASON, `A reason has at most ${MOST_REASON} characters.`)
  .describe(
    'Why. It is kept in the audit log for good, and the owner reads it where it is about her business.',
  )

/** What may be wrong with a business, as a row of the list shows it. */
export const trouble = z.enum(TROUBLES).meta({ id: 'Trouble' })
export type Trouble = z.infer<typeof trouble>

/** `GET /api/operator/businesses` */
export const businessesQuery = z.object({
  search: z
    .string()
    .max(100)
    .optional()
    .describe('A part of the name, of an owner’s address or of an organisation, or an id.'),
  trouble: trouble.optional().describe('Only those that have it.'),
  silentDays: z.coerce
    .number()
    .int()
    .min(1)
    .max(365)
    .default(DEFAULT_SILENT_DAYS)
    .describe('After how many days without a text a business counts as silent.'),
  cursor: cursor.optional(),
})

export const listedBusiness = shape('ListedBusiness', {
  id: z.uuid(),
  name: z.string(),
  ownerEmail: z.string().nullable(),
  organisations: z.string().nullable().describe('Those that are connected.'),
  available: z.number().describe('Funds, decimal.'),
  currency: z.string(),
  lastTextAt: moment.nullable(),
  createdAt: moment,
  troubles: z.array(trouble),
})
export type ListedBusiness = z.infer<typeof listedBusiness>

export const businessesPage = shape('BusinessesPage', { businesses: z.array(listedBusiness), nextCursor })
export type BusinessesPage = z.infer<typeof businessesPage>

/** `GET /api/operator/businesses/{businessId}`: nothing here names a customer. */
export const operatorBusiness = shape('OperatorBusiness', {
  business: listedBusiness,
  address: z.string().nullable(),
  owners: z.array(z.object({ email: z.string(), lastSignedInAt: moment, isOnboarded: z.boolean() })),
  whySilent: z
    .array(explanation)
    .describe('What stands in the way of texts, the gravest first. None: nothing does.'),
  organisations: z.array(
    shape('OperatorOrganisation', {
      name: z.string(),
      state: z.enum(['connected', 'paused', 'disconnected']),
      stateReason: z.string().nullable(),
      needsReconnect: z.boolean(),
      liveSince: moment.nullable(),
      lastWebhookAt: moment.nullable(),
      lastSyncedAt: moment.nullable(),
      lastSweptAt: moment.nullable(),
      waitingEvents: z.int().describe('Events of Xero’s that are not handled yet.'),
    }),
  ),
  lastPaid: shape('LastPaid', {
    decidedAt: moment,
    outcome: z.enum(['scheduled', 'skipped']),
    words: z.string(),
    foundBy: z.enum(['webhook', 'sweep']),
  }).nullable(),
  texts: shape('OperatorTexts', {
    waiting: z.int(),
    nextDueAt: moment.nullable(),
    waitingForFunds: z.int(),
    held: z.int(),
    unknown: z.int().describe('Handed over without an answer; looked for at the gateway.'),
  }),
  funds: shape('OperatorFunds', {
    available: z.number(),
    reserved: z.number(),
    currency: z.string(),
    autoTopUp: z.enum(['off', 'on', 'paused']),
  }),
  settings: shape('OperatorSettings', {
    isOn: z.boolean(),
    hours: z.string(),
    pace: z.string(),
    askFirst: z.boolean(),
    cooldownDays: z.int(),
  }),
  paused: pausedBySupport.nullable(),
  decisions: z
    .array(
      shape('DecisionCount', {
        outcome: z.enum(['scheduled', 'skipped']),
        words: z.string(),
        count: z.int(),
      }),
    )
    .describe('Of the last 30 days, the most frequent first.'),
  support: shape('SupportConsent', { endsAt: moment })
    .nullable()
    .describe('Until when support may look as the owner.'),
})
export type OperatorBusiness = z.infer<typeof operatorBusiness>

const MOST_GRANT = 100_000

/** `POST /api/operator/businesses/{businessId}/grant`, under a key: a second press grants nothing more. */
export const grantRequest = shape('GrantRequest', {
  amount: z
    .number()
    .positive('Please enter an amount.')
    .max(MOST_GRANT, `At most ${MOST_GRANT} at a time.`)
    .refine((amount) => Number.isInteger(Math.round(amount * 1e6) / 1e4), 'Please enter whole cents.')
    .describe('Decimal.'),
  reason,
})
export const pauseRequest = shape('PauseRequest', { reason })
export const resumeRequest = shape('ResumeRequest', { reason })
export const sweepRequest = shape('SweepRequest', { reason })
export const sweepResponse = shape('SweepResponse', {
  organisations: z.int().describe('How many are asked about at Xero, as soon as a worker is free.'),
})

export const openAsOwnerRequest = shape('OpenAsOwnerRequest', { reason })

export const eraseCustomerRequest = shape('SupportEraseRequest', {
  phone: z.string().max(40).optional().describe('The customer’s, with its country: +61491570156.'),
  contact: z
    .string()
    .trim()
    .min(1)
    .max(300)
    .optional()
    .describe('In place of the phone: the customer’s name as Xero has it, or what Xero calls the contact.'),
  isSure: z.boolean().describe('False only says what would be erased.'),
  reason,
})
export const eraseCustomerResponse = shape('SupportEraseResponse', {
  isErased: z.boolean(),
  requests: z.int().describe('Review requests whose names, phone, e-mail and text go.'),
  cancelled: z.int().describe('Of these, those that were not sent yet.'),
  invoices: z.int().describe('Invoices whose customer’s name and reference go.'),
  contacts: z.int().describe('Contacts in Xero that are left out from then on, without a name.'),
  testNumbers: z.int().describe('Confirmations of the number for test texts.'),
})
export type EraseCustomerResponse = z.infer<typeof eraseCustomerResponse>

/** `GET /api/operator/queue`: what waits for an operator, the oldest first. */
export const operatorQueue = shape('OperatorQueue', {
  messages: z.array(
    shape('DeadMessage', {
      id: z.string().describe('The door that it came in by, and its number there.'),
      about: z.string(),
      receivedAt: moment,
      deadAt: moment,
      attempts: z.int(),
      error: z.string(),
    }),
  ),
  texts: z.array(
    shape('StuckText', {
      id: z.uuid(),
      businessId: z.uuid(),
      businessName: z.string(),
      claimedAt: moment,
      why: z.enum(['not-found', 'ambiguous']).describe('Two attempts were not found, or a text may be it.'),
    }),
  ),
})
export type OperatorQueue = z.infer<typeof operatorQueue>

const MOST_AT_ONCE = 200
const messageIds = z
  .array(
    z.string().regex(/^(xero:\d{1,18}|stripe:\w{1,200}|twilio:[0-9a-f]{32})$/, 'is not the id of a message'),
  )
  .min(1, 'Please choose a message.')
  .max(MOST_AT_ONCE)

export const replayMessagesRequest = shape('ReplayMessagesRequest', { ids: messageIds, reason })
export const dropMessagesRequest = shape('DropMessagesRequest', { ids: messageIds, reason })
export const messagesResponse = shape('MessagesResponse', {
  messages: z.int().describe('How many were still dead.'),
})
export const settleTextsRequest = shape('SettleTextsRequest', {
  ids: z.array(z.uuid()).min(1, 'Please choose a text.').max(MOST_AT_ONCE),
  move: z.enum(['resend', 'fail']).describe('Either way its price is released.'),
  reason,
})
export const settleTextsResponse = shape('SettleTextsResponse', {
  texts: z.int().describe('How many were still stuck.'),
  resting: z
    .int()
    .describe('How many of them were cancelled, not sent: their customers were asked since, or will be.'),
})

/** `GET /api/operator/health`: what `goodword doctor` says. */
export const operatorHealth = shape('OperatorHealth', {
  at: moment,
  checks: z.array(
    shape('HealthCheck', {
      name: z.string(),
      state: z.enum(['ok', 'wrong', 'not-checked']),
      words: z.string(),
    }),
  ),
})
export type OperatorHealth = z.infer<typeof operatorHealth>

/** `GET /api/operator/codes` */
export const codeBatches = shape('CodeBatches', {
  batches: z.array(
    shape('CodeBatch', {
      batch: z.string(),
      expiresAt: moment.nullable().describe('When those that nobody claimed end.'),
      codes: z.int(),
      claimed: z.int(),
      owned: z.int(),
      scans: z.int(),
    }),
  ),
})
export type CodeBatches = z.infer<typeof codeBatches>

const batch = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'A batch is named with up to 40 small letters, digits and dashes.')
  .describe('What the codes are kept under.')
export const ofBatch = z.object({ batch })
export const ofBusiness = z.object({ businessId: z.uuid().describe('Which business.') })
export const paper = z.enum(['A4', 'letter']).default('A4').describe('What the sheets are printed on.')
export const mintCodesRequest = shape('MintCodesRequest', {
  batch,
  count: z.int().min(1, 'At least one.').max(MOST_CODES, `At most ${MOST_CODES} at a time.`),
  expiresOn: day
    .nullable()
    .describe('The last day of those that nobody claims, by UTC. Null: they do not end.'),
  reason,
})
