import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { creditedCents, dueCents, paidCents, type Invoice, type Organisation } from './model/books.ts'
import type { PayOptions, XeroControl } from './control.ts'
import type { NewContact, NewInvoice, NewOrganisation } from './write-organisation.ts'

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)
const phoneType = z.enum(['DEFAULT', 'DDI', 'FAX', 'MOBILE'])
const phone = z.strictObject({
  country: z.string().optional(),
  area: z.string().optional(),
  number: z.string(),
})

const payOptions = z.strictObject({
  kind: z.enum(['payment', 'credit-note', 'overpayment', 'prepayment']).optional(),
  amountCents: z.number().int().min(0).optional(),
  date: day.optional(),
  webhook: z.boolean().optional(),
  paymentWebhook: z.boolean().optional(),
})
const quiet = z.strictObject({ webhook: z.boolean().optional() })
const newOrganisation = z.strictObject({
  tenantId: z.uuid().optional(),
  name: z.string().min(1),
  country: z.enum(['AU', 'NZ', 'GB', 'US']).optional(),
  isDemo: z.boolean().optional(),
})
const newContact = z.strictObject({
  contactId: z.uuid().optional(),
  name: z.string().min(1),
  firstName: z.string().optional(),
  lastName: z.string().optional(),
  email: z.string().optional(),
  mobile: z.string().optional(),
  phones: z.partialRecord(phoneType, phone).optional(),
})
const newInvoice = z.strictObject({
  invoiceId: z.uuid().optional(),
  number: z.string().optional(),
  contactId: z.uuid(),
  totalCents: z.number().int().min(0),
  type: z.enum(['ACCREC', 'ACCPAY']).optional(),
  status: z.enum(['DRAFT', 'SUBMITTED', 'AUTHORISED']).optional(),
  description: z.string().optional(),
  reference: z.string().optional(),
  date: day.optional(),
  dueDate: day.optional(),
})

type InvoiceParams = { Params: { tenantId: string; id: string } }
type TenantParams = { Params: { tenantId: string } }

/** The control API below `/control/xero`: the same verbs as `XeroControl`, one path each. */
export const xeroControlRoutes = (xero: XeroControl) => async (app: FastifyInstance) => {
  const onInvoice = (verb: string, act: (tenantId: string, id: string, body: unknown) => Invoice) =>
    app.post<InvoiceParams>(`/:tenantId/invoices/:id/${verb}`, async ({ params, body }) =>
      invoiceShown(xero.organisation(params.tenantId), act(params.tenantId, params.id, body ?? {})),
    )

  app.get('/organisations', async () => xero.organisations().map(organisationShown))
  app.post('/organisations', async ({ body }) =>
    organisationShown(xero.addOrganisation(newOrganisation.parse(body) as NewOrganisation)),
  )
  app.post<TenantParams>('/:tenantId/provision', async ({ params }) =>
    organisationShown(xero.provision(z.uuid().parse(params.tenantId))),
  )
  app.get<TenantParams>('/:tenantId/invoices', async ({ params }) => {
    const organisation = xero.organisation(params.tenantId)
    return [...organisation.invoices.values()].map((invoice) => invoiceShown(organisation, invoice))
  })
  app.post<TenantParams>('/:tenantId/invoices', async ({ params, body }) => {
    const { webhook, ...wanted } = newInvoice.extend({ webhook: z.boolean().default(false) }).parse(body)
    const made = xero.addInvoice(params.tenantId, wanted as NewInvoice, { webhook })
    return invoiceShown(xero.organisation(params.tenantId), made)
  })
  app.get<TenantParams>('/:tenantId/contacts', async ({ params }) => [
    ...xero.organisation(params.tenantId).contacts.values(),
  ])
  app.post<TenantParams>('/:tenantId/contacts', async ({ params, body }) =>
    xero.addContact(params.tenantId, newContact.parse(body) as NewContact),
  )
  app.put<InvoiceParams>('/:tenantId/contacts/:id/phone', async ({ params, body }) => {
    const { type, ...given } = phone.extend({ type: phoneType.default('MOBILE') }).parse(body)
    return xero.editPhone(params.tenantId, params.id, type, given as { number: string })
  })

  onInvoice('pay', (tenant, id, body) => xero.pay(tenant, id, payOptions.parse(body) as PayOptions))
  onInvoice('part-pay', (tenant, id, body) => {
    const half = Math.floor(dueCents(xero.invoice(tenant, id)) / 2)
    return xero.pay(tenant, id, { amountCents: half, ...(payOptions.parse(body) as PayOptions) })
  })
  onInvoice('credit-note', (tenant, id, body) =>
    xero.credit(tenant, id, payOptions.parse(body) as PayOptions),
  )
  onInvoice('undo', (tenant, id, body) => xero.undo(tenant, id, quiet.parse(body) as PayOptions))
  onInvoice('void', (tenant, id, body) => xero.void(tenant, id, quiet.parse(body) as PayOptions))
  app.post<TenantParams>('/:tenantId/pay-many', async ({ params, body }) => {
    const { count, ...options } = payOptions.extend({ count: z.number().int().min(1).max(5_000) }).parse(body)
    const paid = xero.payMany(params.tenantId, count, options as PayOptions)
    return { paid: paid.map(({ invoiceId }) => invoiceId) }
  })
  app.post<TenantParams>('/:tenantId/newcomers', async ({ params, body }) => {
    const { count, twice } = z
      .strictObject({ count: z.number().int().min(1).max(5_000), twice: z.number().int().min(0).default(0) })
      .parse(body)
    const made = xero.addNewcomers(params.tenantId, count, { twice })
    return { invoices: made.map(({ invoiceId }) => invoiceId) }
  })
  app.post<TenantParams>('/:tenantId/disconnect', async ({ params }) => {
    xero.disconnect(xero.organisation(params.tenantId).tenantId)
    return { ok: true }
  })

  app.get('/calls', async () => xero.calls())
  app.put('/limits', async ({ body }) => {
    const count = z.number().int().min(0).optional()
    const wanted = z
      .strictObject({ minute: count, day: count, concurrent: count, appMinute: count })
      .parse(body)
    xero.limits.set(wanted as Parameters<typeof xero.limits.set>[0])
    return xero.limits.get()
  })
  app.post('/webhooks/replay', async ({ body }) => {
    const { count } = z.object({ count: z.number().int().min(1).max(50).default(1) }).parse(body ?? {})
    return { replayed: xero.webhooks.replay(count) }
  })
  app.post('/webhooks/intent-to-receive', async () => xero.webhooks.sendIntentToReceive())
  app.post('/webhooks/switch-on', async () => {
    xero.webhooks.switchOn()
    return { ok: true }
  })
}

export const organisationShown = ({
  tenantId,
  name,
  country,
  currency,
  timeZone,
  isDemo,
  isOffered,
  contacts,
  invoices,
}: Organisation) => ({
  tenantId,
  name,
  country,
  currency,
  timeZone,
  isDemo,
  isOffered,
  contacts: contacts.size,
  invoices: invoices.size,
})

export const invoiceShown = (organisation: Organisation, invoice: Invoice) => {
  const contact = organisation.contacts.get(invoice.contactId)!
  return {
    invoiceId: invoice.invoiceId,
    number: invoice.number,
    type: invoice.type,
    status: invoice.status,
    contactId: contact.contactId,
    contactName: contact.name,
    description: invoice.description,
    currency: organisation.currency,
    totalCents: invoice.totalCents,
    dueCents: dueCents(invoice),
    paidCents: paidCents(invoice),
    creditedCents: creditedCents(invoice),
    date: invoice.date,
    paidOn: invoice.status === 'PAID' ? (invoice.settlements.at(-1)?.date ?? null) : null,
    updatedAt: new Date(invoice.updatedAt).toISOString(),
  }
}
