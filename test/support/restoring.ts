import { sql } from 'kysely'
import { checkLedger } from '../../server/ledger/check-ledger.ts'
import { MINUTE_MS } from '../../server/platform/dates.ts'
import { anotherHistory, type Rewind } from './rewind.ts'
import type { Product } from './product.ts'
import { tellOf, type Customer, type Trader } from './trader.ts'

/** After it no worker sends on a claim that was forgotten, nor waits for an answer. */
export const AFTER_CLAIMS_MS = 21_000

export type Restoring = ReturnType<typeof createRestoring>

/** A trader whose database is set back, and what becomes of it. */
export const createRestoring = (product: Product, trader: () => Trader) => {
  const fence = async (): Promise<string | undefined> => {
    const { rows } = await sql<{ reason: string | null }>`
      select case when fenced_at is not null then reason end as reason from recovery`.execute(product.db)
    return rows[0]!.reason ?? undefined
  }
  /** Until nothing is due and the fence is down. */
  const settled = async () => {
    await product.tick()
    if (!(await fence())) return
    product.later(AFTER_CLAIMS_MS)
    await product.tick()
  }
  const pay = async (customer?: Customer) => {
    const { tenantId, paid } = trader()
    const invoice = paid(customer)
    await tellOf(product, [{ tenantId, invoices: [invoice] }])
    return invoice
  }
  return {
    /** The reason for which it is up. */
    fence,
    settled,
    /** So many minutes pass, and the worker's clock ticks after each. */
    pass: async (...minutes: number[]) => {
      for (const some of minutes) {
        product.later(some * MINUTE_MS)
        await product.tick()
      }
    },
    /** Paid in Xero, and reported. */
    pay,
    /** And texted. */
    text: async (customer?: Customer) => {
      const invoice = await pay(customer)
      await trader().sync()
      await trader().send()
      return invoice
    },
    /** What Xero has is read anew. */
    sweep: async () => {
      const { businessId, tenantId } = trader()
      await product.job('sweep-organisation', { businessId, tenantId })
      await settled()
    },
    forget: async ({ back }: Rewind, what?: 'restarted' | 'restored') => {
      await back()
      if (what) await anotherHistory(product.databaseUrl, what)
    },
    faults: async () => {
      const faults = await checkLedger(product.db, trader().businessId)
      return faults.map(({ fault }) => fault)
    },
  }
}
