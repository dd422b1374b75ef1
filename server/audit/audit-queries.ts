import { sql } from 'kysely'
import { z } from 'zod'
import type { AuditEntry, AuditPage } from '../../contracts/audit.ts'
import type { Reader } from '../database/database.ts'
import { momentOfPlace, readCursor, writeCursor } from '../platform/http/cursor.ts'

const PAGE = 30
const place = z.object({ at: momentOfPlace, id: z.uuid() })

/** The log of one business or (null) of the whole installation, the newest first. */
export const readAuditLog = async (
  db: Reader,
  { businessId, cursor }: { businessId: string | null; cursor: string | undefined },
): Promise<AuditPage> => {
  const after = cursor === undefined ? undefined : readCursor(cursor, place)
  const { rows } = await sql<Omit<AuditEntry, 'at'> & { at: Date }>`
    select l.id, l.at, l.actor_kind as "actorKind", l.actor, l.act, l.reason, l.details,
           l.business_id as "businessId", b.name as "businessName"
    from audit_log l
    left join businesses b on b.id = l.business_id
    where ${businessId ? sql`l.business_id = ${businessId}` : sql`true`}
      and ${after ? sql`(l.at, l.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`}
    order by l.at desc, l.id desc
    limit ${PAGE + 1}`.execute(db)
  const entries = rows.slice(0, PAGE).map((row) => ({ ...row, at: row.at.toISOString() }))
  const last = entries.at(-1)
  return {
    entries,
    nextCursor: rows.length > PAGE && last ? writeCursor({ at: last.at, id: last.id }) : null,
  }
}
