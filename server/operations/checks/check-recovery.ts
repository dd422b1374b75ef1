import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import type { FenceReason } from '../../database/fence.ts'
import { isAre, ok, wrong, type Check } from './check.ts'
import { utcMoment } from '../../platform/moments-in-words-rules.ts'

type Row = {
  isUp: boolean
  raisedAt: Date | null
  reason: FenceReason | null
  waitsFor: string | null
  liftedAt: Date | null
  found: Partial<Record<'texts' | 'payments' | 'stops' | 'pausedTopUps' | 'organisations', number>>
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
           lifted_at as "liftedAt", found
    from recovery`.execute(db)
  const { isUp, raisedAt, reason, waitsFor, liftedAt, found } = rows[0]!
  const why = reason ? WORDS[reason] : ''
  if (isUp)
    return wrong(
      'recovery fence',
      `up since ${utcMoment(raisedAt!)}, because ${why}: nothing is sent and no card is charged until the vendors were asked` +
        (waitsFor ? `; it waits: ${waitsFor}` : ''),
    )
  if (!liftedAt) return ok('recovery fence', 'down, and it never was up')
  return ok(
    'recovery fence',
    `down since ${utcMoment(liftedAt)}; it was up because ${why}, and ${wordsOf(found)}`,
  )
}

const wordsOf = ({ texts = 0, payments = 0, stops = 0, organisations = 0, pausedTopUps = 0 }: Row['found']) =>
  `${isAre(texts, 'forgotten text', 'forgotten texts')}, ${isAre(payments, 'order', 'orders')} and ` +
  `${isAre(stops, 'STOP', 'STOPs')} were found` +
  (organisations > 0
    ? `; invoices of ${isAre(organisations, 'organisation', 'organisations')} are read again`
    : '') +
  (pausedTopUps > 0
    ? `; automatic top-ups of ${isAre(pausedTopUps, 'business', 'businesses')} were paused until their owners confirm them`
    : '')
