import { pastJobs } from '../../sandbox/xero/demo/past-jobs.ts'
import type { Product } from './e2e-product.ts'

/** Six weeks of an electrician's paid invoices, in the books of this organisation. */
export const writeWeeksInXero = ({ sandbox }: Product, tenantId: string): void => {
  const organisation = sandbox.xero.provision(tenantId)
  organisation.invoices.clear()
  for (const job of pastJobs(organisation, new Date())) job.add()
}
