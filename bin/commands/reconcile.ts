import { checkLedger, type LedgerFault } from '../../server/ledger/check-ledger.ts'
import {
  reconcileOrganisation,
  type OrganisationAccount,
  type ReconciledOrganisation,
} from '../../server/flows/paid-invoices/reconcile-organisation.ts'
import type { Parts } from '../../server/wiring/parts.ts'
import { findPaymentFaults, reconcilePayments } from '../../server/payments/top-ups/reconcile-payments.ts'
import { VendorFailure } from '../../server/platform/errors.ts'
import { businessNamed, inOrder, readOptions, uuid, wholeNumber, withParts, type Command } from './command.ts'
import {
  ledgerWords,
  organisationWords,
  paymentsWords,
  verdictWords,
  type PaymentsAccount,
} from './reconcile-words.ts'

const AT_ONCE = 3

export const reconcile: Command = {
  usage: '[--business ID] [--days N] [--json]',
  summary:
    'Accounts for every paid invoice, by organisation and day: paid = sent + explained + missing. Checks the ledger\n' +
    '      and holds all payments against Stripe. Since the first go-live, or for the last N days. Exits 1 when anything is\n' +
    '      missing, differs or does not add up.',
  run: async (settings, args) => {
    const options = readOptions(args, {
      business: { type: 'string' },
      days: { type: 'string' },
      json: { type: 'boolean' },
    })
    const businessId = options.business === undefined ? undefined : uuid('business', options.business)
    const days =
      options.days === undefined ? undefined : wholeNumber('days', options.days, { min: 1, max: 3660 })
    return withParts(settings(), async (parts) => {
      if (businessId) await businessNamed(parts, businessId)
      const organisations = await organisationsOf(parts, businessId)
      if (organisations.length === 0 && !options.json) console.log('No organisation was ever connected.\n')
      const names = new Map(organisations.map((one) => [one.businessId, one.businessName]))
      const accounts: ReconciledAccount[] = []
      const account = (one: ReconciledOrganisation) => reconcileOrganisation(parts, one, { days })
      for await (const each of inOrder(organisations, AT_ONCE, account)) {
        const businessName = names.get(each.businessId)!
        accounts.push({ ...each, businessName })
        if (!options.json) console.log(organisationWords(each, businessName))
      }
      const ledger = await checkLedger(parts.db, businessId)
      if (!options.json) console.log(ledgerWords(ledger))
      const payments = await accountForPayments(parts)
      if (!options.json) console.log(paymentsWords(payments))
      const isWhole =
        ledger.length === 0 &&
        payments.repaired === 0 &&
        payments.faults.length === 0 &&
        accounts.every(({ missing }) => missing.length === 0)
      console.log(
        options.json
          ? JSON.stringify({ isWhole, organisations: accounts, ledger, payments } satisfies Reconciled)
          : verdictWords(accounts, ledger, payments),
      )
      return isWhole ? 0 : 1
    })
  },
}

type ReconciledAccount = OrganisationAccount & { businessName: string }
type Reconciled = {
  isWhole: boolean
  organisations: ReconciledAccount[]
  ledger: LedgerFault[]
  payments: PaymentsAccount
}

/** Of every business, whichever one was asked for: Stripe knows only one account, ours. */
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
