import { zonesOfAreaCode } from './area-code-rules.ts'

export type Recipient = { phone: string; country: string }

/** In these a number names the place that it was given out for. */
const WITH_AREA_CODES = ['US', 'CA']

/**
 * The time zones (IANA) in which the owner of a number may be. Several where neither the number nor its country says
 * which: then a moment has to suit all of them. A customer in the organisation's own country is taken to live where the
 * organisation works; with an area elsewhere there or here, since people move and keep their number.
 */
export const recipientZones = ({ phone, country }: Recipient, organisationZone: string): string[] => {
  const ofArea = WITH_AREA_CODES.includes(country) ? zonesOfAreaCode(phone) : undefined
  const all = zonesOfCountry(country)
  const home = canonical(organisationZone)
  const isHome = all.includes(home)
  if (ofArea) return isHome && !ofArea.map(canonical).includes(home) ? [...ofArea, organisationZone] : ofArea
  return all.length === 0 || isHome ? [organisationZone] : all
}

/** TypeScript's library does not have it yet. */
type LocaleOfNow = Intl.Locale & { getTimeZones?: () => string[] | undefined }

const countries = new Map<string, string[]>()

const zonesOfCountry = (country: string): string[] => {
  const known = countries.get(country)
  if (known) return known
  // Few people live there, and each of these zones shortens the hours that suit all.
  const locale: LocaleOfNow = new Intl.Locale(`und-${country}`)
  const found = (locale.getTimeZones?.() ?? []).filter((zone) => !zone.startsWith('Antarctica/'))
  const zones = [...new Set(found.map(canonical))]
  countries.set(country, zones)
  return zones
}

const names = new Map<string, string>()

/** 'Australia/ACT' is another name of 'Australia/Sydney'. */
const canonical = (zone: string): string => {
  const known = names.get(zone)
  if (known) return known
  const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions()
  names.set(zone, timeZone)
  return timeZone
}
