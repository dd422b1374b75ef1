import { expect, test } from 'vitest'
import type { RequestChoice } from '../../../../contracts/review-requests.ts'
import { DAY_MS } from '../../../platform/dates.ts'
import { choicesOf, type Choosable } from './choices-rules.ts'

const NOW = new Date('2026-11-20T02:00:00Z')
const WELL = { isSwitchedOn: true, isConnected: true, isOptedOut: false }
const inDays = (days: number) => new Date(NOW.getTime() + days * DAY_MS)
const HERS = { stateReason: 'cancelled_by_owner' }
const EARLY = { dueAt: inDays(1) }

test.each<[string, Partial<Choosable>, RequestChoice[]]>([
  ['is due later', EARLY, ['send-now', 'hold', 'cancel']],
  ['is due now', {}, ['hold', 'cancel']],
  ['waits for funds', { ...EARLY, state: 'waiting_for_funds' }, ['hold', 'cancel']],
  ['is held before it is due', { ...EARLY, state: 'held' }, ['resume', 'send-now', 'cancel']],
  ['is held and was due', { state: 'held' }, ['resume', 'cancel']],
  ['is being sent', { state: 'sending' }, []],
  ['was put off by the gateway', { state: 'sending', isPostponed: true }, ['cancel']],
  ['is looked for', { state: 'unknown' }, []],
  ['was sent', { state: 'sent' }, []],
  ['its owner cancelled', { ...HERS, state: 'cancelled', meantAt: inDays(-13) }, ['undo-cancel']],
  ['its owner cancelled long ago', { ...HERS, state: 'cancelled', meantAt: inDays(-15) }, []],
  ['something else cancelled', { state: 'cancelled', stateReason: 'no_longer_paid' }, []],
  ['expired', { state: 'expired', stateReason: 'held_too_long' }, []],
])('a text that %s', (_what, facts, choices) => {
  const text: Choosable = {
    state: 'scheduled',
    stateReason: null,
    dueAt: NOW,
    meantAt: NOW,
    isPostponed: false,
    ...facts,
  }
  expect(choicesOf(text, WELL, NOW)).toEqual(choices)
})

test.each([
  ['whose customer sent STOP', { ...WELL, isOptedOut: true }],
  ['while review requests are switched off', { ...WELL, isSwitchedOn: false }],
])('a text %s can only be cancelled', (_what, against) => {
  for (const state of ['scheduled', 'waiting_for_funds', 'held'] as const) {
    const text = { state, stateReason: null, dueAt: inDays(1), meantAt: NOW, isPostponed: false }
    expect(choicesOf(text, against, NOW)).toEqual(['cancel'])
  }
})
