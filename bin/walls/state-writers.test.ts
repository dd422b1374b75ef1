import { expect, test } from 'vitest'
import { strayStateWriters } from './state-writers.ts'

const foundIn = (file: string, text: string): string[] => strayStateWriters([file], () => text)

test.each([
  ["update review_requests set state = 'failed' where id = 1"],
  [
    "update review_requests r\n    set due_at = now(), state = 'scheduled'\n    from late where r.id = late.id",
  ],
  ['insert into send_attempts (business_id, id, state) values (1, 2, 3)'],
  [".updateTable('checkouts')\n  .set({ trouble: null, state: 'paid' })\n  .where('id', '=', id)"],
  [".insertInto('checkouts')\n  .values({ state: 'open' })\n  .execute()"],
  ["UPDATE review_requests SET state = 'failed' WHERE id = 1"],
  ["update public.review_requests set state = 'failed'"],
  ["update review_requests set (state, timeline_at) = ('failed', now())"],
  ["update review_requests set due_at = (select max(due_at) from late), state = 'failed' where id = 1"],
  ["insert into checkouts (id) values (1) on conflict (id) do update set state = 'paid'"],
  [".updateTable('review_requests as r')\n  .set({ state: 'failed' })"],
  [".updateTable('checkouts')\n  .where('id', '=', id)\n  .set({ state: 'paid' })"],
])('a state that is written elsewhere is found: %s', (text) => {
  expect(foundIn('server/flows/some-verb.ts', text)).toHaveLength(1)
})

test.each([
  ["update review_requests set open_count = open_count + 1 where state = 'sent'"],
  ["update send_attempts a set phone = null from review_requests r where r.state = 'sent'"],
  [".updateTable('checkouts')\n  .set({ session_id: id })\n  .where('state', '=', 'open')"],
  [
    ".updateTable('checkouts')\n  .where('state', '=', 'open')\n  .set({ session_id: id })\n  .returning('state')",
  ],
  ["update review_requests set due_at = now() where id = (select id from late where state = 'open')"],
  ["select state from review_requests where state = 'sent'"],
])('a state that is only read is let be: %s', (text) => {
  expect(foundIn('server/flows/some-verb.ts', text)).toEqual([])
})

test('the life’s own files may write it', () => {
  const text = "update review_requests set state = 'sent' where id = 1"
  expect(foundIn('server/review-requests/life/accept.ts', text)).toEqual([])
  expect(foundIn('server/payments/life/write-checkouts.ts', text)).toHaveLength(1)
})
