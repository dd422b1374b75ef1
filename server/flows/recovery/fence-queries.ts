import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { FenceReason } from '../../database/fence.ts'
import { ALL_THAT_IS_DUE, wakeFor } from '../../platform/postgres/work/wake.ts'

/**
 * What was forgotten and taken over, and, because of it, the automatic top-ups that were paused and the organisations
 * whose invoices are asked for anew: counted since the fence is up, however often it was raised meanwhile.
 */
export type Found = Partial<Record<'texts' | 'payments' | 'stops' | 'pausedTopUps' | 'organisations', number>>

export type Fence = {
  reason: FenceReason
  since: Date
  /** Renewed by each raise while it is up. */
  raisedAt: Date
  upSince: Date
  stepsDone: string[]
  found: Found
  /** Whether a commit waits for another server, so that a promotion forgets none. */
  isSynchronous: boolean
  /** The last moment at which the history before was the known one, within a minute or two. */
  seenAt: Date
  /** The gateway's newest text at the last look for forgotten ones, by its own clock; null before the first. */
  lookedTo: Date | null
  /** Whether it is certain that records are missing; after a promotion alone it is not. */
  wentBack: boolean
  /** Whether the gateway has texts with links of ours that are not on record. */
  hasForgottenTexts: boolean
}

/** Undefined while it is down. */
export const findFence = async (db: Db): Promise<Fence | undefined> => {
  const { rows } = await sql<Fence>`
    select reason, since, fenced_at as "raisedAt", steps_done as "stepsDone", found,
           current_setting('synchronous_standby_names') <> '' as "isSynchronous",
           seen_at as "seenAt", looked_to as "lookedTo", went_back as "wentBack", coalesce(up_since, fenced_at) as "upSince",
           exists (
             select from found_texts
             where kind = 'link' and found_at >= least(up_since, fenced_at)) as "hasForgottenTexts"
    from recovery where is_only and fenced_at is not null`.execute(db)
  return rows[0]
}

/** Each of these changes the fence only as it was raised then: where it was raised anew meanwhile, all begins again. */
type Raised = Pick<Fence, 'raisedAt'>

/** That it is up was told: once for each raise, whoever raised it. */
export const recordTold = async (
  db: Db,
  { raisedAt, stepsDone }: Raised & Pick<Fence, 'stepsDone'>,
): Promise<void> => {
  if (stepsDone.includes('told')) return
  await sql`
    update recovery set steps_done = steps_done || 'told'::text
    where is_only and fenced_at = ${raisedAt}`.execute(db)
}

/** Steps that came to their end, what they found, and whether records were known to be missing as they began. */
export type Done = { steps: string[]; found: Found; wentBack: boolean }

/** What one worker did not find takes nothing back of what another has found meanwhile. */
const beside = (found: Found): RawBuilder<unknown> => {
  const some = Object.fromEntries(Object.entries(found).filter(([, count]) => count > 0))
  return sql`${JSON.stringify(found)}::jsonb || found || ${JSON.stringify(some)}::jsonb`
}

/** What is looked for where records are missing counts only if it was known then whether they are. */
export const recordSteps = async (
  db: Db,
  { raisedAt }: Raised,
  { steps, found, wentBack }: Done,
): Promise<void> => {
  if (steps.length === 0) return
  await sql`
    update recovery
    set steps_done = steps_done || case when went_back = ${wentBack} then ${steps}::text[]
                                        else array_remove(${steps}::text[], 'topUps') end,
        found = ${beside(found)}, waits_for = null
    where is_only and fenced_at = ${raisedAt}`.execute(db)
}

/**
 * What is new at one look only, and counts beside what others found while it is up, however often it was raised
 * meanwhile.
 */
type NewlyFound = Pick<Found, 'payments' | 'stops'>

const NONE_NEW: Required<NewlyFound> = { payments: 0, stops: 0 }

/**
 * They are no longer new when the vendors are asked again: they are counted at once, also where `read` is cut short.
 * Returns how many there were.
 */
export const countNew = async (
  db: Db,
  what: keyof NewlyFound,
  read: (foundOne: () => void) => Promise<void>,
): Promise<number> => {
  let count = 0
  try {
    await read(() => {
      count += 1
    })
  } finally {
    await addFound(db, { [what]: count })
  }
  return count
}

export const addFound = async (db: Db, newly: NewlyFound): Promise<void> => {
  if (Object.values(newly).every((count) => count === 0)) return
  await sql`
    update recovery
    set found = found || (
      select jsonb_object_agg(key, coalesce((found ->> key)::integer, 0) + value::integer)
      from jsonb_each_text(${JSON.stringify(newly)}::jsonb))
    where is_only and fenced_at is not null`.execute(db)
}

/** It waits for a vendor, and was told to be up. */
export const recordWait = async (db: Db, { raisedAt }: Raised, waitsFor: string): Promise<void> => {
  await sql`
    update recovery
    set waits_for = left(${waitsFor}, 500),
        steps_done = case when 'told' = any(steps_done) then steps_done else steps_done || 'told'::text end
    where is_only and fenced_at = ${raisedAt}`.execute(db)
}

/** How many texts were found to be forgotten since it is up. */
export const countFound = async (db: Db, { upSince }: Pick<Fence, 'upSince'>): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) from found_texts where kind <> 'other' and found_at >= ${upSince}`.execute(db)
  return rows[0]!.count
}

/** Of the texts that were found to be forgotten since it is up, also by a reading that was cut short. */
export const findOldest = async (db: Db, { upSince }: Pick<Fence, 'upSince'>): Promise<Date | undefined> => {
  const { rows } = await sql<{ sentAt: Date | null }>`
    select min(sent_at) as "sentAt" from found_texts where kind <> 'other' and found_at >= ${upSince}`.execute(
    db,
  )
  return rows[0]?.sentAt ?? undefined
}

/** More was forgotten than a restart explains, or than was read so far. */
export const widenFence = async (
  db: Db,
  { raisedAt }: Raised,
  { reason, since }: Pick<Fence, 'reason' | 'since'>,
): Promise<void> => {
  await sql`
    update recovery set reason = ${reason}, since = least(since, ${since})
    where is_only and fenced_at = ${raisedAt}`.execute(db)
}

/**
 * Every worker goes on with all that waited for it. Returns what was found in all; undefined where it is up for another
 * reason by now, or where it shows only now that records are missing.
 */
export const liftFence = async (
  db: Db,
  { raisedAt, reason }: Raised & Pick<Fence, 'reason'>,
  { steps, found, wentBack }: Done,
): Promise<Found | undefined> => {
  const { rows } = await sql<{ found: Found }>`
    with lifted as (
      update recovery
      set fenced_at = null, lifted_at = now(), seen_at = now(), waits_for = null,
          steps_done = steps_done || ${steps}::text[], found = ${beside({ ...NONE_NEW, ...found })}
      where is_only and fenced_at = ${raisedAt} and reason = ${reason}
        and started_at = pg_postmaster_start_time() and made_as = tableoid::bigint
        and (not went_back or 'topUps' = any(steps_done) or ${wentBack && steps.includes('topUps')})
      returning found)
    select found, ${wakeFor(ALL_THAT_IS_DUE)} from lifted`.execute(db)
  return rows[0]?.found
}

/** From this moment on a later history may have forgotten something; nothing of what was before. */
export const recordHistory = async (db: Db): Promise<void> => {
  await sql`
    update recovery set seen_at = now()
    where is_only and fenced_at is null and started_at = pg_postmaster_start_time()
      and made_as = tableoid::bigint`.execute(db)
}

/** The newest text that the last look at the gateway saw. */
export const findLook = async (db: Db): Promise<Date | undefined> => {
  const { rows } = await sql<{
    to: Date | null
  }>`select looked_to as "to" from recovery where is_only`.execute(db)
  return rows[0]?.to ?? undefined
}

/**
 * Not where the database went back meanwhile: then the next look begins where that leads. Nor while the fence is up,
 * which asks more of a text than a look.
 */
export const recordLook = async (
  db: Db,
  { last, to }: { last: Date | undefined; to: Date },
): Promise<void> => {
  await sql`
    update recovery set looked_to = ${to}
    where is_only and fenced_at is null and looked_to is not distinct from ${last ?? null}::timestamptz`.execute(
    db,
  )
}
