import type {
  ReminderAttestation,
  ReminderCountry,
  ReminderWay,
} from '../../../contracts/shared/reminders.ts'

type Law = 'as-the-first' | 'attested' | 'not-known'

/**
 * Australia: a customer may expect it. United Kingdom: the soft opt-in, of which Xero keeps no record. New Zealand: the
 * sender has to prove consent. United States: e-mail needs none, a text may need it in writing.
 */
const LAWS: Record<string, Record<ReminderWay, Law>> = {
  AU: { text: 'as-the-first', email: 'as-the-first' },
  GB: { text: 'attested', email: 'attested' },
  NZ: { text: 'attested', email: 'attested' },
  US: { text: 'attested', email: 'as-the-first' },
}

export type CountryRefusal = 'country_not_known' | 'not_attested'

/** Why no customer of this country is reminded this way. */
export const refuseCountry = (
  country: string,
  way: ReminderWay,
  attested: readonly string[],
): CountryRefusal | undefined => {
  const law = (Object.hasOwn(LAWS, country) ? LAWS[country]![way] : undefined) ?? 'not-known'
  if (law === 'not-known') return 'country_not_known'
  return law === 'attested' && !attested.includes(`${country}:${way}`) ? 'not_attested' : undefined
}

/** The CAN-SPAM Act asks for a postal address in each commercial e-mail: 15 U.S.C. 7704(a)(5). */
export const needsPostalAddress = (country: string, way: ReminderWay): boolean =>
  country === 'US' && way === 'email'

/** What she has to confirm, in full, before anybody is reminded so. */
export const attestationWords: Record<ReminderAttestation, string> = {
  'GB:text':
    'When I took down their mobile number for the sale, I offered my customers to refuse messages like this one.',
  'GB:email':
    'When I took down their e-mail address for the sale, I offered my customers to refuse messages like this one.',
  'NZ:text': 'My customers agreed to get messages like this one, and I can show it.',
  'NZ:email': 'My customers agreed to get e-mails like this one, and I can show it.',
  'US:text': 'My customers agreed in writing to get marketing texts from me.',
}

/** Each country and way in which customers may be reminded, and what she confirms first. No other country is served. */
export const listCountries = (): ReminderCountry[] =>
  Object.entries(LAWS).flatMap(([country, ways]) =>
    (['text', 'email'] as const)
      .filter((way) => ways[way] !== 'not-known')
      .map((way) => {
        const attestation = ways[way] === 'attested' ? (`${country}:${way}` as ReminderAttestation) : null
        const words = attestation && attestationWords[attestation]
        return { country, way, attestation, words, needsAddress: needsPostalAddress(country, way) }
      }),
  )
