import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MAX_PAID_AGE_DAYS } from '../server/review-requests/deciding/review-request-rules.ts'

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
