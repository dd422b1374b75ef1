import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../database/database.ts'

export type Reservation = { reference: string; cents: number }

/**
 * Moves funds from available to reserved, one transfer for each reference. The balance's own check refuses too much.
 */
export const reserveFunds = (trx: Trx, businessId: string, reservations: Reservation[]): Promise<void> =>
  moveFunds(trx, businessId, RESERVE, reservations)

/** The same as a statement of the caller's, for one or more. */
export const fundsReserved = (businessId: string, reservations: Reservation[]): RawBuilder<unknown> =>
  fundsMoved(businessId, RESERVE, reservations)

/** Releases reserved funds: the text was certainly not taken by the gateway. */
export const releaseFunds = (trx: Trx, businessId: string, reservations: Reservation[]): Promise<void> =>
  moveFunds(trx, businessId, { kind: 'release', from: 'reserved', to: 'available' }, reservations)

/** Captures reserved funds: the gateway took the text. Texts of the main job are captured by `record_accepted`. */
export const captureFunds = (trx: Trx, businessId: string, reservations: Reservation[]): Promise<void> =>
  moveFunds(trx, businessId, { kind: 'capture', from: 'reserved', to: 'earned' }, reservations)

/** A text that was taken, and that the funds do not cover: we bear its price. */
export const giveFunds = (trx: Trx, businessId: string, given: Reservation[]): Promise<void> =>
  moveFunds(trx, businessId, { kind: 'capture', from: 'granted', to: 'earned' }, given)

type Move = { kind: 'reserve' | 'release' | 'capture'; from: string; to: string }

const RESERVE: Move = { kind: 'reserve', from: 'available', to: 'reserved' }

const moveFunds = async (trx: Trx, businessId: string, move: Move, moved: Reservation[]): Promise<void> => {
  if (moved.length > 0) await fundsMoved(businessId, move, moved).execute(trx)
}

const fundsMoved = (
  businessId: string,
  { kind, from, to }: Move,
  moved: Reservation[],
): RawBuilder<unknown> => sql`
    with wanted as materialized (
      select uuidv7() as id, reference, cents
      from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as w (reference text, cents bigint)
    ), booked as (
      insert into transfers (business_id, id, kind, reference)
      select ${businessId}, id, ${kind}, reference from wanted
    )
    insert into entries (business_id, transfer_id, account, amount_cents)
    select ${businessId}, wanted.id, side.account, side.sign * wanted.cents
    from wanted
    cross join (values (${from}, -1), (${to}, 1)) as side (account, sign)`
