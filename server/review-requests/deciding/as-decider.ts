import { sql, type RawBuilder } from 'kysely'
import { asBusinessWith, type Db, type TenantTrx, type Trx } from '../../database/database.ts'
import { isOwn } from '../../organisations/organisation-queries.ts'
import { ofBusiness, settingsOf, type DecidingBusiness } from './decision-queries.ts'

declare const decides: unique symbol
/** Inside a transaction that holds the lock on the decisions of its business. */
export interface DecidingTrx extends TenantTrx {
  readonly [decides]: true
}

/** What is known under the lock before anything is decided of an organisation. */
export type DecisionBasis = {
  business: DecidingBusiness
  /** False where it was disconnected, or is another business's by now. */
  isOwn: boolean
}

type Organisation = { businessId: string; tenantId: string }

/** Decisions of one business are made one batch at a time, so that two of them never pass the same cooldown. */
export const asDecider = <Out>(
  db: Db,
  organisation: Organisation,
  work: (trx: DecidingTrx, basis: DecisionBasis) => Promise<Out>,
): Promise<Out> => asDeciderWith(db, organisation, (trx) => findBasis(trx, organisation), work)

/** The same, where `opening` asks that basis, and more, in the round trip of the beginning: it only reads or locks. */
export const asDeciderWith = <Out, Read>(
  db: Db,
  organisation: Organisation,
  opening: (trx: TenantTrx) => Promise<Read>,
  work: (trx: DecidingTrx, read: Read) => Promise<Out>,
): Promise<Out> =>
  asBusinessWith(db, organisation.businessId, { alone: 'decide', opening }, (trx, read) =>
    work(trx as DecidingTrx, read),
  )

/** With `also`, what else is to be read of the business. */
export const findBasis = async <Also = unknown>(
  trx: Trx,
  organisation: Organisation,
  also: RawBuilder<Also> = sql`null as nothing`,
): Promise<DecisionBasis & { business: Also }> => {
  const { businessId } = organisation
  const { rows } = await sql<DecidingBusiness & Also & { isOwn: boolean }>`
    ${settingsOf(businessId)}, ${isOwn(organisation)} as "isOwn", ${also} ${ofBusiness(businessId)}`.execute(
    trx,
  )
  const [business] = rows
  return { business: business!, isOwn: business!.isOwn }
}
