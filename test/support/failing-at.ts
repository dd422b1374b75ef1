import type { Invoice } from '../../sandbox/xero/model/books.ts'
import { VendorFailure } from '../../server/platform/errors.ts'
import type { useProduct } from './product.ts'

/** Xero fails at all that is asked together with this invoice, and at nothing else, until the answer is called. */
export const failingAt = (
  { parts: { xero } }: ReturnType<typeof useProduct>,
  { invoiceId }: Invoice,
  [kind, code]: readonly ['rejected' | 'retry-later', string] = ['retry-later', 'http-500'],
): (() => void) => {
  const { invoice, invoices } = xero
  const fail = () => Promise.reject(new VendorFailure('xero', kind, code, `Xero answered ${code}`))
  xero.invoice = (session, id) => (id === invoiceId ? fail() : invoice(session, id))
  xero.invoices = (session, ids) => (ids.includes(invoiceId) ? fail() : invoices(session, ids))
  return () => void Object.assign(xero, { invoice, invoices })
}
