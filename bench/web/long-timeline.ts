import { Pool } from 'pg'
import type { BrowserContext } from 'playwright-core'
import { createOwnerAtDashboard } from '../../test/support/e2e-owner.ts'
import type { Product } from '../../test/support/e2e-product.ts'
import { writeLongHistory } from '../../test/support/long-history.ts'

/** Signs an owner in, in this browser, whose business has sent so many requests in the last year. */
export const plantLongTimeline = async (
  context: BrowserContext,
  product: Product,
  requests: number,
): Promise<{ businessId: string }> => {
  const page = await context.newPage()
  const owner = await createOwnerAtDashboard(page, product, { timeZone: 'Australia/Sydney' })
  await page.close()
  const pool = new Pool({ connectionString: product.parts.env.DATABASE_URL, max: 1 })
  await writeLongHistory(pool, owner, requests)
  await pool.query('vacuum analyze')
  await pool.end()
  return owner
}
