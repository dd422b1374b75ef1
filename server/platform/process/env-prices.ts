import { z } from 'zod'

/** Known as regions, and no countries. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ'])
const NAMES = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })

/** What is wrong with a code; nothing where a country has it. */
const faultOf = (code: string): string | undefined => {
  if (!NAMES.of(code) || NO_COUNTRIES.has(code))
    return `names ${code}, which is no country: codes are like AU, NZ, GB and US`
  const { region } = new Intl.Locale(`und-${code}`)
  return region === code ? undefined : `names ${code}, which is no country: the code is ${region}`
}

/** Cents for each segment, by country. */
export const pricesPerSegment = z
  .string()
  .regex(/^[A-Z]{2}=[1-9]\d{0,3}(,[A-Z]{2}=[1-9]\d{0,3})*$/, {
    error: 'must look like AU=9,NZ=14 (cents per segment by country)',
    abort: true,
  })
  .transform((text) =>
    Object.fromEntries(text.split(',').map((pair) => [pair.slice(0, 2), Number(pair.slice(3))])),
  )
  .superRefine((prices, context) => {
    for (const message of Object.keys(prices).flatMap((code) => faultOf(code) ?? []))
      context.addIssue({ code: 'custom', message })
  })
