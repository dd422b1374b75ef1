import type { Env } from '../../platform/process/env.ts'
import type { Seller } from './receipt-rules.ts'

type Settings = Pick<Env, 'COMPANY_NAME' | 'COMPANY_ADDRESS' | 'COMPANY_TAX_NUMBER' | 'COMPANY_TAX'>

export const sellerOf = (env: Settings): Seller => ({
  name: env.COMPANY_NAME,
  address: env.COMPANY_ADDRESS,
  taxNumber: env.COMPANY_TAX_NUMBER,
  taxes: env.COMPANY_TAX ?? [],
})
