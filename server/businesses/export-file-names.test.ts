import { expect, test } from 'vitest'
import { useProduct } from '../../test/support/product.ts'
import { signInTo } from '../../test/support/signed-in.ts'
import { createTrader } from '../../test/support/trader.ts'

const product = useProduct()

// At any moment one of these has another day than UTC.
test.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
  'exports carry the day that it is in %s',
  async (zone) => {
    const { businessId } = await createTrader(product)
    await product.db
      .updateTable('organisations')
      .set({ time_zone: zone })
      .where('business_id', '=', businessId)
      .execute()
    const { call } = await signInTo(product, businessId)
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
    const named = async (address: string) => (await call('GET', address)).headers['content-disposition']
    expect(await named('/api/activity/export')).toBe(`attachment; filename="goodword-invoices-${today}.csv"`)
    expect(await named('/api/export')).toBe(`attachment; filename="goodword-${today}.json"`)
  },
)
