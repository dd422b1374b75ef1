import type { Engine } from '../engine/engine.ts'
import type { Stage } from '../stage.ts'
import type { Owner } from './owners.ts'
import type { Diary, DiaryInvoice } from './diary.ts'
import type { Step } from './plan.ts'

type Deps = { engine: Engine; stage: Stage; diary: Diary; owners: Owner[] }

/** What customers, owners and the bank do. Each act is written down as it happens outside, not as we see it. */
export const createActs = ({ engine, stage, diary, owners }: Deps) => {
  const { schedule, history } = engine
  const { xero, twilio, stripe } = stage.sandbox()
  const now = (): number => Math.floor(schedule.now() / 1000)
  let customers = 0

  const newInvoice = (
    business: number,
    phone: string,
    contactId: string,
    isReachable: boolean,
  ): DiaryInvoice => {
    const { tenantId } = diary.businesses[business]!
    const { invoiceId, number } = xero.addInvoice(tenantId, { contactId, totalCents: 12_300 })
    const entry: DiaryInvoice = { invoiceId, number, business, phone, isReachable, changes: [] }
    diary.invoices.set(invoiceId, entry)
    return entry
  }
  const newCustomer = (business: number, isReachable = true) => {
    customers += 1
    const phone = `+614${String(20_000_000 + customers)}`
    const { contactId } = xero.addContact(diary.businesses[business]!.tenantId, {
      name: `Customer ${customers} Green`,
      firstName: `Customer${customers}`,
      mobile: isReachable ? phone : '',
    })
    return newInvoice(business, phone, contactId, isReachable)
  }
  const change = (invoice: DiaryInvoice, isPaid: boolean): void => {
    invoice.changes.push({ at: now(), isPaid })
  }
  const pay = (invoice: DiaryInvoice, webhook = true): void => {
    xero.pay(diary.businesses[invoice.business]!.tenantId, invoice.invoiceId, { webhook })
    change(invoice, true)
  }
  const anInvoice = (pick: number, wanted: (invoice: DiaryInvoice) => boolean): DiaryInvoice | undefined => {
    const fitting = [...diary.invoices.values()].filter(wanted)
    return fitting[pick % Math.max(fitting.length, 1)]
  }
  const isPaid = (invoice: DiaryInvoice): boolean => invoice.changes.at(-1)?.isPaid ?? false
  const isTexted = ({ phone, number }: DiaryInvoice): boolean =>
    twilio.sent().some(({ to, body }) => to === phone && body.includes(number))
  const wasVoided = (invoice: DiaryInvoice): boolean =>
    xero.invoice(diary.businesses[invoice.business]!.tenantId, invoice.invoiceId).status === 'VOIDED'

  const linkIn = (pick: number): { token: string; phone: string } | undefined => {
    const texts = twilio.sent()
    const text = texts[pick % Math.max(texts.length, 1)]
    const token = text && /\/r\/([\w-]+)/.exec(text.body)?.[1]
    return token && text ? { token, phone: text.to } : undefined
  }
  const visit = async (method: string, path: string, body = ''): Promise<number> => {
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': 'Mozilla/5.0 (iPhone)',
    }
    try {
      const answer = await fetch(`http://localhost:8080${path}`, {
        method,
        ...(method === 'POST' ? { headers, body } : { headers: { 'user-agent': headers['user-agent'] } }),
        signal: AbortSignal.timeout(10_000),
      })
      return answer.status
    } catch {
      return 0
    }
  }
  return async (step: Step): Promise<void> => {
    history.note(`step ${step.number}: ${step.do}`)
    switch (step.do) {
      case 'pay':
        return pay(newCustomer(step.business, step.mobile), step.announced)
      case 'pay-early': {
        const early = newCustomer(step.business)
        const date = '2026-02-20'
        xero.pay(diary.businesses[early.business]!.tenantId, early.invoiceId, { date })
        early.isEarly = true
        return change(early, true)
      }
      case 'pay-many':
        for (let count = 0; count < step.count; count += 1) pay(newCustomer(step.business))
        return
      case 'pay-again': {
        const earlier = anInvoice(step.pick, ({ isReachable }) => isReachable)
        if (!earlier) return
        const { contactId } = xero.invoice(diary.businesses[earlier.business]!.tenantId, earlier.invoiceId)
        return pay(newInvoice(earlier.business, earlier.phone, contactId, true))
      }
      case 'undo': {
        // Half of them while their text waits, where one does.
        const isWaiting = (one: DiaryInvoice) => isPaid(one) && !isTexted(one)
        const invoice =
          (step.pick % 2 ? anInvoice(step.pick, isWaiting) : undefined) ?? anInvoice(step.pick, isPaid)
        if (!invoice) return
        // Xero's word of it may be lost for good: then we have to ask.
        const webhook = step.pick % 10 < 6
        xero.undo(diary.businesses[invoice.business]!.tenantId, invoice.invoiceId, { webhook })
        return change(invoice, false)
      }
      case 'redo': {
        const invoice = anInvoice(step.pick, (one) => !isPaid(one) && !wasVoided(one))
        if (invoice) invoice.isEarly = false
        return invoice && pay(invoice)
      }
      case 'void': {
        const invoice = anInvoice(step.pick, (one) => !isPaid(one) && !wasVoided(one))
        if (!invoice) return
        xero.void(diary.businesses[invoice.business]!.tenantId, invoice.invoiceId)
        return change(invoice, false)
      }
      case 'stop': {
        const invoice = anInvoice(step.pick, ({ isReachable }) => isReachable)
        if (!invoice) return
        diary.stops.push({ phone: invoice.phone, at: now(), by: 'text' })
        void twilio.reply(invoice.phone, 'STOP')
        return
      }
      case 'opt-out': {
        const link = linkIn(step.pick)
        if (!link) return
        diary.stops.push({ ...link, at: now(), by: 'link' })
        void visit('POST', `/o/${link.token}`)
        return
      }
      case 'tap': {
        const link = linkIn(step.pick)
        if (link) void visit('GET', `/r/${link.token}`)
        return
      }
      case 'hours':
        return void owners[step.business]!.changeHours()
      case 'switch':
        return void owners[step.business]!.switch()
      case 'decide':
        return void owners[step.business]!.decide(step.pick)
      case 'refund': {
        const paid = stripe.payments().filter((one) => one.isPaid && one.kind === 'charge')
        const payment = paid[step.pick % Math.max(paid.length, 1)]
        if (payment) void stripe.refund(payment.sessionId, 1_000)
        return
      }
      default:
    }
  }
}
