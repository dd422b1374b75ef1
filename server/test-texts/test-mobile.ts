import { NO_MOBILE } from '../../contracts/test-texts.ts'
import { Refusal } from '../platform/errors.ts'
import { callingCode, mobileFrom, type Mobile } from '../texts/phones/phone-rules.ts'
import { priceCents, type TextDeps } from '../texts/priced-text.ts'

/** The number in E.164, as typed by somebody in `homeCountry`. Throws Refusal for one that gets no texts of ours. */
export const testMobile = (
  { prices }: Pick<TextDeps, 'prices'>,
  typed: string,
  homeCountry: string,
): { phone: string; country: string } => {
  const mobile = readIn(homeCountry, typed)
  if (mobile.kind !== 'mobile') throw badPhone(noMobile(typed, mobile.kind, Object.keys(prices)))
  if (priceCents(1, mobile.country, prices) === undefined) throw notServed()
  return mobile
}

const readIn = (country: string, number: string): Mobile =>
  mobileFrom([{ type: 'MOBILE', countryCode: '', areaCode: '', number }], country)

/**
 * With the remedy where it is a mobile as people in another of the countries that we text write theirs. A landline at
 * home may be a stranger's mobile there: then the code of that country is not named.
 */
const noMobile = (typed: string, atHome: 'landline' | 'none', served: string[]): string => {
  const other = served.find((country) => readIn(country, typed).kind === 'mobile')
  if (!other) return NO_MOBILE
  const example = atHome === 'landline' ? '' : `, such as ${callingCode(other)}`
  return `${NO_MOBILE} Write one of another country with its country code${example}.`
}

export const notServed = (): Refusal => badPhone('This number is in a country that we cannot text yet.')

const badPhone = (message: string): Refusal =>
  new Refusal('invalid-phone', 422, 'No text can be sent there.', { fields: [{ path: 'phone', message }] })
