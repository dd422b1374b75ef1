import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { fillWelcomePage } from '../../server/pages/welcome-facts.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { newSigningKeys } from '../../server/platform/process/sandbox-keys.ts'

const keep = readEnv({
  ...newSigningKeys(),
  ENCRYPTION_KEYS: '00'.repeat(32),
})
const { SMS_PRICES: prices, CURRENCY: currency } = keep
const company = { name: undefined, address: undefined, email: undefined }
const pageAt = (folder: string): string =>
  readFileSync(join(import.meta.dirname, folder, 'index.html'), 'utf8')
const filled = (folder: string): string =>
  fillWelcomePage(pageAt(folder), { prices, currency, company, keep })
const wordsOf = (html: string): string => html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')

test('the page names the prices that are charged', () => {
  const words = wordsOf(filled('.'))
  const named = { AU: 'Australia', NZ: 'New Zealand', GB: 'United Kingdom', US: 'United States' }
  expect(Object.keys(prices).toSorted()).toEqual(Object.keys(named).toSorted())
  for (const [country, name] of Object.entries(named)) {
    expect(words).toContain(`${name} A$0.${String(prices[country]).padStart(2, '0')}`)
  }
  expect(words).toContain('A$0.09 a text segment in Australia')
  expect(words).toContain('100 texts of one segment in Australia A$9.00')
})

test('what it promises first, here and to search engines, says who is texted and how often', () => {
  const html = pageAt('.')
  const [, described] = /name="description"\s+content="([^"]+)"/.exec(html)!
  const [, lead] = /<h1>.*?<p class="lead">(.*?)<\/p>/s.exec(html)!
  for (const promise of [described!, wordsOf(lead!)])
    expect(promise).toMatch(/customer with a mobile number pays .* no second one in 90 days/)
  expect(html).not.toMatch(/every paid Xero invoice/)
})

test.each(['.', 'privacy', 'terms'])(
  'the page in %s says of the one reminder that its owner switches it on',
  (folder) => {
    const words = wordsOf(filled(folder))
    expect(words).toMatch(/(only|Only) (if you switch it on|where that business has switched it on)/)
    expect(words).toMatch(/by text or by e-mail, 7 to 14 days/)
    expect(words).not.toMatch(/for an invoice, ever/)
  },
)

test('the page on privacy says who carries a reminder by e-mail, and what ends it', () => {
  const words = wordsOf(filled('privacy'))
  expect(words).toMatch(/A mail server, for mail to owners and for reminders by e-mail/)
  expect(words).toMatch(/link in an e-mail ends the e-mails and texts of that business/)
})

test('the page on privacy names no copy of reviews where none is kept, and each once where one is', () => {
  const page = pageAt('privacy')
  const rows = (hasReviews: boolean): number =>
    fillWelcomePage(page, { prices, currency, company, keep, hasReviews }).split('scope="row">Reviews')
      .length - 1
  expect([rows(false), rows(true)]).toEqual([0, 1])
})

describe.each(['.', 'privacy', 'terms'])('the page in %s', (folder) => {
  test('runs no script', () => {
    expect(pageAt(folder)).not.toMatch(/<script|\son\w+=|javascript:|\sstyle=/i)
  })

  test('leads to help, contact, privacy and terms, and leaves no mark unfilled', () => {
    const html = filled(folder)
    for (const place of ['#questions', '#contact', 'privacy/', 'terms/'])
      expect(html).toContain(`href="/welcome/${place}"`)
    expect(html).not.toContain('<!--')
  })

  test('offers an account in its header, to whoever has none and to whoever has one', () => {
    const [header] = /<header.*<\/header>/s.exec(pageAt(folder))!
    expect(header).toContain('href="/register"')
    expect(header).toContain('href="/login"')
  })
})

test.each(['privacy', 'terms'])('%s says that a lawyer has to see it, and who runs this', (folder) => {
  const words = wordsOf(filled(folder))
  expect(words).toContain('Draft, to be reviewed by a lawyer before launch.')
  for (const blank of ['company name', 'company address', 'contact email'])
    expect(words).toContain(`[${blank}: to be filled in]`)
})

test('help and contact are where the links of every screen lead', () => {
  const html = fillWelcomePage(pageAt('.'), {
    prices,
    currency,
    keep,
    company: { name: 'Jo Texts Pty Ltd', address: '1 High St', email: 'jo@texts.example' },
  })
  expect(html).toContain('id="questions"')
  const [contact] = /id="contact".*?<\/section>/s.exec(html)!
  for (const fact of ['mailto:jo@texts.example', 'Jo Texts Pty Ltd', '1 High St'])
    expect(contact).toContain(fact)
})

test('each picture is light, waits until it is near, has room of its own and words for who cannot see it', () => {
  const html = pageAt('.')
  const pictures = [...html.matchAll(/<img\b[^>]*>/g)].map(([tag]) => tag)
  expect(pictures.length).toBe(5)
  for (const tag of pictures) {
    expect(tag).toMatch(/width="\d+"/)
    expect(tag).toMatch(/height="\d+"/)
    expect(tag).toContain('loading="lazy"')
    expect(tag).toMatch(/alt="[^"]{40,}"/)
  }
  const files = [...html.matchAll(/(?:src|srcset)="\.\/([^"]+\.webp)"/g)].map(([, file]) => file!)
  expect(files.length).toBe(14)
  for (const file of files) expect(statSync(join(import.meta.dirname, file)).size).toBeLessThan(60_000)
})
