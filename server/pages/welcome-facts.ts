import { LATER_DAYS, WAITING_EVENTS_DAYS } from '../platform/process/env-retention.ts'
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
  /** Whether reviews are read back from Google. */
  hasReviews?: boolean | undefined
}

/** A page about the product, with this installation's prices and company in place of its `<!--marks-->`. */
export const fillWelcomePage = (html: string, facts: WelcomeFacts): string => {
  const words = wordsOf(facts)
  return html.replace(/<!--([a-z-]+)-->/g, (mark, name: string) => words[name] ?? mark)
}

const wordsOf = ({ currency, prices, company, keep, hasReviews }: WelcomeFacts): Record<string, string> => {
  const price = pricesIn(currency)
  const atMost = (of: 'KEEP_EVENTS_DAYS' | 'KEEP_CALLBACKS_DAYS') => keep[of] + LATER_DAYS[of]
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
    'keep-reports': reportsKept(atMost('KEEP_EVENTS_DAYS'), atMost('KEEP_CALLBACKS_DAYS')),
    ...(hasReviews ? READ_BACK : NOT_READ),
    'hosting-place': blank('hosting provider and country'),
    'governing-law': blank('governing law and courts'),
  }
}

/** What has waited for long enough goes in the night after, or in the next one where that one's run took hours. */
const WAITING_AT_MOST = WAITING_EVENTS_DAYS + 2

const reportsKept = (ofXero: number, ofTexts: number): string => {
  const waiting = ofXero < WAITING_AT_MOST ? `; what Xero cannot be asked about, ${WAITING_AT_MOST}` : ''
  return `At most ${ofXero} and ${ofTexts} days${waiting}`
}

const NOT_READ = {
  'reviews-seen': 'What you write at Google is between you and Google: we do not see it.',
  'reviews-row': '',
  'reviews-google': '',
}

/** What Google's policies ask us to say of it: what is read, what is worked out from it, and when it goes. */
const READ_BACK = {
  'reviews-seen':
    'What you write at Google is between you and Google. Where the business lets us read its reviews, it sees here what everybody sees at Google, and from which text a review may have come: a guess, from your name and the time, which is deleted with our copy of the review, 30 days after Google last returned it. Nobody is asked, or not asked, for what they wrote; only a reminder is left out where a review seems to have come.',
  'reviews-row':
    '<tr><th scope="row">Reviews of the business, where its owner connects its Google profile: name, picture, stars, words, replies, as Google shows them; the access to read them, stored encrypted</th><td>To show the owner her own reviews. Guesses from which text one came are made anew each time, and not stored; one that a reminded customer may have written ends the reminder. Never compared or shared between businesses, sold, or used for advertising. We read only, and change nothing at Google</td><td>30 days after Google last returned them; all of it at once when she disconnects, here or in her Google account</td></tr>',
  'reviews-google':
    ' Where an owner connects the profile of her business, we read its reviews there with her consent; our use of what we get from Google’s APIs keeps to the <a href="https://developers.google.com/terms/api-services-user-data-policy">Google API Services User Data Policy</a>, its Limited Use requirements included. Her browser fetches the pictures of reviewers from Google.',
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
