import {
  getCountryCallingCode,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type CountryCode,
  type NumberType,
  type PhoneNumber,
} from 'libphonenumber-js/max'

/** A phone as people typed it into one of the accounting system's slots. */
export type TypedPhone = { type: string; countryCode: string; areaCode: string; number: string }

/** `landline`: no number takes texts, and one is certainly a landline. */
export type Mobile =
  | { kind: 'mobile'; phone: string; country: string }
  | { kind: 'landline' }
  | { kind: 'none' }

const SLOTS = ['MOBILE', 'DEFAULT', 'DDI', 'OFFICE']

/**
 * The first number of a contact that can take a text, in E.164. Only `/max` of the library distinguishes a mobile from
 * a landline. In North America the numbering plan does not: such a number is accepted, and the gateway decides.
 */
export const mobileFrom = (phones: readonly TypedPhone[], defaultCountry: string): Mobile => {
  const region = isSupportedCountry(defaultCountry) ? defaultCountry : undefined
  let hasLandline = false
  for (const slot of SLOTS) {
    for (const phone of phones) {
      if (phone.type !== slot) continue
      for (const reading of readingsOf(phone, region)) {
        const { number, country } = reading.parsed
        if (takesTexts(reading)) return { kind: 'mobile', phone: number, country: country! }
        hasLandline ||= reading.type === 'FIXED_LINE'
      }
    }
  }
  return { kind: hasLandline ? 'landline' : 'none' }
}

/** '+61' of AU. Throws for what is no country. */
export const callingCode = (country: string): string => `+${getCountryCallingCode(country as CountryCode)}`

const takesTexts = ({ parsed, type }: Reading): boolean =>
  !parsed.ext && parsed.country !== undefined && (type === 'MOBILE' || type === 'FIXED_LINE_OR_MOBILE')

/**
 * Ways to read one slot, the most likely first. One that is valid with its country, of whatever type, is not read
 * without it: the '2 9876 5432' of a landline in Sydney is a stranger's mobile in New Zealand.
 */
const readingsOf = function* ({ countryCode, areaCode, number }: TypedPhone, home?: CountryCode) {
  const country = asCountry(countryCode)
  const whole = candidatesIn(`${country} ${areaCode} ${number}`)
  const withCountry = whole.filter((text) => country.startsWith('+') && text.startsWith(country))
  const known = firstValid(withCountry)
  if (known) yield* readEach(whole, { defaultCallingCode: known.parsed.countryCallingCode }, known)
  else yield* readEach([...whole, ...candidatesIn(`${areaCode} ${number}`), ...candidatesIn(number)], home)
}

/** With the metadata of `/max` a number has a type when it is valid, and only then. */
type Reading = { text: string; parsed: PhoneNumber; type: NumberType | undefined }

const firstValid = (texts: string[]): Reading | undefined => {
  for (const reading of readEach(texts)) if (reading.type) return reading
  return undefined
}

/** Each when it is asked for: mostly the first is the one. What is `known` is not read again, which takes long. */
const readEach = function* (
  texts: string[],
  home?: CountryCode | { defaultCallingCode: string },
  known?: Reading,
): Generator<Reading> {
  for (const text of new Set(texts)) {
    const reading = text === known?.text ? known : read(text, home)
    if (reading) yield reading
  }
}

const read = (text: string, home?: CountryCode | { defaultCallingCode: string }): Reading | undefined => {
  const parsed = parsePhoneNumberFromString(text, home)
  return parsed && { text, parsed, type: parsed.getType() }
}

/** The whole text and the parts that may each be a number, with as many digits as a phone number can have. */
const candidatesIn = (text: string): string[] =>
  [text, ...text.split(SEPARATORS)].map(tidy).filter(hasPhoneLength)

const SEPARATORS = /[/;,|&\n]|\bor\b|\band\b|\s[-–—]\s/i

/** '61', '+61' and '0061' mean the country; '04' is an area code in the wrong slot. */
const asCountry = (code: string): string => {
  const digits = code.replace(/\D/g, '').replace(/^00(11)?/, '')
  return digits === '' || digits.startsWith('0') ? digits : `+${digits}`
}

/**
 * Without notes like '(Jane)', and with 00 read as + in countries that dial out otherwise (0011 is Australia's own).
 */
const tidy = (text: string): string =>
  text
    .replace(/\([^)]*\p{L}[^)]*\)/gu, ' ')
    .trim()
    .replace(/^00(?!11)/, '+')

const hasPhoneLength = (text: string): boolean => {
  const digits = text.replace(/\P{Nd}/gu, '').length
  return digits >= 7 && digits <= 19 && text.length <= 80
}
