import { z } from 'zod'
import type { Db } from '../../database/database.ts'
import { sql } from 'kysely'
import { asJson } from '../../platform/as-json.ts'
import { wakeAll } from '../../platform/postgres/work/wake.ts'

/**
 * What Google's notice names. No official sample exists, and v1's page and v4's spell it differently, so all are read,
 * in the data and as attributes. https://developers.google.com/my-business/reference/notifications/rest
 */
const NAMES = ['location_name', 'locationName', 'review_name', 'reviewName'] as const

const push = z.object({
  message: z.object({
    data: z.string().max(20_000).optional(),
    attributes: z.record(z.string(), z.unknown()).optional(),
    messageId: z.union([z.string(), z.number()]).optional(),
    message_id: z.union([z.string(), z.number()]).optional(),
  }),
})

export type PushOutcome = 'read-soon' | 'unknown-location' | 'unreadable'

/** A notice only says that there is something to read: nothing of it is kept or believed. */
export const receivePush = async (db: Db, body: Buffer, now: Date): Promise<PushOutcome> => {
  const locationId = locationOf(body)
  if (!locationId) return 'unreadable'
  const { rows } = await sql<{ key: string }>`
    update profile_connections set next_read_at = least(next_read_at, ${now})
    where location_id = ${locationId} and state in ('connected', 'unreachable')
    returning 'reviews:' || business_id as key`.execute(db)
  await wakeAll(
    db,
    rows.map(({ key }) => key),
  )
  return rows.length > 0 ? 'read-soon' : 'unknown-location'
}

const locationOf = (body: Buffer): string | undefined => {
  const parsed = push.safeParse(asJson(body.toString('utf8')))
  if (!parsed.success) return undefined
  const { data, attributes = {} } = parsed.data.message
  const inner = data === undefined ? undefined : asJson(Buffer.from(data, 'base64').toString('utf8'))
  for (const said of [inner, attributes]) {
    if (typeof said !== 'object' || said === null) continue
    for (const name of NAMES) {
      const value = (said as Record<string, unknown>)[name]
      const id =
        typeof value === 'string' ? /(?:^|\/)locations\/(\d{1,40})(?:\/|$)/.exec(value)?.[1] : undefined
      if (id) return id
    }
  }
  return undefined
}
