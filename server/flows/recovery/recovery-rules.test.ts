import { expect, test } from 'vitest'
import { mayLackSettings } from './recovery-rules.ts'

const upSince = new Date('2026-11-20T02:00:00Z')
const failover = {
  reason: 'restored',
  isSynchronous: true,
  seenAt: new Date('2026-11-20T01:58:30Z'),
  upSince,
  wentBack: false,
  hasForgottenTexts: false,
}

test.each<[string, Partial<typeof failover>, boolean]>([
  ['a switchover, or a failover to a standby that has each commit', {}, false],
  [
    'a promotion where commits do not wait for a standby, or a restore to a moment',
    { isSynchronous: false },
    true,
  ],
  ['a restore to a moment in front of a standby', { seenAt: new Date('2026-11-20T01:44:00Z') }, true],
  ['another cluster, or an order that only Stripe knew', { wentBack: true }, true],
  ['a text that only the gateway knew', { hasForgottenTexts: true }, true],
  ['a restart', { reason: 'restarted', isSynchronous: false }, false],
  ['a restart after hours', { reason: 'restarted', seenAt: new Date('2026-11-19T20:00:00Z') }, false],
  ['a report on a text that others sent', { reason: 'report', isSynchronous: false }, false],
  ['a primary that came back', { reason: 'replaced', wentBack: true }, true],
])('%s', (_what, more, may) => {
  expect(mayLackSettings({ ...failover, ...more })).toBe(may)
})
