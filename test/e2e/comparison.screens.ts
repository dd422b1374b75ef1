import { randomBytes } from 'node:crypto'
import { asBusiness } from '../../server/database/database.ts'
import { DAY_MS } from '../../server/platform/dates.ts'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use(asLook(look))

    test('what it is worth: before a start, running, and judged', async ({ page, product, owner }) => {
      await page.goto('/dashboard?tab=comparison')
      await expect(page.getByText('One in ten of those')).toBeHidden()
      await shoot(page, 'comparison-start', look)
      await asBusiness(product.parts.db, owner.businessId, async (trx) => {
        const ago = (days: number) => new Date(Date.now() - days * DAY_MS)
        const write = async (
          compared: { registered_at: Date; ends_at: Date; delay_b_minutes: number },
          sizes: [number, number],
        ) => {
          const { id } = await trx
            .insertInto('experiments')
            .values({
              business_id: owner.businessId,
              kind: 'delays',
              percent_b: 50,
              seed: randomBytes(16),
              delay_a_minutes: 0,
              ...compared,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
          const rows = sizes.flatMap((size, at) =>
            Array.from({ length: size }, () => ({
              business_id: owner.businessId,
              experiment_id: id,
              draw: randomBytes(32),
              side: at === 0 ? ('a' as const) : ('b' as const),
              tenant_id: owner.tenantId,
              invoice_id: crypto.randomUUID(),
              entered_at: compared.registered_at,
              meant_at: compared.registered_at,
            })),
          )
          await trx.insertInto('experiment_customers').values(rows).execute()
        }
        await write({ registered_at: ago(200), ends_at: ago(50), delay_b_minutes: 1440 }, [118, 121])
        await write({ registered_at: ago(20), ends_at: ago(-71), delay_b_minutes: 4320 }, [14, 11])
      })
      await page.reload()
      await expect(page.getByText('Running')).toBeVisible()
      await shoot(page, 'comparison', look)
    })
  })
}
