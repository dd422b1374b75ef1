import { sql } from 'kysely'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { backtestLine, type Backtest } from '../../contracts/backtest.ts'
import { useProduct } from '../../test/support/product.ts'
import { signInTo, type Answer, type Call } from '../../test/support/signed-in.ts'
import { createTrader, type Trader } from '../../test/support/trader.ts'
import { sealTokens } from '../organisations/seal-tokens.ts'
import type { XeroInvoice } from '../integrations/xero/xero-types.ts'
import { VendorFailure } from '../platform/errors.ts'

const product = useProduct()
let trader: Trader
let roofing: string
let call: Call

beforeEach(async () => {
  trader = await createTrader(product)
  roofing = await connectSecond()
  ;({ call } = await signInTo(product, trader.businessId))
  trader.paid()
  const { contactId } = product.sandbox.xero.addContact(roofing, {
    name: 'Rhea Slate',
    mobile: '+61491570156',
  })
  const { invoiceId } = product.sandbox.xero.addInvoice(roofing, { contactId, totalCents: 5000 })
  product.sandbox.xero.pay(roofing, invoiceId, { webhook: false })
})

/** By a consent of its own, and after the first. */
const connectSecond = async (): Promise<string> => {
  const { tenantId } = product.sandbox.xero.addOrganisation({ name: 'Coastal Roofing' })
  const key = { businessId: trader.businessId, authorisationId: crypto.randomUUID() }
  const sealed = sealTokens(product.parts.sealer, key, product.sandbox.xero.grant(tenantId))
  await sql`
    insert into xero_authorisations (business_id, id, access_token, refresh_token, access_expires_at)
    values (${key.businessId}, ${key.authorisationId}, ${sealed.access_token}, ${sealed.refresh_token},
            ${new Date(product.now().getTime() + 1_800_000)})`.execute(product.db)
  await sql`
    insert into organisations (business_id, tenant_id, authorisation_id, connection_id, name, country, time_zone,
                               live_since, sweep_cursor, connected_at)
    select business_id, ${tenantId}::uuid, ${key.authorisationId}::uuid, gen_random_uuid(), 'Coastal Roofing', country,
           time_zone, live_since, sweep_cursor, connected_at + interval '1 minute'
    from organisations where tenant_id = ${trader.tenantId}`.execute(product.db)
  return tenantId
}

/** Why an organisation cannot be read, and what the owner reads of it. */
const CLOSINGS: Record<string, { close: (tenantId: string) => Promise<unknown>; words: RegExp }> = {
  'waits for its owner': {
    words: /^Xero has to be connected again/,
    close: (tenantId) =>
      sql`update xero_authorisations set state = 'needs_reconnect'
          where id = (select authorisation_id from organisations where tenant_id = ${tenantId})`.execute(
        product.db,
      ),
  },
  'has used up its day': {
    words: /^Xero limits how often we may ask in a day/,
    close: (tenantId) =>
      sql`update organisations set day_remaining = 10, day_read_at = ${product.now()}
          where tenant_id = ${tenantId}`.execute(product.db),
  },
  'is kept from us': {
    words: /^Xero does not let us read one of your organisations/,
    close: async (tenantId) => {
      const { xero } = product.parts
      const { paidInvoices } = xero
      onTestFinished(() => void (xero.paidInvoices = paidInvoices))
      xero.paidInvoices = (session, asked) => {
        if (session.tenantId !== tenantId) return paidInvoices(session, asked)
        throw new VendorFailure('xero', 'rejected', 'forbidden', 'This organisation is kept from us.')
      }
    },
  },
}
const HOW = Object.keys(CLOSINGS)
const close = (how: string, tenantId: string) => CLOSINGS[how]!.close(tenantId)
const ask = () => call('POST', '/api/backtest', {})

const asBill = (invoice: XeroInvoice): XeroInvoice => ({ ...invoice, type: 'ACCPAY' })
const backtestOf = ({ status, text }: Answer): Backtest => {
  expect(status).toBe(200)
  const last = backtestLine.parse(JSON.parse(text.trim().split('\n').at(-1)!))
  if (!('backtest' in last)) throw new Error('The last line is no backtest.')
  return last.backtest
}

test.each(HOW.flatMap((how) => [{ how, which: 'first' } as const, { how, which: 'second' } as const]))(
  'where the $which of two organisations $how, the other is shown, and that one is missing',
  async ({ how, which }) => {
    await close(how, which === 'first' ? trader.tenantId : roofing)
    expect(backtestOf(await ask())).toMatchObject({
      paid: 1,
      asked: 1,
      missing: expect.stringMatching(CLOSINGS[how]!.words),
    })
  },
)

test('both are shown where both can be read', async () => {
  expect(backtestOf(await ask())).toMatchObject({ paid: 2, asked: 2, missing: null })
})

test('where neither can be read, the owner is told of the first', async () => {
  await close('waits for its owner', roofing)
  await close('has used up its day', trader.tenantId)
  expect(await ask()).toMatchObject({ status: 503, body: { detail: expect.stringContaining('tomorrow') } })
})

test('where only a page without sales invoices was read, the answer ends with what is missing', async () => {
  await close('waits for its owner', roofing)
  const { xero } = product.parts
  const { paidInvoices } = xero
  onTestFinished(() => void (xero.paidInvoices = paidInvoices))
  let asked = 0
  xero.paidInvoices = async (...given) => {
    asked += 1
    if (asked > 1) throw new VendorFailure('xero', 'retry-later', '503', 'away')
    const { body, ...answer } = await paidInvoices(...given)
    return { ...answer, body: { ...body, items: body.items.map(asBill), pageCount: 2 } }
  }
  expect(backtestOf(await ask())).toMatchObject({
    paid: 0,
    missing: expect.stringMatching(/^Xero stopped answering\. Xero has to be connected again/),
  })
})
