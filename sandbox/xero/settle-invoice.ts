import { Refusal } from '../../server/platform/errors.ts'
import { randomUUID } from 'node:crypto'
import { dueCents, type Invoice, type Settlement } from './model/books.ts'

/** Puts money (or credit) on an invoice; it becomes PAID when nothing is due any more, as in Xero. */
export const settleInvoice = (
  invoice: Invoice,
  {
    kind,
    amountCents,
    date,
    now,
  }: { kind: Settlement['kind']; amountCents?: number; date: string; now: Date },
): void => {
  if (invoice.status !== 'AUTHORISED')
    throw refusal(`${invoice.number} is ${invoice.status}, not AUTHORISED.`)
  const amount = amountCents ?? dueCents(invoice)
  if (amount < 0 || amount > dueCents(invoice)) throw refusal(`${invoice.number} has less than that due.`)
  if (amount > 0) invoice.settlements.push({ id: randomUUID(), kind, amountCents: amount, date })
  if (dueCents(invoice) === 0) invoice.status = 'PAID'
  touch(invoice, now)
}

/** "Remove & Redo": a paid invoice awaits payment again. */
export const undoPayments = (invoice: Invoice, now: Date): void => {
  if (invoice.settlements.length === 0) throw refusal(`${invoice.number} has no payment to undo.`)
  invoice.settlements = []
  invoice.status = 'AUTHORISED'
  touch(invoice, now)
}

/** Xero voids only what has no payment on it. */
export const voidInvoice = (invoice: Invoice, now: Date): void => {
  if (invoice.settlements.length > 0) throw refusal(`${invoice.number} has payments: undo them first.`)
  if (invoice.status !== 'AUTHORISED')
    throw refusal(`${invoice.number} is ${invoice.status}, not AUTHORISED.`)
  invoice.status = 'VOIDED'
  touch(invoice, now)
}

/** Each change is later than the one before, so that no two have the same UpdatedDateUTC. */
const touch = (invoice: Invoice, now: Date): void => {
  invoice.updatedAt = Math.max(now.getTime(), invoice.updatedAt + 1)
}

const refusal = (message: string): Refusal => new Refusal('not-possible', 409, message)
