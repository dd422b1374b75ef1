import { NO_MOBILE } from '../../contracts/test-texts.ts'
import { Refusal } from '../platform/errors.ts'
import { mobileFrom } from '../texts/phones/phone-rules.ts'
import { priceCents, type TextDeps } from '../texts/priced-text.ts'

/** The number in E.164, as typed by somebody in `homeCountry`. Throws Refusal for one that gets no texts of ours. */
export const testMobile = (
  { prices }: Pick<TextDeps, 'prices'>,
  typed: string,
  homeCountry: string,
): { phone: string; country: string } => {
  const slot = { type: 'MOBILE', countryCode: '', areaCode: '', number: typed }
  const mobile = mobileFrom([slot], homeCountry)
  if (mobile.kind !== 'mobile') throw badPhone(NO_MOBILE)
  if (priceCents(1, mobile.country, prices) === undefined) throw notServed()
  return mobile
}

export const notServed = (): Refusal => badPhone('This number is in a country that we cannot text yet.')

const badPhone = (message: string): Refusal =>
  new Refusal('invalid-phone', 422, 'No text can be sent there.', { fields: [{ path: 'phone', message }] })
