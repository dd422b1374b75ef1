import type { TenantTrx } from '../database/database.ts'
import { findSampleCustomer, findTextingBusiness } from '../message-settings/template-queries.ts'
import { pricedText, type TextDeps } from '../texts/priced-text.ts'
import { refuseBadTemplate } from '../texts/text-rules.ts'
import { refuseOtherLinks } from './test-links.ts'
import { notServed, testMobile } from './test-mobile.ts'
import { findReviewUrl } from './test-text-queries.ts'

export type ComposedTest = {
  phone: string
  body: string
  segments: number
  cents: number
  currency: string
  sender: string | null
}

/** What a customer would get, for this number. Throws Refusal for the message, its links, and the number. */
export const composeTest = async (
  trx: TenantTrx,
  deps: TextDeps,
  wanted: { businessId: string; phone: string; message: string | undefined; linkToken: string },
): Promise<ComposedTest> => {
  const { businessId, linkToken } = wanted
  const business = await findTextingBusiness(trx, businessId)
  const template = (wanted.message ?? business.message).normalize('NFC')
  refuseBadTemplate(template)
  refuseOtherLinks(template, await findReviewUrl(trx, businessId))
  const { phone, country } = testMobile(deps, wanted.phone, business.country)
  const customer = await findSampleCustomer(trx, businessId, business.country)
  const to = { ...customer, template, businessName: business.name, linkToken, country }
  const { ownSender } = business
  const { body, segments, cents, sender } = pricedText(deps, { ...to, ownSender })
  if (cents === undefined) throw notServed()
  return { phone, body, segments, cents, currency: business.currency, sender }
}
