import { setTimeout as pause } from 'node:timers/promises'
import type { XeroInvoice, XeroLimits, XeroSession } from '../integrations/xero/xero-types.ts'
import { BATCH_SIZE, inBatches } from '../invoices/fetch-invoices.ts'
import { isUnclear } from '../invoices/look-closer.ts'
import { nextPage, type PageAsked } from '../invoices/next-page.ts'
import { askXero, OrganisationUnavailable, type AskDeps } from '../organisations/ask-xero.ts'
import { keepsDayReserve, type SyncedOrganisation } from '../organisations/organisation-queries.ts'
import { VendorFailure } from '../platform/errors.ts'

export type ReadDeps = AskDeps & {
  /** Until the next call of Xero, once many were made. */
  betweenCallsMs: number
}

export type Reading = { read: number; of: number }

/** What was read of the books; `cause` says why it is not all, and `isNoneRead` that it is not even a page. */
export type BooksRead = { invoices: XeroInvoice[]; cause?: unknown; isNoneRead?: boolean }

type Question<Body> = (session: XeroSession) => Promise<{ body: Body; limits: XeroLimits }>
type Ask = <Body>(question: Question<Body>) => Promise<Body>

const PAGE_SIZE = 1000
/** So many calls at once; from then on they are spread, and the sync keeps the larger part of Xero's minute. */
const AT_ONCE = 20
const LONGEST_MS = 150_000
/** What only an answer on a single invoice tells is asked for so many. */
const MOST_SINGLES = 40

/**
 * Sales invoices that Xero lists as paid and changed since then, with their contacts, as far as Xero lets us read them;
 * yields how far it is. Writes nothing.
 */
export async function* readPayments(
  deps: ReadDeps,
  organisation: SyncedOrganisation,
  since: Date,
): AsyncGenerator<Reading, BooksRead> {
  const ask = paced(deps, organisation)
  const invoices: XeroInvoice[] = []
  let isNoneRead = true
  let done = 0
  try {
    let page: PageAsked | undefined = { since, page: 1 }
    while (page) {
      const { since: modifiedSince, page: number } = page
      const body = await ask((session) =>
        deps.xero.paidInvoices(session, { modifiedSince, page: number, pageSize: PAGE_SIZE }),
      )
      addNew(
        invoices,
        body.items.filter(({ type, updatedAt }) => type === 'ACCREC' && updatedAt >= since),
      )
      page = nextPage(page, body)
      isNoneRead = false
      yield { read: done, of: invoices.length }
    }
    await lookAtUnclear(deps, ask, invoices)
    for (const ids of inBatches(
      [...new Set(invoices.flatMap(({ contactId }) => contactId ?? []))],
      BATCH_SIZE,
    )) {
      const contacts = await ask((session) => deps.xero.contacts(session, ids))
      const known = new Map(contacts.map((contact) => [contact.contactId, contact]))
      for (const invoice of invoices) {
        if (!invoice.contactId || !ids.includes(invoice.contactId)) continue
        invoice.contact = known.get(invoice.contactId)
        done += 1
      }
      yield { read: done, of: invoices.length }
    }
    return { invoices }
  } catch (cause) {
    if (!isOfXero(cause)) throw cause
    return { invoices: invoices.filter(({ contact }) => contact !== undefined), cause, isNoneRead }
  }
}

/** Xero's own fault, its limits, or the connection: what was read until then counts. */
const isOfXero = (cause: unknown): boolean =>
  cause instanceof OrganisationUnavailable || cause instanceof VendorFailure

/** Pages that are read from the last change on begin with what the page before ended with. */
const addNew = (invoices: XeroInvoice[], items: XeroInvoice[]): void => {
  const known = new Set(invoices.map(({ invoiceId }) => invoiceId))
  for (const item of items) if (!known.has(item.invoiceId)) invoices.push({ ...item })
}

/** A list leaves open whether a prepayment or a credit note settled an invoice; one by one Xero says it. */
const lookAtUnclear = async ({ xero }: ReadDeps, ask: Ask, invoices: XeroInvoice[]): Promise<void> => {
  for (const invoice of invoices.filter(isUnclear).slice(0, MOST_SINGLES)) {
    const whole = await ask((session) => xero.invoice(session, invoice.invoiceId))
    if (whole) Object.assign(invoice, whole)
  }
}

/** Asks Xero within the budget of calls, waits where its minute is used up, and leaves the day's reserve alone. */
const paced = (deps: ReadDeps, organisation: SyncedOrganisation): Ask => {
  const until = deps.clock().getTime() + LONGEST_MS
  let made = 0
  let isLow = false
  return async (question) => {
    for (;;) {
      if (isLow) throw new OrganisationUnavailable('no-calls-left')
      if (made >= AT_ONCE) await pause(deps.betweenCallsMs)
      made += 1
      try {
        const { body, limits } = await askXero(deps, organisation, { calls: 1, burst: AT_ONCE }, question)
        isLow = !keepsDayReserve(limits.dayRemaining)
        return body
      } catch (cause) {
        const mayWait = cause instanceof OrganisationUnavailable && cause.why === 'no-calls-left'
        if (!mayWait || deps.clock().getTime() > until) throw cause
        made = AT_ONCE
      }
    }
  }
}
