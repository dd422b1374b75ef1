import type { RetryResponse } from '../../../contracts/activity.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import { actOnce } from '../../database/act-once.ts'
import { asBusiness, type Db } from '../../database/database.ts'
import { reconsiderAll, type ReconsiderDeps } from './reconsider-invoices.ts'
import { OrganisationUnavailable } from '../../organisations/ask-xero.ts'
import { findOrganisation } from '../../organisations/organisation-queries.ts'
import { Refusal, VendorFailure } from '../../platform/errors.ts'
import { findActivityItem } from '../../activity/activity-queries.ts'
import { presentActivity } from '../../activity/activity-rules.ts'

type Asked = { businessId: string; invoiceId: string; requestId: string; key: string | undefined }

/**
 * Reads the invoice and its contact from Xero again and decides anew, once under one key. Throws Refusal 404 for an
 * invoice that is not this business's, 409 where no new decision can help, 503 when Xero cannot be asked now.
 */
export const retryInvoice = async (deps: ReconsiderDeps, asked: Asked): Promise<RetryResponse> => {
  const { businessId, invoiceId, key } = asked
  const act = { businessId, key, asked: { retry: invoiceId }, now: deps.clock() }
  const { changed } = await actOnce(deps.db, act, () => decideAgain(deps, asked))
  return { item: await itemOf(deps, businessId, invoiceId), changed }
}

const decideAgain = async (
  deps: ReconsiderDeps,
  { businessId, invoiceId, requestId }: Asked,
): Promise<{ changed: boolean }> => {
  const before = await itemOf(deps, businessId, invoiceId)
  if (!before.canRetry)
    throw new Refusal('not-retryable', 409, 'Deciding this one again would change nothing.')
  const organisation = await findOrganisation(deps.db, before.tenantId)
  if (organisation?.businessId !== businessId) throw unavailable()
  const why = { correlationOf: () => requestId, events: [] }
  await reconsiderAll(deps, organisation, [invoiceId], why).catch((cause: unknown) => {
    if (cause instanceof VendorFailure)
      deps.log.error({ err: cause, tenantId: before.tenantId }, 'an invoice could not be looked at again')
    if (cause instanceof OrganisationUnavailable || cause instanceof VendorFailure) throw unavailable()
    throw cause
  })
  const item = await itemOf(deps, businessId, invoiceId)
  return { changed: item.outcome !== before.outcome || item.reason !== before.reason || !item.canRetry }
}

const itemOf = ({ db, clock }: { db: Db; clock: () => Date }, businessId: string, invoiceId: string) =>
  asBusiness(db, businessId, async (trx) => {
    const row = await findActivityItem(trx, businessId, invoiceId)
    if (!row) throw new Refusal('not-found', 404, 'There is no such invoice.')
    const timeZone = await findTimeZone(trx, businessId)
    return presentActivity(row, { now: clock(), timeZone })
  })

export const unavailable = (): Refusal =>
  new Refusal('xero-unavailable', 503, 'Xero cannot be asked just now. Please try again in a minute.', {
    retryAfterSeconds: 60,
  })
