import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { decideNotice, fundsLevel, writeNotice, type FundsLevel, type Told } from './notice-rules.ts'

const nothing: Told = { fundsLevel: 0, xeroTold: false, lastSentAt: null, isOff: false }
const noon = new Date('2026-11-20T12:00:00Z')
const funds = (availableCents: number, more: object = {}) =>
  fundsLevel({ availableCents, textCents: 18, isWaiting: false, everHadFunds: true, ...more })

test.each([
  [20 * 18, 0],
  [20 * 18 - 1, 1],
  [5 * 18, 1],
  [5 * 18 - 1, 2],
  [18, 2],
  [17, 3],
  [-500, 3],
])('%i cents are level %i', (cents, level) => expect(funds(cents)).toBe(level))

test('an owner who never had funds is mailed once texts wait for them', () => {
  expect(funds(0, { everHadFunds: false })).toBe(0)
  expect(funds(0, { everHadFunds: false, isWaiting: true })).toBe(3)
})

describe('a mail', () => {
  const now = (level: FundsLevel, isXeroLost = false, refusedSince: Date | null = null) => ({
    fundsLevel: level,
    isXeroLost,
    refusedSince,
  })

  test('goes when it got worse, and once', () => {
    const { mail, remember } = decideNotice(nothing, now(1), noon)
    expect(mail).toEqual({ funds: 1, xero: null })
    const told = { ...nothing, ...remember, lastSentAt: noon }
    expect(decideNotice(told, now(1), new Date(noon.getTime() + 90_000_000)).mail).toBeUndefined()
  })

  test('never goes twice within a day, and what was held back goes after it', () => {
    const told = { ...nothing, fundsLevel: 1, lastSentAt: noon }
    const soon = decideNotice(told, now(3, true), new Date(noon.getTime() + 86_399_000))
    expect(soon).toEqual({ mail: undefined, remember: { fundsLevel: 1, xeroTold: false } })
    const later = decideNotice(told, now(3, true), new Date(noon.getTime() + 86_400_000))
    expect(later.mail).toEqual({ funds: 3, xero: 'lost' })
  })

  test('tells of a loss also where one has told of a refusal, which promised to end by itself', () => {
    const days = (count: number) => new Date(noon.getTime() + count * 86_400_000)
    expect(decideNotice(nothing, now(0, false, noon), days(0.9)).mail).toBeUndefined()
    const refused = decideNotice(nothing, now(0, false, noon), days(1))
    expect(refused.mail).toEqual({ funds: 0, xero: 'paused' })
    const told = { ...nothing, ...refused.remember, lastSentAt: days(1) }
    expect(decideNotice(told, now(0, false, noon), days(5)).mail).toBeUndefined()
    const lost = decideNotice(told, now(0, true, noon), days(2))
    expect(lost.mail).toEqual({ funds: 0, xero: 'lost' })
    const toldBoth = { ...nothing, ...lost.remember, lastSentAt: days(2) }
    expect(decideNotice(toldBoth, now(0, true, noon), days(9)).mail).toBeUndefined()
    expect(decideNotice(toldBoth, now(0, false, days(3)), days(4)).mail).toEqual({ funds: 0, xero: 'paused' })
  })

  test('goes again after a recovery', () => {
    const recovered = decideNotice({ ...nothing, fundsLevel: 3, xeroTold: true }, now(0), noon)
    expect(recovered).toEqual({ mail: undefined, remember: { fundsLevel: 0, xeroTold: false } })
  })

  test('never goes to who wants none', () => {
    expect(decideNotice({ ...nothing, isOff: true }, now(3, true), noon).mail).toBeUndefined()
  })

  test('whatever happens in whatever order, two mails are a day apart', () => {
    const step = fc.record({
      hours: fc.integer({ min: 0, max: 30 }),
      level: fc.constantFrom<FundsLevel>(0, 1, 2, 3),
      lost: fc.boolean(),
    })
    const property = fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      let told = nothing
      let at = noon
      let last = -Infinity
      for (const { hours, level, lost } of steps) {
        at = new Date(at.getTime() + hours * 3_600_000)
        const { mail, remember } = decideNotice(told, now(level, lost), at)
        if (mail) expect(at.getTime() - last).toBeGreaterThanOrEqual(86_400_000)
        if (mail) last = at.getTime()
        told = { ...told, ...remember, ...(mail ? { lastSentAt: at } : {}) }
      }
    })
    expect(fc.check(property).failed).toBe(false)
  })

  test('says what is left, what waits, what to do and how to end it', () => {
    const about = {
      name: 'Dana',
      businessName: 'Whitlock Electrical',
      textCents: 18,
      currency: 'AUD',
      publicUrl: 'https://goodword.example',
      offUrl: 'https://goodword.example/n/abc',
    }
    const low = writeNotice({ ...about, funds: 1, xero: null, availableCents: 200, waiting: 0 })
    expect(low.subject).toBe('Funds of Whitlock Electrical are getting low')
    expect(low.text).toContain('You have $2.00 left for review texts. That is about 11 texts.')
    const stopped = writeNotice({ ...about, funds: 3, xero: 'lost', availableCents: -500, waiting: 1 })
    expect(stopped.text).toContain('used up (-$5.00)')
    expect(stopped.text).toContain('1 text waits for funds')
    expect(stopped.text).toContain('https://goodword.example/dashboard?tab=xero')
    expect(stopped.text).toContain('https://goodword.example/n/abc')
  })
})
