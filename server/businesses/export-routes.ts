import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { OwnerDoor } from '../sessions/require-session.ts'
import { asBusiness } from '../database/database.ts'
import { localDate } from '../platform/dates.ts'
import { Refusal } from '../platform/errors.ts'
import { operations } from '../platform/http/api/operation.ts'
import type { Http } from '../platform/http/http.ts'
import { exportList } from '../../contracts/erasures.ts'
import { recordExport } from '../audit/record-export.ts'
import { findTimeZone, findZones } from './business-time-zone.ts'
import { exportBusiness } from './export-business.ts'
import { listExports } from './list-exports.ts'

/** Each holds a connection to the database for as long as its reader takes. */
export const EXPORTS_AT_ONCE = 2
const LONGEST_MS = 120_000

export const registerExportRoutes = (
  app: Http,
  { db, requireSession, createLimit, clock }: OwnerDoor,
): void => {
  const countExport = createLimit('export', { most: 6, seconds: 3600 })
  let underWay = 0

  app.get(
    '/api/export',
    operations('accounts', requireSession.ofBusiness)(
      'exportBusiness',
      'Download everything of the business.',
      {
        file: ['application/json'],
        errors: ['busy'],
      },
    ),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      if (underWay >= EXPORTS_AT_ONCE) throw busy()
      // Before anything is waited for, so that it is seen by whoever asks meanwhile.
      underWay += 1
      const now = clock()
      const file = new PassThrough()
      const begun = Promise.withResolvers<string>()
      const write = async (): Promise<void> => {
        const timeZone = await asBusiness(db, businessId, (trx) => findTimeZone(trx, businessId))
        await countExport(businessId)
        const by = { kind: 'owner' as const, name: requireSession.who(request).userId }
        await recordExport(db, { businessId, by, what: 'everything', now })
        await asBusiness(db, businessId, (trx) => {
          begun.resolve(timeZone)
          return pipeline(Readable.from(exportBusiness(trx, businessId, now)), file, {
            signal: AbortSignal.timeout(LONGEST_MS),
          })
        })
      }
      write()
        .catch((cause: unknown) => {
          if (!(cause instanceof Refusal)) request.log.warn({ err: cause }, 'an export was not finished')
          begun.reject(cause)
        })
        .finally(() => (underWay -= 1))
      const timeZone = await begun.promise
      return reply
        .header('content-disposition', `attachment; filename="goodword-${localDate(now, timeZone)}.json"`)
        .header('cache-control', 'no-store')
        .type('application/json; charset=utf-8')
        .send(file)
    },
  )

  app.get(
    '/api/exports',
    operations('accounts', requireSession.ofBusiness)(
      'listExports',
      'List who has downloaded data of the business, and when.',
      { response: { 200: exportList } },
    ),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { userId } = requireSession.who(request)
      return asBusiness(db, businessId, async (trx) => ({
        exports: await listExports(trx, businessId, userId),
        timeZone: (await findZones(trx, businessId)).shownIn,
      }))
    },
  )
}

const busy = (): Refusal =>
  new Refusal('busy', 503, 'Other exports are being written just now. Please try again in a minute.', {
    retryAfterSeconds: 60,
  })
