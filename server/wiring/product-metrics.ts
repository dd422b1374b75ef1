import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import { FENCE_REASONS, type FenceReason } from '../database/fence.ts'
import { REFUSED_LATER_CODES } from '../integrations/twilio/twilio-codes-rules.ts'
import type { DecisionMade } from '../review-requests/deciding/decide-invoices.ts'
import type { SettledText } from '../review-requests/sending/record-accepted.ts'

export type ProductMetrics = ReturnType<typeof createProductMetrics>

const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 3600]

const DOORS = [
  ['xero', 200],
  ['twilio-status', 204],
  ['twilio-inbound', 204],
  ['stripe', 200],
  ['google-reviews', 204],
] as const

const FORGOTTEN = ['texts', 'payments', 'stops', 'pausedTopUps', 'organisations']

/** Metrics of each stage, from the webhook to the text's delivery. Labels are few and name no person. */
export const createProductMetrics = (registry: Registry, traceText?: (attemptId: string) => void) => {
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name: `goodword_${name}`, help, labelNames, registers: [registry] })
  const webhooks = counter('webhooks_total', 'Calls at the vendors’ doors by answer', ['door', 'answer'])
  const events = counter('xero_events_total', 'Events of Xero by what became of them', ['outcome'])
  const missed = counter('webhooks_missed_total', 'Paid invoices that only the sweep found')
  const decisions = counter('decisions_total', 'Decisions on paid invoices', ['outcome', 'reason'])
  const texts = counter('texts_total', 'What the gateway answered', ['outcome'])
  const statuses = counter('sms_statuses_total', 'Status callbacks', ['status'])
  const refusedLater = counter(
    'texts_refused_later_total',
    'Reports on texts that the gateway took and then refused for our account',
    ['code'],
  )
  const checks = counter('ledger_checks_total', 'Times that all of the ledger was added up')
  const ledgerFaults = counter('ledger_faults_total', 'Faults that were found in the ledger')
  const paymentFaults = counter(
    'payment_faults_total',
    'Where the ledger and Stripe do not agree, each time it is seen',
  )
  const inbound = counter('sms_inbound_total', 'Texts that customers sent', ['meaning'])
  const removed = counter('removed_total', 'Rows that were kept for long enough, by what went', ['what'])
  const fences = counter('recovery_fences_total', 'Times that the recovery fence was raised', ['reason'])
  const forgotten = counter('recovery_found_total', 'What was forgotten, and what was done because of it', [
    'what',
  ])
  let countRefusedXero = async () => 0
  const refusedXero: Gauge = new Gauge({
    name: 'goodword_xero_refused_calls',
    help: 'Calls refused for their signature that name an organisation of ours, since Xero’s last that was right',
    registers: [registry],
    collect: async () => refusedXero.set(await countRefusedXero()),
  })
  const toAccepted = new Histogram({
    name: 'goodword_decided_to_accepted_seconds',
    help: 'From the decision to text until the gateway took the text',
    buckets: SECONDS,
    registers: [registry],
  })
  const toDecided = new Histogram({
    name: 'goodword_received_to_decided_seconds',
    help: 'From the webhook until the invoice was decided',
    buckets: SECONDS,
    registers: [registry],
  })
  // A series that begins with its first event has no increase then, and an alert would not see it.
  for (const [door, taken] of DOORS) for (const answer of [taken, 503]) webhooks.inc({ door, answer }, 0)
  for (const outcome of ['accepted', 'rejected', 'retry-later', 'outcome-unknown']) texts.inc({ outcome }, 0)
  for (const code of REFUSED_LATER_CODES) refusedLater.inc({ code }, 0)
  for (const reason of FENCE_REASONS) fences.inc({ reason }, 0)
  for (const what of FORGOTTEN) forgotten.inc({ what }, 0)

  const recordText = (outcome: string, settled?: SettledText) => {
    texts.inc({ outcome })
    if (!settled) return
    toAccepted.observe((Date.now() - settled.scheduledAt.getTime()) / 1000)
    traceText?.(settled.attemptId)
  }

  return {
    recordWebhook: (door: string, answer: number) => webhooks.inc({ door, answer }),
    watchRefusedXero: (count: () => Promise<number>) => {
      countRefusedXero = count
    },
    recordEvents: ({ received, known, kept }: { received: number; known: number; kept: number }) => {
      events.inc({ outcome: 'kept' }, kept)
      events.inc({ outcome: 'repeated' }, known - kept)
      events.inc({ outcome: 'unknown-organisation' }, received - known)
    },
    recordDecisions: (made: DecisionMade[], foundBy: 'webhook' | 'sweep') => {
      for (const { outcome, reason } of made) decisions.inc({ outcome, reason: reason ?? '' })
      if (foundBy === 'sweep')
        missed.inc(made.filter(({ reason }) => reason !== 'paid_before_go_live').length)
    },
    recordReceivedToDecided: (seconds: number) => toDecided.observe(seconds),
    recordText,
    recordSettled: (settled: SettledText[]) => settled.forEach((text) => recordText('accepted', text)),
    recordRemoved: (counts: Record<string, number>) => {
      for (const [what, count] of Object.entries(counts)) removed.inc({ what }, count)
    },
    recordFence: (reason: FenceReason) => fences.inc({ reason }),
    recordForgotten: (found: Record<string, number>) => {
      for (const [what, count] of Object.entries(found)) forgotten.inc({ what }, count)
    },
    recordStatus: (status: string) => statuses.inc({ status }),
    recordRefusedLater: (code: string) => refusedLater.inc({ code }),
    recordLedgerCheck: (faults: number) => {
      checks.inc()
      ledgerFaults.inc(faults)
    },
    recordPaymentFaults: (faults: number) => paymentFaults.inc(faults),
    recordInbound: (meaning: string) => inbound.inc({ meaning }),
  }
}
