import { DAY_MS } from '../../platform/dates.ts'
import { MAX_PAID_AGE_DAYS, reasonOfDate, type DateReason } from './paid-date-rules.ts'
import { reasonOfRules, type ReviewRules, type RuledInvoice, type RuleReason } from './review-rules.ts'

export type PaidInvoice = {
  type: string
  status: string
  total: number
  amountDue: number
  amountPaid: number
  amountCredited: number
  /** Prepayments or overpayments were applied: real money that Xero counts under amountCredited. */
  hasPrepaidMoney: boolean
  /** A label of a day ('2026-11-20') without a time zone; undefined is read as today. */
  paidOn: string | undefined
  // For the owner's rules.
  currency: string | undefined
  number: string | undefined
  reference: string | undefined
  trackingIds: string[]
  contactId: string | undefined
  contactName: string | undefined
  contact: { name: string | undefined; groupIds: string[] } | undefined
}

export type DecisionContext = {
  now: Date
  timeZone: string
  liveSince: Date | undefined
  /** Live mode: customers of Xero's demo company are never texted. */
  refusesDemo: boolean
  isDemo: boolean
  automationEnabled: boolean
  isDeactivated: boolean
  customer: { kind: 'mobile'; phone: string; country: string } | { kind: 'landline' } | { kind: 'none' }
  pricedCountries: readonly string[]
  /** Whom the owner does not want to be asked: those that are saved, or a draft to be tried. */
  rules: ReviewRules
  /** Of the organisation's books. */
  baseCurrency: string | undefined
  isOptedOut: boolean
  /** The latest request to this phone that was sent or still may be; it may lie in the future. */
  lastTextedAt: Date | undefined
  /** 0 means no cooldown. */
  cooldownDays: number
  /** She is on the side without a text of an experiment that runs. */
  isLeftOutByChance: boolean
  /** Xero had it as paid when the business went live: on that day its paid date alone is ambiguous. */
  wasPaidBeforeGoLive: boolean
}

export type SkipReason =
  | 'bill'
  | 'nothing_to_pay'
  | 'credit_note'
  | DateReason
  | 'automation_off'
  | 'deactivated'
  | 'demo_organisation'
  | RuleReason
  | 'no_mobile'
  | 'landline'
  | 'country_not_served'
  | 'opted_out'
  | 'cooldown'
  /** Given where its row is written: the invoice has a request already, under this account or another. */
  | 'already_texted'
  | 'left_out_by_chance'

export type Decision = { outcome: 'scheduled' } | { outcome: 'skipped'; reason: SkipReason }

/**
 * The decision on an invoice: one text, or the reason for none. Undefined while it is not paid.
 * The reason given is the first that holds: what the invoice is, then the business, the owner's rules, the customer.
 */
export const decideInvoice = (invoice: PaidInvoice, context: DecisionContext): Decision | undefined => {
  if (invoice.status !== 'PAID') return undefined
  const reason =
    reasonOfInvoice(invoice, context) ??
    reasonOfBusiness(context) ??
    reasonOfRules(context.rules, ruled(invoice, context)) ??
    reasonOfCustomer(context)
  return reason ? { outcome: 'skipped', reason } : { outcome: 'scheduled' }
}

/** Reasons that a corrected contact can turn. A new number for a customer who sent STOP cannot. */
export const REASONS_OF_CONTACT = [
  'no_mobile',
  'landline',
  'country_not_served',
] as const satisfies SkipReason[]

/** Whether a correction of the contact in Xero can turn this reason. */
export const isFixable = (reason: SkipReason): boolean => REASONS_OF_CONTACT.some((one) => one === reason)

/** Reasons that a correction of the payment in Xero can turn: it was settled in another way, or on another day. */
export const REASONS_OF_PAYMENT = [
  'nothing_to_pay',
  'credit_note',
  'paid_in_future',
] as const satisfies SkipReason[]

const reasonOfInvoice = (invoice: PaidInvoice, context: DecisionContext): SkipReason | undefined => {
  if (invoice.type !== 'ACCREC') return 'bill'
  // Before whatever a correction can turn: a list shows money from a prepayment like a credit note.
  if (context.wasPaidBeforeGoLive) return 'paid_before_go_live'
  if (invoice.total <= 0) return 'nothing_to_pay'
  if (!isPaidInMoney(invoice)) return 'credit_note'
  return reasonOfDate(invoice.paidOn, context)
}

/** An invoice that credit notes alone have settled is PAID as well. */
export const isPaidInMoney = ({
  amountPaid,
  hasPrepaidMoney,
}: Pick<PaidInvoice, 'amountPaid' | 'hasPrepaidMoney'>): boolean => amountPaid > 0 || hasPrepaidMoney

const reasonOfBusiness = (context: DecisionContext): SkipReason | undefined => {
  if (context.isDeactivated) return 'deactivated'
  if (context.isDemo && context.refusesDemo) return 'demo_organisation'
  return context.automationEnabled ? undefined : 'automation_off'
}

const ruled = (invoice: PaidInvoice, { baseCurrency }: DecisionContext): RuledInvoice => ({
  ...invoice,
  customerName: invoice.contact?.name ?? invoice.contactName,
  groupIds: invoice.contact?.groupIds,
  baseCurrency,
})

const reasonOfCustomer = (context: DecisionContext): SkipReason | undefined => {
  const { customer } = context
  if (customer.kind === 'none') return 'no_mobile'
  if (customer.kind === 'landline') return 'landline'
  if (!context.pricedCountries.includes(customer.country)) return 'country_not_served'
  if (context.isOptedOut) return 'opted_out'
  if (isCooling(context)) return 'cooldown'
  // The last of all: of whom would not be asked anyway, a comparison learns nothing.
  return context.isLeftOutByChance ? 'left_out_by_chance' : undefined
}

/** Whether the customer's last text, sent or planned, is too recent for another. */
export const isCooling = ({
  now,
  lastTextedAt,
  cooldownDays,
}: Pick<DecisionContext, 'now' | 'lastTextedAt' | 'cooldownDays'>): boolean =>
  cooldownDays > 0 &&
  lastTextedAt !== undefined &&
  now.getTime() - lastTextedAt.getTime() < cooldownDays * DAY_MS

/** What the owner can do; or, where there is nothing to do, why not. */
type SkipWords = { what: string } & ({ todo: string; help?: string } | { todo?: never; help: string })

/** For the owner: what happened, and what follows for her. */
export const skipReasonWords: Record<SkipReason, SkipWords> = {
  bill: {
    what: 'This is a bill you paid, not a sale.',
    help: 'Nothing needs doing: only customers who pay you are asked.',
  },
  nothing_to_pay: {
    what: 'There was nothing to pay on this invoice.',
    help: 'Nothing needs doing: a customer is asked when money comes in.',
  },
  credit_note: {
    what: 'Settled with a credit note, so no money came in.',
    help: 'Nothing needs doing: a customer is asked when money comes in.',
  },
  paid_before_go_live: {
    what: 'Paid before you began, or while your account was deactivated.',
    help: 'Nothing needs doing: you begin with what is paid afterwards, so that nobody is surprised.',
  },
  paid_in_future: { what: 'The payment is dated in the future.', todo: 'Check the payment date in Xero.' },
  paid_too_long_ago: {
    what: `Paid more than ${MAX_PAID_AGE_DAYS} days before we heard of it.`,
    help: 'Nothing needs doing: so late, a text would puzzle them. Their next paid invoice counts.',
  },
  automation_off: {
    what: 'Review requests were switched off.',
    todo: 'Switch them on in SMS Setup to ask your next customers.',
    help: 'Nothing needs doing: they are asked with their next paid invoice.',
  },
  deactivated: {
    what: 'Your account was deactivated.',
    help: 'Nothing needs doing: what is paid since you came back counts.',
  },
  demo_organisation: {
    what: 'This is a Xero demo company. Nobody there is texted.',
    help: 'To have your own customers asked, connect your own organisation in Xero Status.',
  },
  excluded_contact: {
    what: 'You asked us never to text this customer.',
    todo: 'Take them off the list in SMS Setup to ask them next time.',
  },
  excluded_word: {
    what: 'Their name has a word that you excluded.',
    todo: 'Change the excluded words in SMS Setup to ask them next time.',
  },
  excluded_group: {
    what: 'They are in a contact group in Xero that you leave out.',
    todo: 'Take the group off the list in SMS Setup to ask them next time.',
  },
  excluded_tracking: {
    what: 'It is tracked in Xero under something that you leave out.',
    todo: 'Take it off the list in SMS Setup to ask for such invoices.',
  },
  deposit_invoice: {
    what: 'It looks like a deposit or progress invoice, and you leave these out.',
    todo: 'Switch that off in SMS Setup to ask for such invoices as well.',
  },
  excluded_invoice_word: {
    what: 'Its reference or number has a word that you leave out.',
    todo: 'Change the words in SMS Setup to ask for such invoices.',
  },
  below_smallest_amount: {
    what: 'It is below the smallest amount that you ask for.',
    todo: 'Change the smallest amount in SMS Setup to ask for such invoices.',
  },
  no_mobile: {
    what: 'No mobile number we could text.',
    todo: 'Add their mobile to the contact in Xero.',
  },
  landline: {
    what: 'The number on the contact is a landline.',
    todo: 'Add their mobile to the contact in Xero.',
  },
  country_not_served: {
    what: 'We cannot text that country yet.',
    todo: 'If they also have a local mobile, put it on the contact in Xero.',
  },
  opted_out: {
    what: 'They asked not to get texts.',
    help: 'We cannot change that, and neither can you. After a STOP they can reply START; an opt-out by the link stays.',
  },
  cooldown: {
    what: 'They were sent a review request recently, or one was already scheduled.',
    help: 'Nothing needs doing. How long customers are left in peace is the cooldown in SMS Setup.',
  },
  already_texted: {
    what: 'They were already asked about this invoice.',
    help: 'Nothing needs doing: an invoice leads to one text, ever.',
  },
  left_out_by_chance: {
    what: 'Left out by chance: you asked us to leave out one in ten.',
    help: 'Nothing needs doing: it shows what your texts are worth, and you can stop it under “What is it worth?”.',
  },
}
