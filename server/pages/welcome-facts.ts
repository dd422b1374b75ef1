import { escape } from './site-tags.ts'

export type WelcomeFacts = {
  currency: string
  /** Cents for a segment, by country (ISO 3166 alpha-2). */
  prices: Record<string, number>
  /** Who runs this Goodword; what is not given stays a visible blank. */
  company: { name: string | undefined; address: string | undefined; email: string | undefined }
  /** How long what names a customer is kept. */
  keep: {
    KEEP_CUSTOMERS_MONTHS: number
    KEEP_TEXTS_MONTHS: number
    KEEP_REPLIES_DAYS: number
    KEEP_EVENTS_DAYS: number
    KEEP_CALLBACKS_DAYS: number
  }
}

/** A page about the product, with this installation's prices and company in place of its `<!--marks-->`. */
export const fillWelcomePage = (html: string, facts: WelcomeFacts): string => {
  const words = wordsOf(facts)
  return html.replace(/<!--([a-z-]+)-->/g, (mark, name: string) => words[name] ?? mark)
}

const wordsOf = ({ currency, prices, company, keep }: WelcomeFacts): Record<string, string> => {
  const price = pricesIn(currency)
  const [country, cents] = ownPrice(currency, prices)
  const rows = Object.entries(prices).map(
    ([code, each]) => `<tr><th scope="row">${countryName(code)}</th><td>${price(each)}</td></tr>`,
  )
  return {
    'own-price': price(cents),
    'own-country': countryName(country),
    'own-hundred': price(cents * 100),
    'price-rows': rows.join(''),
    currency: currencyName(currency),
    'company-name': company.name ? escape(company.name) : blank('company name'),
    'company-address': company.address ? escape(company.address) : blank('company address'),
    'company-email': company.email ? mailLink(escape(company.email)) : blank('contact email'),
    'keep-customers': `${keep.KEEP_CUSTOMERS_MONTHS} months`,
    'keep-texts': `${keep.KEEP_TEXTS_MONTHS} months`,
    'keep-replies': `${keep.KEEP_REPLIES_DAYS} days`,
    'keep-reports': `${keep.KEEP_EVENTS_DAYS} and ${keep.KEEP_CALLBACKS_DAYS} days`,
    'hosting-place': blank('hosting provider and country'),
    'governing-law': blank('governing law and courts'),
  }
}

/** The first two letters of a currency are its country's, where it has one. */
const ownPrice = (currency: string, prices: Record<string, number>): [country: string, cents: number] => {
  const home = currency.slice(0, 2)
  const cents = prices[home]
  return cents === undefined ? Object.entries(prices)[0]! : [home, cents]
}

const pricesIn = (currency: string): ((cents: number) => string) => {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  return (cents) => format.format(cents / 100)
}

/** In the plural, as in "prices in Australian dollars". */
const currencyName = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' })
    .formatToParts(2)
    .find(({ type }) => type === 'currency')!.value

const countryName = (code: string): string => new Intl.DisplayNames('en', { type: 'region' }).of(code) ?? code

const mailLink = (address: string): string => `<a href="mailto:${address}">${address}</a>`

const blank = (what: string): string => `<mark>[${what}: to be filled in]</mark>`
