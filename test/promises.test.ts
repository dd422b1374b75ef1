import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DECENT_HOURS } from '../contracts/shared/sending-hours.ts'
import { MAX_PAID_AGE_DAYS } from '../server/review-requests/deciding/paid-date-rules.ts'
import { clockTime } from '../web/message-settings/settings-rules.ts'

const read = (file: string): string =>
  readFileSync(new URL(`../${file}`, import.meta.url), 'utf8').replace(/\s+/g, ' ')
const [, cooldownDays] = /cooldown_days integer not null default (\d+)/.exec(read('database/schema.sql'))!

/** Where a stranger or a newcomer is promised what happens when an invoice is paid. */
const PAGES = ['web/sessions/hints.tsx', 'web/screens/onboarding/xero-step.tsx', 'web/welcome/index.html']

test.each(PAGES)(
  '%s promises no text for each paid invoice, and names the time between two [1.1]',
  (page) => {
    expect(read(page)).not.toMatch(/each (paid invoice|customer)[^.]* (sends|gets)|one text for each paid/i)
    expect(read(page)).toContain(`in ${cooldownDays} days`)
  },
)

test('the terms name how old a payment may be, and every screen behind the sign-in speaks of the rules', () => {
  expect(read('web/welcome/terms/index.html')).toContain(`more than ${MAX_PAID_AGE_DAYS} days`)
  for (const page of [
    'message-settings/sms-page',
    'message-settings/automation-switch',
    'organisations/xero-page',
  ])
    expect(read(`web/${page}.tsx`)).not.toMatch(/each customer[^.]*(gets|invoice)/i)
})

/** 480 → '8 am'. */
const hour = (minutes: number): string => clockTime(minutes).replace(':00', '')

test('whoever reads when texts go out reads by whose clock, and which hours nobody can choose', () => {
  const ceiling = `before ${hour(DECENT_HOURS.from)} or after ${hour(DECENT_HOURS.until)}`
  const [welcome, terms, hint] = [
    'web/welcome/index.html',
    'web/welcome/terms/index.html',
    'web/message-settings/sending-hours.tsx',
  ]
    .map(read)
    // The page keeps an hour on one line.
    .map((text) => text.replaceAll(String.raw`\u00a0`, ' '))
  for (const page of [welcome, terms, hint]) expect(page).toContain(ceiling)
  const [from, until] = ['sending_from', 'sending_until'].map((column) =>
    hour(Number(new RegExp(`${column} +smallint default (\\d+)`).exec(read('database/schema.sql'))![1])),
  )
  expect(welcome).toContain(`between ${from} and ${until} where your customer is`)
  expect(terms).toMatch(/your sending hours, [^.]* where the customer is/)
  for (const page of [...PAGES.map(read), terms])
    expect(page).not.toMatch(/at night, unless|where your business is/)
})
