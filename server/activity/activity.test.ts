import { beforeEach, expect, test } from 'vitest'
import type { ActivityPage, ActivityTotals } from '../../contracts/activity.ts'
import { addAttempt, addDecision, addRequest } from '../../test/support/paid-invoices.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'

const product = useProduct()
let trader: Trader
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  await trader.setOrganisation({ short_code: '!abc12' })
  ;({ call } = await signInTo(product, trader.businessId))
})

const list = async (query = ''): Promise<ActivityPage> =>
  (await call('GET', `/api/activity${query}`)).body as ActivityPage
const totals = async (query = ''): Promise<ActivityTotals> =>
  (await call('GET', `/api/activity/totals${query}`)).body as ActivityTotals

test('every paid invoice is there with what became of it, and they add up', async () => {
  trader.paid(trader.customer())
  const number = trader.customer()
  trader.paid(number)
  trader.paid(number)
  const landline = trader.customer('')
  trader.paid(landline, { invoice: { number: 'INV-1042' } })
  trader.paid(trader.customer('+61491578888'))
  trader.paid(trader.customer('+61491570156'), { invoice: { totalCents: 0 } })
  await product.job('sweep-organisation', trader)
  await trader.send()

  const { items } = await list()
  expect(items).toHaveLength(6)
  expect(items.find(({ reason }) => reason === 'no_mobile')).toMatchObject({
    tenantId: trader.tenantId,
    organisationName: 'Coastal Plumbing',
    invoiceNumber: 'INV-1042',
    customerName: 'Sam Green',
    customerPhone: null,
    contactId: landline.contactId,
    total: 123,
    currency: 'AUD',
    outcome: 'skipped',
    what: 'No mobile number we could text.',
    todo: 'Add their mobile to the contact in Xero.',
    canRetry: true,
    request: null,
    act: {
      words: 'Open the contact in Xero',
      url: `https://go.xero.com/app/!abc12/contacts/contact/${landline.contactId}`,
    },
    optOut: null,
  })
  const seen = await totals()
  expect(seen).toMatchObject({ paid: 6, texted: 2, pending: 0, failed: 1, skipped: 3, notCounted: [] })
  expect(seen.reasons.map(({ reason, outcome, count }) => [reason, outcome, count]).sort()).toEqual([
    ['21614', 'failed', 1],
    ['cooldown', 'skipped', 1],
    ['no_mobile', 'skipped', 1],
    ['nothing_to_pay', 'skipped', 1],
  ])
  for (const outcome of ['texted', 'pending', 'failed', 'skipped'] as const) {
    const page = await list(`?outcome=${outcome}`)
    expect(page.items).toHaveLength(seen[outcome])
    expect(page.items.every((item) => item.outcome === outcome)).toBe(true)
  }
  expect((await list('?reason=cooldown')).items).toHaveLength(1)
  expect((await list('?search=inv-1042')).items).toHaveLength(1)
})

test.each([
  ['scheduled', null, 'pending', 'Will be sent at the time shown.', null],
  ['waiting_for_funds', 'no_funds', 'pending', 'Waiting for funds.', 'Top up to send it.'],
  ['sent', null, 'texted', 'Texted.', null],
  ['delivered', null, 'texted', 'Texted, and it arrived.', null],
  ['failed', '30005', 'failed', 'The number is not in use.', 'Check their mobile number in Xero.'],
  ['cancelled', 'no_longer_paid', 'skipped', 'The invoice was no longer paid, so it was cancelled.', null],
  ['expired', 'no_funds', 'skipped', 'There were no funds for it within a week.', expect.any(String)],
])('a request that is %s for %s is %s: %s', async (state, reason, outcome, what, todo) => {
  await addRequest(product.db, trader, { state, state_reason: reason })
  expect((await list()).items).toMatchObject([{ outcome, what, todo, canRetry: reason === '30005' }])
})

test('bills and what was paid before the start are on record, and in no figure', async () => {
  for (const reason of ['bill', 'paid_before_go_live', 'opted_out'])
    await addDecision(product.db, trader, { outcome: 'skipped', reason, decided_at: product.now() })
  expect(await totals()).toMatchObject({ paid: 1, skipped: 1, reasons: [{ reason: 'opted_out' }] })
  expect((await totals()).notCounted.map(({ reason }) => reason).sort()).toEqual([
    'bill',
    'paid_before_go_live',
  ])
})

test('who was not texted is listed without what is in no figure, which is found by its reason', async () => {
  for (const reason of ['bill', 'opted_out', 'paid_before_go_live', 'bill'])
    await addDecision(product.db, trader, { outcome: 'skipped', reason, decided_at: product.now() })
  const { skipped, notCounted } = await totals()
  const listed = (await list('?outcome=skipped')).items
  expect(listed.map(({ reason }) => reason)).toEqual(['opted_out'])
  expect(listed).toHaveLength(skipped)
  const codes = notCounted.map(({ reason }) => reason).join(',')
  expect((await list(`?reason=${codes}`)).items).toHaveLength(3)
  expect((await list('?outcome=skipped&reason=bill')).items).toHaveLength(2)
  const { items } = await list()
  expect(items.map(({ reason, isCounted }) => [reason, isCounted])).toEqual(
    items.map(({ reason }) => [reason, reason === 'opted_out']),
  )
  expect(items).toHaveLength(4)
})

test('what was paid before the day on which she signed up was not paid while her account was deactivated', async () => {
  await trader.setOrganisation({ time_zone: 'Pacific/Auckland' })
  const created_at = new Date('2026-01-10T12:00:00Z')
  await product.db.updateTable('businesses').set({ created_at }).where('id', '=', trader.businessId).execute()
  const saidOf = async (paid_on: string) => {
    const skipped = { outcome: 'skipped', reason: 'paid_before_go_live', decided_at: product.now() }
    const id = await addDecision(product.db, trader, skipped)
    await product.db.updateTable('invoices').set({ paid_on }).where('invoice_id', '=', id).execute()
    return (await list()).items.find(({ invoiceId }) => invoiceId === id)?.what
  }
  expect(await saidOf('2026-01-10')).toBe('Paid before you began.')
  expect(await saidOf('2026-01-11')).toBe('Paid before you began, or while your account was deactivated.')
})

test('days are the business’s: what came at 11:30 UTC was the next day in Auckland', async () => {
  await trader.setOrganisation({ time_zone: 'Pacific/Auckland' })
  const decide = (at: string) =>
    addDecision(product.db, trader, { outcome: 'skipped', reason: 'opted_out', decided_at: new Date(at) })
  await decide('2026-10-31T10:59:59Z')
  const first = await decide('2026-10-31T11:00:00Z')
  const last = await decide('2026-11-07T10:59:59Z')
  await decide('2026-11-07T11:00:00Z')
  const week = '?from=2026-11-01&to=2026-11-07'
  expect((await list(week)).items.map(({ invoiceId }) => invoiceId)).toEqual([last, first])
  expect(await totals(week)).toMatchObject({ from: '2026-11-01', to: '2026-11-07', paid: 2 })
})

test.each(['newest', 'oldest'])(
  'pages of the %s first follow each other, though a batch was decided in one moment',
  async (order) => {
    const at = new Date('2026-11-01T00:00:00.123Z')
    const ids = new Set<string>()
    for (let n = 0; n < 110; n += 1)
      ids.add(
        await addDecision(product.db, trader, { outcome: 'skipped', reason: 'opted_out', decided_at: at }),
      )
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page: ActivityPage = await list(`?order=${order}${cursor && `&cursor=${cursor}`}`)
      seen.push(...page.items.map(({ invoiceId }) => invoiceId))
      cursor = page.nextCursor
    }
    expect(seen).toHaveLength(110)
    expect(new Set(seen)).toEqual(ids)
  },
)

test('every filter and search finds what reading everything would find', async () => {
  const states = ['scheduled', 'sending', 'unknown', 'sent', 'delivered', 'failed', 'cancelled', 'expired']
  for (const [n, state] of [...states, ...states].entries()) {
    const id = await addRequest(product.db, trader, {
      state,
      state_reason: state === 'failed' || state === 'cancelled' ? `because-${n % 3}` : null,
      customer_name: n % 2 ? 'José Green' : 'Ann Lee',
    })
    if (state === 'sending') await addAttempt(product.db, trader, id, { state: n < 8 ? 'sending' : 'retry' })
    if (state === 'unknown') await addAttempt(product.db, trader, id, { state })
  }
  for (const reason of ['no_mobile', 'opted_out', 'because-1', 'bill'])
    await addDecision(product.db, trader, { outcome: 'skipped', reason })
  const { items } = await list()
  expect(items).toHaveLength(20)
  for (const outcome of ['', 'texted', 'pending', 'failed', 'skipped']) {
    for (const reason of ['', 'because-1', 'no_mobile', 'expired', 'nothing']) {
      for (const search of ['', 'jose', 'green', 'nobody']) {
        const wanted = items.filter(
          (item) =>
            (!outcome || item.outcome === outcome) &&
            (reason ? item.reason === reason : !outcome || item.reason !== 'bill') &&
            (!search || NAMES[search]!.includes(item.customerName!)),
        )
        const asked = Object.entries({ outcome, reason, search }).filter(([, value]) => value)
        const found = (await list(`?${String(new URLSearchParams(asked))}`)).items
        expect(found.map(({ invoiceId }) => invoiceId)).toEqual(wanted.map(({ invoiceId }) => invoiceId))
        const oldest = (await list(`?${String(new URLSearchParams([...asked, ['order', 'oldest']]))}`)).items
        expect(oldest).toEqual(found.toReversed())
      }
    }
  }
})

const NAMES: Record<string, string[]> = {
  jose: ['José Green'],
  green: ['José Green', 'Sam Green'],
  nobody: [],
}

test('the newest decision comes first, and of one moment the last paid, by its number', async () => {
  const at = product.now()
  for (const [number, paid_on] of [
    ['INV-99', '2026-11-02'],
    ['INV-7', '2026-11-03'],
    ['INV-100', '2026-11-02'],
  ] as const) {
    const invoice_id = await addDecision(product.db, trader, {
      outcome: 'skipped',
      reason: 'opted_out',
      decided_at: at,
    })
    await product.db
      .updateTable('invoices')
      .set({ number, paid_on })
      .where('invoice_id', '=', invoice_id)
      .execute()
  }
  await addDecision(product.db, trader, {
    outcome: 'skipped',
    reason: 'opted_out',
    decided_at: new Date(at.getTime() - 1),
  })
  const numbers = (await list()).items.map(({ invoiceNumber }) => invoiceNumber)
  expect(numbers.slice(0, 3)).toEqual(['INV-7', 'INV-100', 'INV-99'])
})

test('another business sees none of it', async () => {
  await addRequest(product.db, trader, { state: 'delivered' })
  const stranger = await signInTo(product, (await createTrader(product)).businessId)
  expect((await stranger.call('GET', '/api/activity')).body['items']).toEqual([])
  expect((await stranger.call('GET', '/api/activity/totals')).body).toMatchObject({ paid: 0 })
})

test('paid invoices are exported for a spreadsheet: the header first, in the zone of the business, harmless', async () => {
  await trader.setOrganisation({ time_zone: 'Pacific/Auckland' })
  const at = new Date('2026-11-20T10:56:00Z')
  const where = { businessId: trader.businessId, tenantId: trader.tenantId }
  const id = await addDecision(product.db, where, { outcome: 'skipped', reason: 'no_mobile', decided_at: at })
  await product.db
    .updateTable('invoices')
    .set({ contact_name: '=HYPERLINK("https://evil.test")', number: 'INV-7' })
    .where('invoice_id', '=', id)
    .execute()
  await addDecision(product.db, where, { outcome: 'skipped', reason: 'paid_before_go_live', decided_at: at })
  for (let n = 0; n < 2; n += 1) await addRequest(product.db, where, { state: 'delivered' })
  const { status, headers, text } = await call('GET', '/api/activity/export')
  expect(status).toBe(200)
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  const lines = text.split('\r\n')
  expect(lines[0]).toMatch(
    /^\uFEFFDecided \(\w+\/\w+\),Customer,Phone,Invoice,Paid on,Total,Currency,Outcome,Why,/,
  )
  expect(lines[0]).toMatch(/,Organisation$/)
  expect(lines).toHaveLength(6)
  const skipped = lines.find((line) => line.includes(',INV-7,'))!
  expect(skipped).toContain(`"'=HYPERLINK(""https://evil.test"")"`)
  expect(skipped).toContain('Not texted,No mobile number we could text.')
  expect(lines.filter((line) => line.includes(',Not counted,'))).toHaveLength(1)
  const zone = /\((\w+\/\w+)\)/.exec(lines[0]!)![1]!
  const hour = new Intl.DateTimeFormat('en-GB', {
    timeZone: zone,
    hour: '2-digit',
    minute: '2-digit',
  }).format(at)
  expect(skipped).toMatch(new RegExp(`^2026-11-2\\d ${hour},`))
  expect((await call('GET', '/api/export')).body).toMatchObject({ timeZone: zone })
})
