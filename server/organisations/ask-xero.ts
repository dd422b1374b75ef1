import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import type { XeroSession } from '../integrations/xero/xero-types.ts'
import { VendorFailure } from '../platform/errors.ts'
import { beforeCommit } from '../platform/postgres/connections/one-connection.ts'
import type { SqlTime } from '../platform/postgres/connections/database-clock.ts'
import { UNEXPECTED_SHAPE } from '../platform/postgres/work/inbox.ts'
import { findStanding, loseOrganisation } from './lose-organisation.ts'
import {
  APP_REFUSED,
  openSession,
  readSession,
  type SessionDeps,
  type StoredSession,
} from './open-session.ts'
import {
  blockOrganisation,
  pauseOrganisation,
  resumeOrganisation,
  type SyncedOrganisation,
} from './organisation-queries.ts'

export type AskDeps = SessionDeps & { clock: () => Date; sqlNow: () => SqlTime }

/** Jobs that ask Xero share these queues, an organisation always the same one: where one hangs, two go on. */
const XERO_QUEUES = 3

export const xeroQueue = (tenantId: string): string => `xero-${parseInt(tenantId.at(-1)!, 16) % XERO_QUEUES}`

/** One query of Xero: its calls were taken from the organisation's minute already, or are counted afterwards. */
export type PaidAsk = <Out>(question: (session: XeroSession) => Promise<Out>) => Promise<Out>

type Why = 'no-calls-left' | 'paused' | 'needs-reconnect' | 'not-answering' | 'app-refused'

/**
 * Xero cannot be asked for this organisation now. The organisation's row has it as well, and until when, so that work
 * that waits for Xero is found again then; not where our app is refused, so that it is seen to wait.
 */
export class OrganisationUnavailable extends Error {
  readonly why: Why

  constructor(why: Why, cause?: unknown) {
    super(`Xero cannot be asked for this organisation: ${why}`, { cause })
    this.name = 'OrganisationUnavailable'
    this.why = why
  }
}

/** Of the others nobody has to know: where our app is refused, somebody has to set it right. */
export const passesByItself = (cause: unknown): boolean =>
  cause instanceof OrganisationUnavailable && cause.why !== 'app-refused'

/**
 * Makes one query of Xero that costs `calls`: takes them from the organisation's minute, opens a session, and asks.
 * Throws OrganisationUnavailable, or VendorFailure where the query itself failed: Xero refused it, or its answer
 * has a shape that we do not know.
 */
export const askXero = async <Out>(
  deps: AskDeps,
  organisation: SyncedOrganisation,
  { calls, burst }: { calls: number; burst?: number },
  question: (session: XeroSession) => Promise<Out>,
): Promise<Out> => {
  const [ask] = await payForCalls(deps, organisation, { calls: [calls], burst })
  return ask!(question)
}

type Paying = {
  calls: number[]
  burst?: number | undefined
  /** Where it was read a moment ago. */
  stored?: StoredSession
}

/**
 * Takes the calls of several queries in one statement. The first must fit into what the minute has left, else it
 * throws OrganisationUnavailable; returns one ask for each that fits. With a `burst`, so many calls go at once and the
 * rest is spread over the minute.
 */
export const payForCalls = async (
  deps: AskDeps,
  organisation: SyncedOrganisation,
  { calls, burst, stored }: Paying,
): Promise<PaidAsk[]> => {
  if (calls.length === 0) return []
  const ask = askOf(deps, organisation, stored)
  const { granted } = await takeXeroCalls(deps.db, organisation.tenantId, {
    wanted: calls.reduce((sum, count) => sum + count, 0),
    needed: calls[0]!,
    burst: burst ?? null,
    now: deps.sqlNow(),
  })
  let left = granted
  const fitting = calls.filter((count) => (left -= count) >= 0)
  if (fitting.length === 0) throw new OrganisationUnavailable('no-calls-left')
  return fitting.map(() => ask)
}

/**
 * One query, where the organisation `hasCallsToSpare`: whoever asks counts its calls afterwards, in `xeroAnswered`, or
 * by `countXeroCalls` where the answer is not written down.
 */
export const askAhead = (deps: AskDeps, organisation: SyncedOrganisation, stored: StoredSession): PaidAsk =>
  askOf(deps, organisation, stored)

const askOf = (deps: AskDeps, organisation: SyncedOrganisation, known?: StoredSession): PaidAsk => {
  const now = deps.clock()
  const stored = known ? Promise.resolve(known) : readSession(deps.db, organisation)
  // Where none is asked in the end, nobody waits for it.
  stored.catch(() => undefined)
  let opened: Promise<XeroSession> | undefined
  const session = () => (opened ??= openSession(deps, organisation, { now, stored }))
  return (question) => callXero(deps, organisation, { now, session }, question)
}

/**
 * Takes up to `wanted` calls of Xero's minute for this organisation, or none when fewer than `needed` are open; the
 * organisation is then marked to wait until some are. With a `burst` that many may be taken at once, and the rest is
 * spread over the minute; without one the whole minute may be used.
 */
export const takeXeroCalls = async (
  db: Db,
  tenantId: string,
  {
    wanted,
    needed,
    burst = null,
    now,
  }: { wanted: number; needed: number; burst?: number | null; now: SqlTime },
): Promise<{ granted: number; againAt: Date | null }> => {
  // A count that is lost with its commit is corrected by Xero's answer.
  const { rows } = await beforeCommit(
    db,
    sql`select granted, again_at from take_xero_calls(${tenantId}, ${wanted}, ${needed}, ${burst}::integer, ${now})`,
  )
  const [taken] = rows as { granted: number; again_at: Date | null }[]
  return { granted: taken?.granted ?? 0, againAt: taken?.again_at ?? null }
}

/**
 * Refreshes a token that expired, once, and records what Xero's refusal means for the organisation.
 */
const callXero = async <Out>(
  deps: AskDeps,
  organisation: SyncedOrganisation,
  { now, session }: { now: Date; session: () => Promise<XeroSession> },
  question: (session: XeroSession) => Promise<Out>,
): Promise<Out> => {
  try {
    const opened = await session()
    const out = await question(opened).catch(async (cause: unknown) => {
      if (!(cause instanceof VendorFailure && cause.code === 'token-expired')) throw cause
      return question(await openSession(deps, organisation, { now, refused: opened.accessToken }))
    })
    if (organisation.state === 'paused') await resumeOrganisation(deps.db, organisation.tenantId)
    return out
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    throw await recordRefusal(deps, organisation, cause)
  }
}

/** With the time that Xero's client waits for an answer, an organisation stands still for less than half a minute. */
const RETRY_MS = 10_000

const recordRefusal = async (
  deps: AskDeps,
  organisation: SyncedOrganisation,
  failure: VendorFailure,
): Promise<Error> => {
  const { db, sqlNow, clock } = deps
  const { tenantId } = organisation
  if (failure.kind === 'reconnect') return new OrganisationUnavailable('needs-reconnect', failure)
  if (failure.code === 'forbidden') {
    const standing = await findStanding(deps, organisation)
    if (standing === 'removed') await loseOrganisation(db, organisation, clock())
    if (standing !== 'listed') return new OrganisationUnavailable('needs-reconnect', failure)
    const reason = 'Xero no longer lets us see this organisation.'
    await pauseOrganisation(db, organisation, { reason, now: clock() })
    return new OrganisationUnavailable('paused', failure)
  }
  if (failure.code === APP_REFUSED) return new OrganisationUnavailable('app-refused', failure)
  if (failure.kind === 'rejected' || failure.code === UNEXPECTED_SHAPE) return failure
  const wait = failure.retryAfterSeconds === undefined ? RETRY_MS : failure.retryAfterSeconds * 1000
  await blockOrganisation(db, tenantId, sql`(${sqlNow()})::timestamptz + ${wait} * interval '1 millisecond'`)
  return new OrganisationUnavailable('not-answering', failure)
}
