import { randomUUID } from 'node:crypto'
import type { Xero } from '../integrations/xero/xero.ts'
import type { XeroSession } from '../integrations/xero/xero-types.ts'
import { VendorFailure } from '../platform/errors.ts'
import { FAILS_ALONE } from '../platform/postgres/work/inbox.ts'

/**
 * A question about certain documents. Where Xero has a fault with it, and none with the same questions about documents
 * that it does not have, the fault is theirs: VendorFailure FAILS_ALONE, by which nothing else waits.
 */
export const askOfDocuments = async <Out>(
  xero: Pick<Xero, 'invoices' | 'contacts'>,
  session: XeroSession,
  question: () => Promise<Out>,
): Promise<Out> => {
  try {
    return await question()
  } catch (cause) {
    if (!isFault(cause) || !(await answersOthers(xero, session))) throw cause
    throw new VendorFailure('xero', 'rejected', FAILS_ALONE, `${cause.message}, and answers on others`, {
      cause,
    })
  }
}

/** An answer that is none. Silence is not looked into: to wait for it again would take as long again. */
const isFault = (cause: unknown): cause is VendorFailure =>
  cause instanceof VendorFailure && (cause.code === 'unreadable' || /^http-5\d\d$/.test(cause.code))

const answersOthers = async (
  xero: Pick<Xero, 'invoices' | 'contacts'>,
  session: XeroSession,
): Promise<boolean> => {
  const others = [randomUUID()]
  const answers = await Promise.allSettled([xero.invoices(session, others), xero.contacts(session, others)])
  return answers.every(({ status }) => status === 'fulfilled')
}
