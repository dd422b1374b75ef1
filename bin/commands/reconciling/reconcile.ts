import type { Env } from '../../../server/platform/process/env.ts'
import { checkLedger, type LedgerFault } from '../../../server/ledger/check-ledger.ts'
import {
  reconcileOrganisation,
  type OrganisationAccount,
  type ReconciledOrganisation,
} from '../../../server/flows/paid-invoices/reconciling/reconcile-organisation.ts'
import type { Parts } from '../../../server/wiring/parts.ts'
import { findPaymentFaults, reconcilePayments } from '../../../server/payments/top-ups/reconcile-payments.ts'
import { VendorFailure } from '../../../server/platform/errors.ts'
import { businessNamed, inOrder, uuid, wholeNumber, withParts, type AddCommand } from '../command.ts'
import {
  ledgerWords,
  organisationWords,
  paymentsWords,
  verdictWords,
  type PaymentsAccount,
} from './reconcile-words.ts'

const AT_ONCE = 3

export const addReconcile: AddCommand = (program, { settings, end }) => {
  program
    .command('reconcile')
    .summary('accounts for invoices, ledger and payments')
    .description(
      'Accounts for every paid invoice, by organisation and day: paid = sent + explained + missing. Checks the ledger ' +
        'and holds all payments against Stripe. Exits 1 when anything is missing, differs or does not add up.',
    )
    .option('--business <id>', 'the invoices of this business only', uuid('business'))
    .option(
      '--days <n>',
      'the last n days, not since the first go-live',
      wholeNumber('days', { min: 1, max: 3660 }),
    )
    .option('--json', 'for machines')
    .action(async (options) => end(await reconcile(settings(), options)))
}

type Wanted = { business?: string | undefined; days?: number | undefined; json?: boolean | undefined }

const reconcile = (env: Env, { business: businessId, days, json }: Wanted): Promise<number> =>
  withParts(env, async (parts) => {
    if (businessId) await businessNamed(parts, businessId)
    const organisations = await organisationsOf(parts, businessId)
    if (organisations.length === 0 && !json) console.log('No organisation was ever connected.\n')
    const names = new Map(organisations.map((one) => [one.businessId, one.businessName]))
    const accounts: ReconciledAccount[] = []
    const account = (one: ReconciledOrganisation) => reconcileOrganisation(parts, one, { days })
    for await (const each of inOrder(organisations, AT_ONCE, account)) {
      const businessName = names.get(each.businessId)!
      accounts.push({ ...each, businessName })
      if (!json) console.log(organisationWords(each, businessName))
    }
    const ledger = await checkLedger(parts.db, businessId)
    if (!json) console.log(ledgerWords(ledger))
    const payments = await accountForPayments(parts)
    if (!json) console.log(paymentsWords(payments))
    const isWhole =
      ledger.length === 0 &&
      payments.repaired === 0 &&
      payments.faults.length === 0 &&
      accounts.every(({ missing }) => missing.length === 0)
    console.log(
      json
        ? JSON.stringify({ isWhole, organisations: accounts, ledger, payments } satisfies Reconciled)
        : verdictWords(accounts, ledger, payments),
    )
    return isWhole ? 0 : 1
  })

type ReconciledAccount = OrganisationAccount & { businessName: string }
type Reconciled = {
  isWhole: boolean
  organisations: ReconciledAccount[]
  ledger: LedgerFault[]
  payments: PaymentsAccount
}

/** Of every business, whichever one was asked for: at Stripe there is only one account, ours. */
const accountForPayments = async (parts: Parts): Promise<PaymentsAccount> => {
  try {
    return { notAsked: null, ...(await reconcilePayments(parts)) }
  } catch (cause) {
    if (!(cause instanceof VendorFailure)) throw cause
    const faults = await findPaymentFaults(parts.db, parts.clock())
    return { notAsked: cause.message, missedEvents: 0, repaired: 0, faults }
  }
}

type Organisation = ReconciledOrganisation & { businessName: string }

const organisationsOf = ({ db }: Parts, businessId?: string): Promise<Organisation[]> =>
  db
    .selectFrom('organisations as o')
    .innerJoin('businesses as b', 'b.id', 'o.business_id')
    .select([
      'o.business_id as businessId',
      'b.name as businessName',
      'o.tenant_id as tenantId',
      'o.name',
      'o.time_zone as timeZone',
      'o.state',
      'o.live_since as liveSince',
    ])
    .$if(businessId !== undefined, (query) => query.where('o.business_id', '=', businessId!))
    .orderBy('o.name')
    .orderBy('o.tenant_id')
    .execute()
