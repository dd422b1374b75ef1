export type Country = 'AU' | 'NZ' | 'GB' | 'US'

/** Currency, time zone (IANA, and as Xero writes it) and sales tax of the countries that the sandbox has books in. */
export const COUNTRIES: Record<
  Country,
  { currency: string; iana: string; xero: string; tax: number; version: string; salesTax: string }
> = {
  AU: {
    currency: 'AUD',
    iana: 'Australia/Sydney',
    xero: 'AUSEASTERNSTANDARDTIME',
    tax: 0.1,
    version: 'AU',
    salesTax: 'Tax Exclusive',
  },
  NZ: {
    currency: 'NZD',
    iana: 'Pacific/Auckland',
    xero: 'NEWZEALANDSTANDARDTIME',
    tax: 0.15,
    version: 'NZ',
    salesTax: 'Tax Exclusive',
  },
  GB: {
    currency: 'GBP',
    iana: 'Europe/London',
    xero: 'GMTSTANDARDTIME',
    tax: 0.2,
    version: 'UK',
    salesTax: 'Tax Exclusive',
  },
  US: {
    currency: 'USD',
    iana: 'America/New_York',
    xero: 'EASTERNSTANDARDTIME',
    tax: 0,
    version: 'US',
    salesTax: 'No Tax',
  },
}
