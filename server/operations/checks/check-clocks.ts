import { sql } from 'kysely'
import type { Db } from '../../database/database.ts'
import { wrong, type Check } from './check.ts'
import { SILENT_AFTER_S } from '../../platform/postgres/silent-after.ts'

const OF_CLOCK = '$[*] ? (@.name == "goodword_clock_difference_seconds").values[*].value'
/** A claim that looks older is not sent. */
const MOST_S = 5

/** Processes at work whose clock differs from the database's, on whichever machine; undefined where none does. */
export const checkClocks = async (db: Db): Promise<Check | undefined> => {
  const { rows } = await sql<{ kind: 'api' | 'worker'; seconds: number }>`
    select p.kind, max(apart.s::float) as seconds
    from processes p, jsonb_path_query(p.metrics, ${OF_CLOCK}::jsonpath) as apart (s)
    where p.departed_at is null and p.seen_at > clock_timestamp() - make_interval(secs => ${SILENT_AFTER_S})
    group by p.kind having max(apart.s::float) > ${MOST_S} order by p.kind`.execute(db)
  if (rows.length === 0) return undefined
  const whose = rows.map(
    ({ kind, seconds }) =>
      `that of ${AN[kind]} differs from the database’s by ${Math.round(seconds)} s: set it by NTP where that runs`,
  )
  return wrong('clocks', whose.join('; '))
}

const AN = { api: 'an api', worker: 'a worker' }
