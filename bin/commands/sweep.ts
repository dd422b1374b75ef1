import { recordAct } from '../../server/audit/record-act.ts'
import { asBusiness } from '../../server/database/database.ts'
import type { Env } from '../../server/platform/process/env.ts'
import { findOrganisation } from '../../server/organisations/organisation-queries.ts'
import { sweepOrganisation } from '../../server/flows/paid-invoices/sweep-organisation.ts'
import { openLeases } from '../../server/platform/postgres/work/leases.ts'
import { businessNamed, commandLine, counted, uuid, withParts, type AddCommand } from './command.ts'

export const addSweep: AddCommand = (program, { settings, end }) => {
  program
    .command('sweep')
    .summary('asks Xero now for what no webhook reported')
    .description('Asks Xero now for paid invoices that no webhook reported, of one business or of all.')
    .option('--business <id>', 'of this business only', uuid('business'))
    .action(async ({ business }) => end(await sweep(settings(), business)))
}

const sweep = (env: Env, businessId: string | undefined): Promise<number> =>
  withParts(env, async (parts) => {
    if (businessId) await businessNamed(parts, businessId)
    const deps = {
      ...parts,
      leases: openLeases(parts.db, { holder: `goodword sweep ${crypto.randomUUID()}`, log: parts.log }),
      recordDecisions: () => undefined,
    }
    const organisations = await parts.db
      .selectFrom('organisations')
      .select(['tenant_id', 'name', 'business_id'])
      .where('state', '<>', 'disconnected')
      .$if(businessId !== undefined, (query) => query.where('business_id', '=', businessId!))
      .orderBy('name')
      .execute()
    let incomplete = 0
    for (const { tenant_id, name, business_id: swept } of organisations) {
      const line = { by: commandLine(), businessId: swept, details: { organisations: 1 }, now: parts.clock() }
      await asBusiness(parts.db, swept, (trx) => recordAct(trx, { ...line, act: 'swept-now' }))
      const { seen, missed, isComplete } = await sweepOrganisation(deps, tenant_id)
      if (!isComplete) incomplete += 1
      const state = isComplete ? '' : await whyIncomplete(parts, tenant_id)
      console.log(
        `${name}: ${counted(seen, 'paid invoice')} seen, ${missed} that no webhook had reported${state}`,
      )
    }
    if (organisations.length === 0) console.log('No organisation is connected.')
    return incomplete > 0 ? 1 : 0
  })

const whyIncomplete = async ({ db }: { db: Parameters<typeof findOrganisation>[0] }, tenantId: string) => {
  const organisation = await findOrganisation(db, tenantId)
  if (organisation?.authorisationState === 'needs_reconnect')
    return ' (not complete: the owner must connect Xero again)'
  if (organisation?.state === 'paused') return ' (not complete: Xero does not let us in)'
  if (organisation && !organisation.liveSince) return ' (not complete: not live yet)'
  return ' (not complete: Xero is busy, the rest follows within the hour)'
}
