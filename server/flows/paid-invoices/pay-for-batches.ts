import { BATCH_SIZE, callsFor } from '../../invoices/fetch-invoices.ts'
import {
  OrganisationUnavailable,
  payForCalls,
  type AskDeps,
  type PaidAsk,
} from '../../organisations/ask-xero.ts'
import type { SyncedOrganisation, WithSession } from '../../organisations/organisation-queries.ts'

/**
 * How many calls of a minute may go at once. A single invoice costs one; several cost two, as many as forty do: they
 * can wait for more. What is left beyond full batches may finish five hundred, and else waits for the next sync.
 */
const BURST = { single: 24, several: 20, rest: 28 }

/**
 * Takes the calls for batches of these sizes out of the organisation's minute, and returns one ask for each that fits.
 * Full batches make the best of a call and are not paced; a smaller last one is asked for apart, and may be refused.
 * Throws OrganisationUnavailable where not even the first fits.
 */
export const payForBatches = async (
  deps: AskDeps,
  organisation: SyncedOrganisation,
  { sizes, stored }: { sizes: number[]; stored: WithSession['session'] },
): Promise<PaidAsk[]> => {
  const calls = sizes.map(callsFor)
  const last = sizes.at(-1)
  if (last === undefined || last === BATCH_SIZE) return payForCalls(deps, organisation, { calls, stored })
  if (sizes.length === 1) {
    const burst = last === 1 ? BURST.single : BURST.several
    return payForCalls(deps, organisation, { calls, burst, stored })
  }
  const asks = await payForCalls(deps, organisation, { calls: calls.slice(0, -1), stored })
  if (asks.length < sizes.length - 1) return asks
  const rest = { calls: calls.slice(-1), burst: BURST.rest, stored }
  return [...asks, ...(await payForCalls(deps, organisation, rest).catch(noneIfUnavailable))]
}

const noneIfUnavailable = (cause: unknown): PaidAsk[] => {
  if (cause instanceof OrganisationUnavailable) return []
  throw cause
}
