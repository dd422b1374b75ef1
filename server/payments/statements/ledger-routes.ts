import { z } from 'zod'
import { balanceResponse, ledgerPage, ledgerQuery, type Movement } from '../../../contracts/ledger.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { asBusiness } from '../../database/database.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import { momentOfPlace, readCursor, writeCursor } from '../../platform/http/cursor.ts'
import { localDate } from '../../platform/dates.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { findBalance, findMovements, type MovementRow } from './ledger-queries.ts'
import { movementWords, textState } from './movement-rules.ts'

const PAGE_SIZE = 50

/** A page begins with the balance after its first movement, which the page before has computed. */
const place = z.object({ at: momentOfPlace, id: z.uuid(), cents: z.number().int() })

export const registerLedgerRoutes = (app: Http, { db, requireSession }: OwnerDoor): void => {
  const operation = operations('payments', requireSession.ofBusiness)

  app.get(
    '/api/funds/balance',
    operation('getBalance', 'Show the funds.', { response: { 200: balanceResponse } }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      return asBusiness(db, businessId, async (trx) => {
        const found = await findBalance(trx, businessId)
        return {
          balance: centsToDecimal(found.availableCents),
          reserved: centsToDecimal(found.reservedCents),
          onItsWay: centsToDecimal(found.onItsWayCents),
          currency: found.currency,
          hasMoved: found.hasMoved,
          firstMonth: localDate(found.joinedAt, await findTimeZone(trx, businessId)).slice(0, 7),
        }
      })
    },
  )

  app.get(
    '/api/funds/ledger',
    operation('listMovements', 'List what changed the funds, newest first.', {
      querystring: ledgerQuery,
      response: { 200: ledgerPage },
      errors: ['invalid-cursor'],
    }),
    async (request) => {
      const businessId = requireSession.businessOf(request)
      const { cursor } = request.query
      const after = cursor === undefined ? undefined : readCursor(cursor, place)
      return asBusiness(db, businessId, async (trx) => {
        const rows = await findMovements(trx, businessId, { after, most: PAGE_SIZE + 1 })
        const page = rows.slice(0, PAGE_SIZE)
        let cents = after?.cents ?? rows[0]?.nowCents ?? 0
        const movements = page.map((row) => {
          const movement = presentMovement(row, cents)
          cents -= row.availableCents
          return movement
        })
        const last = rows.length > PAGE_SIZE ? page.at(-1) : undefined
        const { currency } = await findBalance(trx, businessId)
        return {
          movements,
          nextCursor: last ? writeCursor({ at: last.place, id: last.id, cents }) : null,
          currency,
        }
      })
    },
  )
}

const presentMovement = (row: MovementRow, cents: number): Movement => {
  const text = textState(row)
  return {
    id: row.id,
    at: row.at.toISOString(),
    kind: row.kind,
    what: movementWords(row),
    text,
    amount: centsToDecimal(row.availableCents),
    reservedAmount: text === 'on_its_way' ? centsToDecimal(-row.availableCents) : 0,
    balance: centsToDecimal(cents),
    reviewRequestId: row.requestId,
  }
}
