import { expect, test } from 'vitest'
import type { RuleReason } from '../../deciding/review-rules.ts'
import { helpOf } from '../mending/help-rules.ts'
import { requestMending } from '../mending/mending-rules.ts'
import { requestSteps, type RequestFacts } from './request-steps-rules.ts'
import { requestWords } from './request-words-rules.ts'

const ON = { isSwitchedOn: true, isConnected: true, isOptedOut: false }
const REASONS: Record<RuleReason, true> = {
  excluded_contact: true,
  excluded_word: true,
  excluded_group: true,
  excluded_tracking: true,
  deposit_invoice: true,
  excluded_invoice_word: true,
  below_smallest_amount: true,
}

test.each(Object.keys(REASONS) as RuleReason[])(
  'a text that the rule %s cancelled says so once, in the past and without advice',
  (reason) => {
    const words = requestWords('cancelled', reason, ON)!
    expect(words.what).toMatch(/^One of your rules cancelled it: .* (then|customer)\.$/)
    expect(words.todo).toBeUndefined()
    expect(requestMending('cancelled', reason, ON)).toBeUndefined()
    expect(helpOf('cancelled', reason)).toMatch(/^Nothing needs doing: .* rules that you have then\.$/)
    const steps = requestSteps({
      ...FACTS,
      state: 'cancelled',
      stateReason: reason,
      endedAt: new Date('2026-11-20T03:00:00Z'),
    })
    expect(steps.at(-1)!.what).toBe('Cancelled by a rule of yours.')
  },
)

test('an invoice that a rule left out from the start still says where the rule is', () => {
  expect(helpOf(null, 'below_smallest_amount')).toBeNull()
  expect(requestWords('cancelled', 'automation_off', { ...ON, isSwitchedOn: false })?.todo).toBeDefined()
})

const AT = new Date('2026-11-20T02:00:00Z')
const FACTS: RequestFacts = {
  state: 'scheduled',
  stateReason: null,
  decidedAt: AT,
  foundBy: 'webhook',
  meantAt: AT,
  dueAt: AT,
  waitingSince: null,
  heldAt: null,
  sentAt: null,
  deliveredAt: null,
  failedAt: null,
  endedAt: null,
  openedAt: null,
  openCount: 0,
  attempts: [],
  choices: [],
  optOutSource: null,
  optedOutAt: null,
}
