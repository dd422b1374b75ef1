import { counted } from '../command.ts'
import type { LedgerFault } from '../../../server/ledger/check-ledger.ts'
import type { PaymentsReport } from '../../../server/payments/top-ups/reconcile-payments.ts'
import type { OrganisationAccount } from '../../../server/flows/paid-invoices/reconciling/reconcile-organisation.ts'
import { failureWords } from '../../../server/texts/failure-rules.ts'
import { utcMoment } from '../../../server/platform/moments-in-words-rules.ts'

/** One organisation's days as a table, and what is missing with examples. */
export const organisationWords = (account: OrganisationAccount, businessName: string): string => {
  const head = `${account.name} (business ${businessName}, ${account.businessId})`
  if (!account.since) return `${head}\n  Not live yet: nothing to account for.\n`
  const lines = [head, `  ${sourceWords(account)}`]
  if (account.days.length === 0) lines.push('  No invoice was paid.')
  else {
    lines.push(row(['day', 'paid', 'sent', 'explained', 'missing'], 'why'))
    for (const { day, paid, sent, explained, missing, reasons } of account.days)
      lines.push(row([day, paid, sent, explained, missing], reasonWords(reasons)))
  }
  for (const { day, reason, count, examples } of account.missing)
    lines.push(`  MISSING ${day}: ${count} × ${reason} (${examples.join(', ')})`)
  if (account.missing.some(({ reason }) => reason.startsWith('paid in Xero')))
    lines.push(`          \`goodword sweep --business ${account.businessId}\` looks them up now.`)
  return `${lines.join('\n')}\n`
}

const sourceWords = ({ since, askedXero: { extent, why } }: OrganisationAccount): string => {
  const from = `since ${utcMoment(since!)}`
  if (extent === 'all') return `Checked against Xero, ${from}.`
  if (extent === 'some') return `Checked against a part of Xero’s list, ${from}: ${why}.`
  return `From our own records only, ${from}: ${why}.`
}

const row = ([day, ...counts]: (string | number)[], why: string): string =>
  `  ${String(day).padEnd(10)}${counts.map((count) => String(count).padStart(10)).join('')}   ${why}`.trimEnd()

const reasonWords = (reasons: Record<string, number>): string =>
  Object.entries(reasons)
    .sort(([, a], [, b]) => b - a)
    .map(([reason, count]) => `${codeWords(reason)} ${count}`)
    .join(', ')

/** The gateway's own codes in words. */
const codeWords = (reason: string): string => {
  if (!/^\d+$/.test(reason)) return reason.replaceAll('_', ' ')
  const { what } = failureWords(reason)
  return `${what[0]!.toLowerCase()}${what.slice(1).replace(/\.$/, '')} (${reason})`
}

export const ledgerWords = (faults: LedgerFault[]): string =>
  faults.length === 0
    ? 'Ledger: every transfer sums to zero, every balance is the sum of its entries.\n'
    : `Ledger:\n${faults.map(({ businessId, fault }) => `  WRONG business ${businessId}: ${fault}`).join('\n')}\n`

export type PaymentsAccount = PaymentsReport & {
  /** Why Stripe was not asked; the report is then from our own records. */
  notAsked: string | null
}

/** Payments compared with Stripe: what was caught up just now, and what does not agree. */
export const paymentsWords = ({ notAsked, missedEvents, repaired, faults }: PaymentsAccount): string => {
  const source = notAsked
    ? `from our own records only: ${notAsked}`
    : 'checked against Stripe, at least 4 days back'
  if (faults.length === 0 && repaired === 0) {
    const late = missedEvents > 0 ? ` ${counted(missedEvents, 'event')} had not come by a webhook.` : ''
    return `Payments, ${source}: they agree with the ledger.${late}\n`
  }
  return [
    `Payments, ${source}:`,
    ...(repaired > 0
      ? [`  CAUGHT UP ${counted(repaired, 'movement')} that no webhook had reported: find out why.`]
      : []),
    ...faults.map((fault) => `  WRONG ${fault}`),
    '',
  ].join('\n')
}

/** The last line: the result. */
export const verdictWords = (
  accounts: OrganisationAccount[],
  ledger: LedgerFault[],
  payments: PaymentsAccount,
): string => {
  const all = accounts.flatMap(({ days }) => days)
  const total = (key: 'paid' | 'sent' | 'explained' | 'missing') =>
    all.reduce((sum, each) => sum + each[key], 0)
  const missing = total('missing')
  const sum = `${total('paid')} paid = ${total('sent')} sent + ${total('explained')} explained + ${missing} missing`
  const { repaired, faults } = payments
  if (missing === 0 && ledger.length === 0 && repaired === 0 && faults.length === 0)
    return `All is accounted for: ${sum}.`
  const findings = [
    ...(missing > 0
      ? [missing === 1 ? '1 paid invoice has no outcome' : `${missing} paid invoices have no outcome`]
      : []),
    ...(ledger.length > 0
      ? [ledger.length === 1 ? '1 fault in the ledger' : `${ledger.length} faults in the ledger`]
      : []),
    ...(repaired > 0 ? [`${counted(repaired, 'movement')} of money caught up only now`] : []),
    ...(faults.length > 0 ? [`${counted(faults.length, 'payment')} not as Stripe says`] : []),
  ]
  return `NOT ALL IS ACCOUNTED FOR: ${sum}; ${findings.join(', ')}.`
}
