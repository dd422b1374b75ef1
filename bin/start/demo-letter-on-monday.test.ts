import { expect, test } from 'vitest'
import { useSeededDemo } from '../../test/support/seeded-demo.ts'
import { sendWeeklyLetters } from '../../server/notices/weekly/send-weekly-letters.ts'

/** Monday in Perth, two hours before letters go. */
const demo = useSeededDemo(new Date('2026-11-15T22:00:00Z'))

test('the letter that is dated this Monday is about the week that has just ended, and has no second', async () => {
  const letters = demo.sandbox.mails().filter(({ subject }) => subject.endsWith('asked last week'))
  expect(letters.map(({ receivedAt }) => receivedAt)).toEqual([demo.clock().toISOString()])
  expect(letters[0]!.text).toContain('this was the week of Whitlock Electrical, 9 to 15 November.')
  const atNine = new Date('2026-11-16T01:00:00Z')
  expect(await sendWeeklyLetters({ ...demo.parts, clock: () => atNine })).toBe(0)
})
