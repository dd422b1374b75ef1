import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { XeroSession } from '../integrations/xero/xero-types.ts'
import { takeXeroCalls, type AskDeps } from '../organisations/ask-xero.ts'
import type { SyncedOrganisation } from '../organisations/organisation-queries.ts'
import { VendorFailure } from '../platform/errors.ts'
import { FAILS_ALONE } from '../platform/postgres/work/inbox.ts'
import { callsFor } from './fetch-invoices.ts'

type Organisation = Pick<SyncedOrganisation, 'businessId' | 'tenantId'>
/** Of what Xero is asked: the invoices one by one, a list of them with its contacts, or their contacts alone. */
type Kind = 'each' | 'list' | 'contacts'
type Asked = { session: XeroSession; ids: string[]; kind?: Kind }

/**
 * A question about these invoices. Where Xero has a fault with it, and none with the same question about another
 * invoice of the organisation, the fault is theirs: VendorFailure FAILS_ALONE, by which nothing else waits.
 */
export const askOfDocuments = async <Out>(
  deps: AskDeps,
  organisation: Organisation,
  asked: Asked,
  question: () => Promise<Out>,
): Promise<Out> => {
  try {
    return await question()
  } catch (cause) {
    if (!isFault(cause) || !(await answersAnother(deps, organisation, asked))) throw cause
    throw new VendorFailure('xero', 'rejected', FAILS_ALONE, `${cause.message}, and answers on others`, {
      cause,
    })
  }
}

/** An answer that is none. Silence is not looked into: to wait for it again would take as long again. */
const isFault = (cause: unknown): cause is VendorFailure =>
  cause instanceof VendorFailure && (cause.code === 'unreadable' || /^http-[235]\d\d$/.test(cause.code))

/** A call, or two for a list and its contacts, as of the question; they count as any other. */
const answersAnother = async (
  deps: AskDeps,
  organisation: Organisation,
  { session, ids, kind = ids.length === callsFor(ids.length) ? 'each' : 'list' }: Asked,
): Promise<boolean> => {
  const { db, xero, sqlNow } = deps
  const calls = kind === 'list' ? 2 : 1
  const { granted } = await takeXeroCalls(db, organisation.tenantId, {
    wanted: calls,
    needed: calls,
    now: sqlNow(),
  })
  if (granted < calls) return false
  const another = await findAnother(deps, organisation, ids)
  try {
    if (kind === 'each') await xero.invoice(session, another.invoiceId)
    if (kind === 'list') await xero.invoices(session, [another.invoiceId])
    if (kind !== 'each') await xero.contacts(session, [another.contactId])
    return true
  } catch (cause) {
    if (cause instanceof VendorFailure) return false
    throw cause
  }
}

/**
 * One of those that Xero gave us before, another each time: it may be of the contact that is at fault. Where there is
 * none, one that Xero does not have, which is no fault either.
 */
const findAnother = async (
  { db }: AskDeps,
  { businessId, tenantId }: Organisation,
  ids: string[],
): Promise<{ invoiceId: string; contactId: string }> => {
  const { rows } = await sql<{ invoiceId: string; contactId: string }>`
    select invoice_id as "invoiceId", contact_id as "contactId"
    from (select invoice_id, contact_id from invoices
          where business_id = ${businessId} and tenant_id = ${tenantId} and invoice_id <> all(${ids}::uuid[])
            and contact_id is not null
          limit 200) known
    order by random()
    limit 1`.execute(db)
  return rows[0] ?? { invoiceId: randomUUID(), contactId: randomUUID() }
}
