import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useProduct } from '../../../../test/support/product.ts'
import { VendorFailure } from '../../errors.ts'
import { FAILS_ALONE, failedAt, UNEXPECTED_SHAPE } from './inbox.ts'

const product = useProduct()
const alone = new VendorFailure('xero', 'rejected', FAILS_ALONE, 'Xero answered 500, and answers on others')
const unreadable = new VendorFailure('xero', 'retry-later', UNEXPECTED_SHAPE, 'of another shape')

/** A message that fails so, try after try: the pauses after these, in seconds, until it is dead. */
const pausesOf = async (failures: Error[]): Promise<(number | 'dead')[]> => {
  await sql`delete from twilio_messages`.execute(product.db)
  await sql`insert into twilio_messages (id, kind, about, content) values ('m', 'status', 'm', '{}')`.execute(
    product.db,
  )
  const pauses: (number | 'dead')[] = []
  for (const failure of failures) {
    const { rows } = await sql<{ pause: number; isDead: boolean }>`
      update twilio_messages set ${failedAt(sql`now()`, failure)}
      returning extract(epoch from retry_at - failed_at)::integer as pause, dead_at is not null as "isDead"`.execute(
      product.db,
    )
    const { pause, isDead } = rows[0]!
    pauses.push(isDead ? 'dead' : pause)
    if (isDead) return pauses
  }
  return pauses
}
const times = (count: number, failure: Error) => Array<Error>(count).fill(failure)
const OWN = [5, 30, 120, 600, 1800]
const halfHours = (count: number) => Array<number>(count).fill(1800)

test('what fails is dead after its sixth try, and where it fails alone after a day of half hours more', async () => {
  expect(await pausesOf(times(9, unreadable))).toEqual([...OWN, 'dead'])
  expect(await pausesOf(times(90, alone))).toEqual([...OWN, ...halfHours(48), 'dead'])
})

test.each([6, 20, 53])(
  'what fails otherwise after %d tries alone has six tries of its own',
  async (count) => {
    const pauses = await pausesOf([...times(count, alone), ...times(9, unreadable)])
    expect(pauses.slice(count)).toEqual([...OWN, 'dead'])
  },
)

test.each([
  ['by turns', (index: number) => index % 2 === 0],
  ['otherwise at every seventh', (index: number) => index % 7 !== 0],
  ['alone at every third', (index: number) => index % 3 === 0],
] as const)('what fails alone and otherwise, %s, is dead in the end', async (_how, isAlone) => {
  for (const before of [0, 6, 30, 53]) {
    const mixed = Array.from({ length: 90 }, (_one, index) => (isAlone(index) ? alone : unreadable))
    const pauses = await pausesOf([...times(before, alone), ...mixed])
    expect(pauses.at(-1)).toBe('dead')
    expect(pauses.length).toBeLessThanOrEqual(5 + 48 + 6)
  }
})
