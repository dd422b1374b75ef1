import { join } from 'node:path'
import { sql, type Kysely } from 'kysely'
import {
  inTransaction,
  inTransactionWith,
  openDatabase,
  type Database,
  type OpenOptions,
} from '../platform/postgres/connections/db.ts'
import { isUuid } from '../platform/uuid-rules.ts'
import type { Tables } from './tables.ts'

declare const scope: unique symbol

/** Outside of a transaction: each statement stands alone, as the role that sees every business. */
export interface Db extends Kysely<Tables> {
  readonly [scope]: 'process'
}
/** Inside a transaction that sees the rows of one business and no other. */
export interface TenantTrx extends Kysely<Tables> {
  readonly [scope]: 'tenant'
}
/** Inside a transaction that sees every business. */
export interface SystemTrx extends Kysely<Tables> {
  readonly [scope]: 'system'
}
/** Inside a transaction: for verbs that both kinds call and that filter by business themselves. */
export type Trx = TenantTrx | SystemTrx
/** Inside of a transaction or not: for queries that only read. */
export type Reader = Db | Trx

/** Where the roles, migrations and functions of the product's database stand; its README says how they change. */
export const SCHEMA_FOLDER = join(import.meta.dirname, '../../database')

/** One transaction that sees the rows of this business and no other, even where a query lacks the filter. */
export const asBusiness = <Out>(
  db: Db,
  businessId: string,
  work: (trx: TenantTrx) => Promise<Out>,
): Promise<Out> => asBusinessWith(db, businessId, { opening: async () => undefined }, work)

/**
 * The same. In the round trip of its beginning it takes the business's lock of the name `alone`, and after that asks
 * what `opening` asks, which `work` is given.
 */
export const asBusinessWith = <Out, Read>(
  db: Db,
  businessId: string,
  { alone, opening }: Beginning<Read>,
  work: (trx: TenantTrx, read: Read) => Promise<Out>,
): Promise<Out> => {
  if (!isUuid(businessId)) throw new Error('A business id must be a UUID.')
  const lock = alone ? `; select pg_advisory_xact_lock(hashtextextended('${alone}:${businessId}', 0))` : ''
  const begin = `begin; set local role goodword_tenant; set local app.business_id = '${businessId}'${lock}`
  return inTransactionWith(db, { begin, opening: (trx) => opening(trx as TenantTrx) }, (trx, read) =>
    work(trx as TenantTrx, read),
  )
}

type Beginning<Read> = {
  alone?: LockName
  /** May only read, or lock rows: where the beginning fails, it stands outside of the transaction. */
  opening: (trx: TenantTrx) => Promise<Read>
}

/** What is done to a business by one transaction at a time. */
type LockName = 'decide' | 'give-back'

/** The same lock inside a transaction. What is to be read under it is read by later statements: this one may wait. */
export const lockBusiness = async (trx: Trx, businessId: string, name: LockName): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${name}:${businessId}`}, 0))`.execute(trx)
}

/** One transaction that sees every business: for doors that do not know yet whose row it is, and for sweeps. */
export const asSystem = <Out>(db: Db, work: (trx: SystemTrx) => Promise<Out>): Promise<Out> =>
  inTransaction(db, 'begin; set local role goodword_system', (trx) => work(trx as SystemTrx))

/** Reads everything as it is at one moment, whatever is written meanwhile. */
export const inSnapshot = <Out>(db: Db, work: (trx: SystemTrx) => Promise<Out>): Promise<Out> =>
  inTransaction(db, "begin isolation level repeatable read read only; set local work_mem = '64MB'", (trx) =>
    work(trx as SystemTrx),
  )

/** The role that a process's connections start with. */
export const PROCESS_ROLE = 'goodword_system'

export type OpenedDb = Omit<Database<Tables>, 'db'> & { db: Db }

/** The product's tables: as the process's role, or as the login itself where `role` is null. */
export const openDb = (
  url: string,
  { role = PROCESS_ROLE, ...options }: OpenOptions & { role?: string | null },
): OpenedDb => openDatabase<Tables>(url, { ...options, ...(role ? { role } : {}) }) as OpenedDb
