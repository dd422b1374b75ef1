import { describe, expect, test } from 'vitest'
import { KEEP_BY_DEFAULT as keep } from '../../test/support/keep-by-default.ts'
import { fillWelcomePage, type WelcomeFacts } from './welcome-facts.ts'

const noCompany = { name: undefined, address: undefined, email: undefined }
const facts: WelcomeFacts = { currency: 'AUD', prices: { NZ: 14, AU: 9 }, company: noCompany, keep }
const fill = (html: string, other: Partial<WelcomeFacts> = {}) =>
  fillWelcomePage(html, { ...facts, ...other })

describe('the prices on the page', () => {
  test('are those that are charged, its own country’s in front', () => {
    expect(fill('<!--own-price--> in <!--own-country-->, <!--own-hundred--> in <!--currency-->')).toBe(
      'A$0.09 in Australia, A$9.00 in Australian dollars',
    )
    expect(fill('<!--price-rows-->')).toBe(
      '<tr><th scope="row">New Zealand</th><td>A$0.14</td></tr><tr><th scope="row">Australia</th><td>A$0.09</td></tr>',
    )
  })

  test('begin with the first where the currency has no country among them', () => {
    expect(
      fill('<!--own-price--> in <!--own-country-->', { currency: 'EUR', prices: { IE: 10, FR: 12 } }),
    ).toBe('€0.10 in Ireland')
  })
})

describe('who runs it', () => {
  const company = { name: 'Jo & Sons <Texts>', address: '1 High St', email: 'jo@texts.example' }

  test('is named as it was set, and never run', () => {
    expect(fill('<!--company-name-->, <!--company-address-->, <!--company-email-->', { company })).toBe(
      'Jo &#38; Sons &#60;Texts&#62;, 1 High St, <a href="mailto:jo@texts.example">jo@texts.example</a>',
    )
  })

  test('is a marked blank until it is set', () => {
    expect(fill('<!--company-name-->')).toBe('<mark>[company name: to be filled in]</mark>')
  })
})

test('how long customers are kept is what the operator set', () => {
  expect(fill('<!--keep-customers-->, <!--keep-texts-->', { keep: { ...keep, KEEP_TEXTS_MONTHS: 3 } })).toBe(
    '24 months, 3 months',
  )
})

test('of reviews it says what holds: unseen where they are off, and when they go where they are on', () => {
  const page = '<!--reviews-seen--> <!--reviews-row--> <!--reviews-google-->'
  expect(fill(page)).toContain('we do not see it')
  const on = fill(page, { hasReviews: true })
  for (const said of ['30 days after Google last returned', 'Limited Use', 'stored encrypted'])
    expect(on).toContain(said)
  expect(on).not.toContain('we do not see it')
})

test('what is no mark of ours is left alone', () => {
  expect(fill('<!--a note-->')).toBe('<!--a note-->')
})

test('what Xero and the gateway reported is kept no longer than the page says', () => {
  expect(fill('<!--keep-reports-->')).toBe('At most 43 and 122 days; what Xero cannot be asked about, 92')
  const long = { ...keep, KEEP_EVENTS_DAYS: 90 }
  expect(fill('<!--keep-reports-->', { keep: long })).toBe('At most 102 and 122 days')
})
