/**
 * The IANA name for Xero's: a Windows name in capitals without spaces, such as AUSEASTERNSTANDARDTIME
 * (https://developer.xero.com/documentation/api/accounting/organisation). A name that the CLDR table no longer has
 * falls back to the country. The table is large and seldom asked for: it is loaded on first use.
 */
export const timeZoneOf = async (
  xeroName: string | undefined,
  country: string | undefined,
): Promise<string | undefined> => {
  const { findIana, WINDOWS_TO_IANA_MAP } = await import('windows-iana')
  const wanted = squeeze(xeroName ?? '')
  const windowsName = WINDOWS_TO_IANA_MAP.find(
    ({ windowsName }) => squeeze(windowsName) === wanted,
  )?.windowsName
  const names = windowsName
    ? [...findIana(windowsName, country ?? '001'), ...findIana(windowsName, '001')]
    : []
  return names[0] ?? usualZones[country ?? '']
}

/** Xero keeps the plus of 'UTC+12' but not the minus of 'UTC-11'. */
const squeeze = (name: string): string => name.toUpperCase().replace(/[^A-Z0-9+()]/g, '')

const usualZones: Record<string, string> = {
  AU: 'Australia/Sydney',
  NZ: 'Pacific/Auckland',
  GB: 'Europe/London',
  IE: 'Europe/Dublin',
  US: 'America/New_York',
  CA: 'America/Toronto',
  SG: 'Asia/Singapore',
  ZA: 'Africa/Johannesburg',
}
