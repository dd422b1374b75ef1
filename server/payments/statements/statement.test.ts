import { describe, expect, test } from 'vitest'
import { useAccountSide } from '../../../test/support/account-side.ts'
import { createOwner } from '../../../test/support/owner.ts'
import { handleWaiting, orderTopUp } from '../../../test/support/payments.ts'
import { localDate } from '../../platform/dates.ts'
import { writeStatement, type StatementLine } from './statement-rules.ts'

const line = (more: Partial<StatementLine>): StatementLine => ({
  day: '2026-11-20',
  what: 'Text to Ann, INV-1',
  text: null,
  cents: -18,
  reference: 'r-1',
  ...more,
})
const written = (lines: StatementLine[], openingCents = 0) =>
  writeStatement({ month: '2026-11', currency: 'AUD', openingCents, lines }).split('\r\n')

describe('a statement', () => {
  test('begins with its header, and adds up from the opening to the closing balance', () => {
    const rows = written(
      [
        line({ what: 'Top-up by card', cents: 2_000 }),
        line({ text: 'on_its_way' }),
        line({ text: 'not_delivered' }),
        line({ what: 'Refunded to your card', cents: -500 }),
      ],
      7,
    )
    expect(rows.slice(0, 7)).toEqual([
      '\uFEFFDate,What,Amount (AUD),Balance (AUD),Reference',
      '2026-11-01,Opening balance,,0.07,',
      '2026-11-20,Top-up by card,20.00,20.07,r-1',
      '2026-11-20,"Text to Ann, INV-1 (on its way)",-0.18,19.89,r-1',
      '2026-11-20,"Text to Ann, INV-1 (charged, not delivered)",-0.18,19.71,r-1',
      '2026-11-20,Refunded to your card,-5.00,14.71,r-1',
      ',Closing balance,,14.71,',
    ])
  })

  test('lets no customer’s name run as a formula or break a row', () => {
    expect(written([line({ what: '=1+1' })])[2]).toContain("'=1+1")
    const [, , quoted] = written([line({ what: 'Text to Ann "Annie" Lee, INV-1,2' })])
    expect(quoted).toContain('"Text to Ann ""Annie"" Lee, INV-1,2"')
    expect(written([line({ reference: '@cmd' })])[2]).toContain("'@cmd")
  })
})

describe('over HTTP', () => {
  const side = useAccountSide()

  test('an owner downloads her month, and no other owner can', async () => {
    const owner = await createOwner(side, 'statement@example.com', 'Whitlock')
    const sessionId = await orderTopUp(owner, 20)
    await side.sandbox.stripe.pay(sessionId)
    await handleWaiting(side.parts)
    const month = localDate(new Date(), 'Australia/Sydney').slice(0, 7)
    const [cookie] = owner.cookies().filter((pair) => pair.startsWith('goodword-session='))
    const answer = await fetch(`${side.url}/api/funds/statement?month=${month}`, {
      headers: { cookie: cookie! },
    })
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toContain(`goodword-${month}.csv`)
    const text = await answer.text()
    expect(text).toContain('Top-up by card,20.00,20.00,cs_test_')
    expect((await side.person().api('GET', `/api/funds/statement?month=${month}`)).status).toBe(401)
    expect((await owner.api('GET', '/api/funds/statement?month=2026-13')).status).toBe(422)
    const other = await createOwner(side, 'other-statement@example.com')
    const another = await other.api('GET', `/api/funds/statement?month=${month}`)
    expect(another.status).toBe(200)
  })
})
