import type { Env } from '../../platform/process/env.ts'
import { ok, wrong, type Check } from './check.ts'

const NAME = 'tax invoices'
const NEEDED = ['COMPANY_TAX_NUMBER', 'COMPANY_TAX', 'COMPANY_NAME', 'COMPANY_ADDRESS'] as const

/** Whether the documents of top-ups are tax invoices, and what is missing where that is half set. */
export const checkTax = (env: Pick<Env, (typeof NEEDED)[number]>): Check => {
  if (!env.COMPANY_TAX && !env.COMPANY_TAX_NUMBER)
    return ok(NAME, 'none: top-ups have receipts without tax (COMPANY_TAX_NUMBER, COMPANY_TAX)')
  const missing = NEEDED.filter((name) => !env[name])
  if (missing.length > 0)
    return wrong(NAME, `half set, so top-ups have receipts without tax; missing: ${missing.join(', ')}`)
  const taxes = env.COMPANY_TAX!.map(
    ({ name, thousandths, from }) => `${name} ${thousandths / 1000}%${from && ` from ${from}`}`,
  )
  return ok(NAME, `${taxes.join(', ')} is included in top-ups`)
}
