import { AUTO_TOP_UP } from '../../../contracts/shared/auto-top-up-terms.ts'
import type { AutoTopUp } from '../../../contracts/payments.ts'
import { findTimeZone } from '../../businesses/business-time-zone.ts'
import type { TenantTrx } from '../../database/database.ts'
import { localDate } from '../../platform/dates.ts'
import { centsToDecimal } from '../../platform/money.ts'
import { chargedInMonthCents, findAutoTopUp, type AutoTopUpRow } from './auto-top-up-queries.ts'
import { brandWords } from './auto-top-up-rules.ts'

/** The state of automatic top-ups; before the owner's first choice, off and with the proposed amounts. */
export const presentAutoTopUp = async (trx: TenantTrx, businessId: string, now: Date): Promise<AutoTopUp> => {
  const row = await findAutoTopUp(trx, businessId)
  const { currency } = await trx
    .selectFrom('businesses')
    .select('currency')
    .where('id', '=', businessId)
    .executeTakeFirstOrThrow()
  if (!row) return { ...UNSET, currency }
  const month = localDate(now, await findTimeZone(trx, businessId)).slice(0, 7)
  return {
    isOn: row.is_on,
    threshold: centsToDecimal(row.threshold_cents),
    amount: centsToDecimal(row.amount_cents),
    monthlyCap: centsToDecimal(row.month_cap_cents),
    currency,
    card: cardOf(row),
    paused: row.paused_reason && { reason: row.paused_reason, at: row.paused_at!.toISOString() },
    chargedThisMonth: centsToDecimal(await chargedInMonthCents(trx, businessId, month)),
  }
}

const UNSET = {
  isOn: false,
  threshold: AUTO_TOP_UP.threshold.proposed,
  amount: AUTO_TOP_UP.amount.proposed,
  monthlyCap: AUTO_TOP_UP.monthlyCap.proposed,
  card: null,
  paused: null,
  chargedThisMonth: 0,
}

const cardOf = ({ card_id, card_brand, card_last4, card_ends }: AutoTopUpRow): AutoTopUp['card'] =>
  card_id ? { brand: brandWords(card_brand ?? ''), last4: card_last4 ?? '', ends: card_ends ?? '' } : null
