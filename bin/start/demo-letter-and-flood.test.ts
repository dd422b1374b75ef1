import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useSeededDemo } from '../../test/support/seeded-demo.ts'
import { ASKED_OWNER, BUSY_OWNER, subjectOf } from '../../sandbox/google/people.ts'
import { ASKED_ORGANISATION } from '../../sandbox/xero/demo/asked-organisation.ts'
import { BUSY_ORGANISATION } from '../../sandbox/xero/demo/busy-organisation.ts'
import { findToMend } from '../../server/activity/to-mend-queries.ts'
import { asBusiness } from '../../server/database/database.ts'
import { reconcileOrganisation } from '../../server/flows/paid-invoices/reconciling/reconcile-organisation.ts'
import { readWeek } from '../../server/notices/weekly/letter-queries.ts'
import { sendWeeklyLetters } from '../../server/notices/weekly/send-weekly-letters.ts'
import { composeTest } from '../../server/test-texts/compose-test.ts'
import { addDays, startOfDay } from '../../server/platform/dates.ts'
import { findTimelinePage } from '../../server/review-requests/timeline/timeline-queries.ts'
import { presentRequest } from '../../server/review-requests/timeline/present-request-rules.ts'
import { findTurns } from '../../server/review-requests/sending/pace/waiting-turns.ts'

/** Wednesday noon in Perth. */
const demo = useSeededDemo(new Date('2026-11-18T04:00:00Z'))
const { base, organisation } = demo

/** Undone or waiting: of these the letter says nothing, or counts them among those that wait. */
const NOT_IN_LETTER = ['bill', 'paid_before_go_live', 'held_by_owner', 'due_later', 'just_due']

test.each([1, 2, 3, 4, 5])(
  'the letter of %i weeks ago says what reconcile says, reason by reason',
  async (ago) => {
    const owned = await organisation()
    const until = addDays('2026-11-16', -7 * (ago - 1))
    const from = addDays(until, -7)
    const { days } = await reconcileOrganisation(demo.parts, owned)
    const week = days.filter(({ day }) => day >= from && day < until)
    const letter = await asBusiness(base.db, owned.businessId, (trx) =>
      readWeek(trx, owned.businessId, {
        from: startOfDay(from, owned.timeZone),
        until: startOfDay(until, owned.timeZone),
        now: demo.clock(),
        hasReviews: false,
      }),
    )
    const explained = week.flatMap(({ reasons }) => Object.entries(reasons))
    const sumOf = (counts: number[]) => counts.reduce((sum, count) => sum + count, 0)
    const refused = sumOf(explained.flatMap(([reason, count]) => (/^\d+$/.test(reason) ? [count] : [])))
    expect(week.length).toBeGreaterThan(4)
    expect(letter.asked + letter.failed).toBe(sumOf(week.map(({ sent }) => sent)) + refused)
    const told = letter.notAsked.flatMap(({ reason, count }) =>
      reason.split(',').length === 1 ? [[reason, count]] : [],
    )
    const wanted = Map.groupBy(explained, ([reason]) => reason)
    const counted = [...wanted].map(
      ([reason, all]) => [reason, sumOf(all.map(([, count]) => count))] as const,
    )
    const skips = counted.filter(([reason]) => !/^\d+$/.test(reason) && !NOT_IN_LETTER.includes(reason))
    expect(told.length).toBe(letter.notAsked.length)
    expect(Object.fromEntries(told)).toEqual(Object.fromEntries(skips))
  },
)

test('the sandbox has the weekly letter of this week’s Monday, once', async () => {
  const letters = demo.sandbox.mails().filter(({ subject }) => subject.endsWith('asked last week'))
  expect(letters).toHaveLength(1)
  expect(letters[0]!.text).toContain('this was the week of Whitlock Electrical, 9 to 15 November.')
  const { businessId } = await organisation()
  const { count } = await asBusiness(base.db, businessId, (trx) =>
    findToMend(trx, businessId, { now: demo.clock(), timeZone: 'Australia/Perth' }),
  )
  expect(letters[0]!.text).toContain(`One thing to look at: ${count} recent payments`)
  expect(await sendWeeklyLetters(demo.parts)).toBe(0)
})

test('a second business has more texts than go in an hour: they wait, and its owner can sign in', async () => {
  const { businessId } = await organisation(BUSY_ORGANISATION)
  const turns = await asBusiness(base.db, businessId, (trx) => findTurns(trx, demo.parts, businessId))
  // Of 75 one is due when its customer's morning comes: it needs a turn once the others have theirs.
  expect(turns).toMatchObject({ count: 74, isPlanned: false, perDay: 20, tooLate: 0 })
  const { rows } = await sql<{ funds: number; owner: string }>`
    select f.available_cents as funds, u.subject as owner
    from balances f join users u on u.business_id = f.business_id
    where f.business_id = ${businessId}`.execute(base.db)
  expect(rows).toEqual([{ funds: 2_500, owner: subjectOf(BUSY_OWNER.email) }])
  expect(demo.sandbox.twilio.sent()).toEqual([])
})

test('it texts by its own name, with a link to opt out from it or from all', async () => {
  const { businessId } = await organisation(BUSY_ORGANISATION)
  const test = { businessId, phone: '+61491570006', message: undefined, linkToken: 'test0000' }
  const composed = await asBusiness(base.db, businessId, (trx) => composeTest(trx, demo.parts, test))
  expect(composed).toMatchObject({
    sender: 'CarrickRoof',
    body: expect.stringMatching(/ Opt out: http\S+\/o\/test0000$/),
  })
  // What all that wait will cost is in its funds.
  expect(75 * composed.cents).toBeLessThan(2_500)
})

test('a third business is asked before each text: its owner said no to one, four wait until five', async () => {
  const { businessId } = await organisation(ASKED_ORGANISATION)
  const rows = await asBusiness(base.db, businessId, (trx) =>
    findTimelinePage(trx, businessId, {
      patterns: [],
      order: 'newest',
      from: undefined,
      until: undefined,
      after: undefined,
      most: 20,
    }),
  )
  const here = { now: demo.clock(), timeZone: 'Australia/Perth' }
  const shown = rows.map((row) => presentRequest(row, here))
  expect(
    shown.map(({ state, detail, failure, choices }) => [state, (detail ?? failure)?.what, choices.at(-1)]),
  ).toEqual([
    ...Array.from({ length: 4 }, () => ['scheduled', 'Goes at 5:00 pm today unless you say no.', 'cancel']),
    ['cancelled', 'You decided not to send it.', 'undo-cancel'],
  ])
  const { subject } = await base.db
    .selectFrom('users')
    .select('subject')
    .where('business_id', '=', businessId)
    .executeTakeFirstOrThrow()
  expect(subject).toBe(subjectOf(ASKED_OWNER.email))
})
