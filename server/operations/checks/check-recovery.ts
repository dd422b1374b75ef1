import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { FenceReason } from '../../database/fence.ts'
import { isAre, ok, wrong, type Check } from './check.ts'

type Row = {
  isUp: boolean
  raisedAt: Date | null
  reason: FenceReason | null
  waitsFor: string | null
  liftedAt: Date | null
  texts: number
  payments: number
  pausedTopUps: number
}

const WORDS: Record<FenceReason, string> = {
  restarted: 'PostgreSQL was started again',
  restored: 'the database was restored, or another server took over',
  replaced:
    'a server that had been replaced as the primary is the primary again, without what its successor wrote',
  text: 'Twilio has a text of ours that is not on record',
  report: 'Twilio reported a text that is not on record',
  payment: 'Stripe has an order of ours that was not on record',
}

/** Whether texts wait until the database was compared with what the vendors know, and what the last time brought. */
export const checkRecovery = async (db: Db): Promise<Check> => {
  const { rows } = await sql<Row>`
    select fenced_at is not null as "isUp", fenced_at as "raisedAt", reason, waits_for as "waitsFor",
           lifted_at as "liftedAt", coalesce((found ->> 'texts')::integer, 0) as texts,
           coalesce((found ->> 'payments')::integer, 0) as payments,
           coalesce((found ->> 'pausedTopUps')::integer, 0) as "pausedTopUps"
    from recovery`.execute(db)
  const { isUp, raisedAt, reason, waitsFor, liftedAt, texts, payments, pausedTopUps } = rows[0]!
  const why = reason ? WORDS[reason] : ''
  if (isUp)
    return wrong(
      'recovery fence',
      `up since ${timeOf(raisedAt!)}, because ${why}: nothing is sent and no card is charged until the vendors were asked` +
        (waitsFor ? `; it waits: ${waitsFor}` : ''),
    )
  if (!liftedAt) return ok('recovery fence', 'down, and it never was up')
  return ok(
    'recovery fence',
    `down since ${timeOf(liftedAt)}; it was up because ${why}, and ` +
      `${isAre(texts, 'forgotten text', 'forgotten texts')} and ${isAre(payments, 'order', 'orders')} were found` +
      (pausedTopUps > 0
        ? `; automatic top-ups of ${pausedTopUps} ${pausedTopUps === 1 ? 'business' : 'businesses'} were paused until their owners confirm them`
        : ''),
  )
}

/** '2026-11-23 02:15 UTC' */
const timeOf = (at: Date): string => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`
