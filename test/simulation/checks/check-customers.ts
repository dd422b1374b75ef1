import type { Facts, Finding } from './check-all.ts'
import type { Screens } from './read-screens.ts'
import { HELD_OUT_PERCENT, type Diary, type DiaryInvoice, type InForce } from '../world/diary.ts'
import { isNoChance } from './left-out-by-chance.ts'

type Taken = { at: number; to: string; body: string }

const DAY_MS = 86_400_000
/** A claim may be sent so long after it was made; what was decided then may have changed since. */
const CLAIM_MS = 25_000
const SEEN_MS = 10 * 60_000
/** A text waits for hours, funds and looks; in a simulated run never for longer. */
const LATE_DAYS = 4
const HOURS_EAST = 10
const SUMMER_ENDS = Date.UTC(2026, 3, 4, 16)

/** One text for each paid invoice, none twice, none to whoever asked for none, none at night; each one explained. */
export const checkCustomers = ({ diary, sandbox }: Facts, screens: Screens[]): Finding[] => {
  const taken: Taken[] = sandbox.twilio.sent().map(({ to, body, createdAt }) => ({ to, body, at: createdAt }))
  const findings: Finding[] = []
  const find = (promise: string, what: string) => findings.push({ promise, what })
  for (const invoice of diary.invoices.values()) {
    const texts = taken.filter(({ to, body }) => to === invoice.phone && body.includes(invoice.number))
    if (texts.length > 1) find('never twice', `${texts.length} texts for ${invoice.number}`)
    const isHeldOut = isLeftOut(diary, invoice, screens)
    if (texts.length === 0 && !isHeldOut && isOwed(diary, invoice, taken))
      find('never lost', `no text for ${invoice.number}, paid at ${timeOf(invoice)}`)
    if (texts.length > 0 && !invoice.changes.some(({ isPaid }) => isPaid))
      find('only when paid', `a text for ${invoice.number}, which was never paid`)
    if (texts.length > 0 && invoice.isEarly)
      find('never before go-live', `a text for ${invoice.number}, which was paid weeks before`)
    const seen = screens[invoice.business]!.activity.get(invoice.invoiceId) ?? []
    if (invoice.changes.some(({ isPaid }) => isPaid)) findings.push(...explained(diary, invoice, texts, seen))
  }
  for (const text of diary.writes) findings.push(...checkWritten(diary, text, taken))
  findings.push(...checkLeftOut(diary, screens, taken))
  return findings
}

/** Reasons that can be held against what happened. */
const WRONG: Record<string, (invoice: DiaryInvoice, diary: Diary) => string | false> = {
  opted_out: ({ phone }, { stops }) =>
    !stops.some((stop) => stop.phone === phone) && 'asked for no such thing',
  paid_before_go_live: ({ isEarly }) => isEarly === undefined && 'was paid afterwards',
  no_mobile: ({ isReachable }) => isReachable && 'has a number',
  landline: ({ isReachable }) => isReachable && 'has a mobile',
  cooldown: ({ phone, number }, { invoices }) =>
    ![...invoices.values()].some((one) => one.phone === phone && one.number !== number) &&
    'has no other invoice',
  automation_off: ({ business }, { businesses }) =>
    businesses[business]!.switched.every(({ value }) => value) && 'was never switched off',
  left_out_by_chance: ({ business }, { businesses }) =>
    !businesses[business]!.holdsOut && 'its business leaves out nobody',
}

const isLeftOut = (
  { businesses }: Diary,
  { business, invoiceId }: DiaryInvoice,
  screens: Screens[],
): boolean =>
  businesses[business]!.holdsOut &&
  screens[business]!.activity.get(invoiceId)?.some(({ reason }) => reason === 'left_out_by_chance') === true

/** Who is left out once is never asked, for no invoice of hers; and no more are left out than chance explains. */
const checkLeftOut = (diary: Diary, screens: Screens[], taken: Taken[]): Finding[] => {
  const invoices = [...diary.invoices.values()].filter(({ business }) => diary.businesses[business]!.holdsOut)
  const leftOut = invoices.filter((invoice) => isLeftOut(diary, invoice, screens))
  const phones = new Set(leftOut.map(({ phone }) => phone))
  const texted = taken.filter(({ to }) => phones.has(to))
  const findings = texted.map(({ to }) => ({
    promise: 'left out by chance',
    what: `a text to ${to}, who is left out`,
  }))
  const drawn = customersOf(invoices.filter(mayBeDrawn))
  const out = customersOf(leftOut.filter(mayBeDrawn))
  if (isNoChance(out.size, drawn.size, HELD_OUT_PERCENT / 100))
    findings.push({
      promise: 'left out by chance',
      what: `${out.size} of ${drawn.size} customers are left out`,
    })
  return findings
}

/** Each business draws for itself. By what the world did, not by what became of it, which depends on the draw. */
const customersOf = (invoices: DiaryInvoice[]): Set<string> =>
  new Set(invoices.map(({ business, phone }) => `${business} ${phone}`))

const mayBeDrawn = ({ isReachable, isEarly, changes }: DiaryInvoice): boolean =>
  isReachable && !isEarly && changes.some(({ isPaid }) => isPaid)

const explained = (
  diary: Diary,
  invoice: DiaryInvoice,
  texts: Taken[],
  seen: Screens['activity'] extends Map<string, infer Item> ? Item : never,
): Finding[] => {
  const { number, changes } = invoice
  // Paid and unpaid again before anybody looked: then there was nothing to decide.
  if (seen.length === 0)
    return changes.at(-1)!.isPaid ? [{ promise: 'explained', what: `${number} is nowhere` }] : []
  if (seen.length > 1) return [{ promise: 'explained', what: `${number} is listed ${seen.length} times` }]
  const { outcome, what, reason } = seen[0]!
  if (outcome === 'texted' && texts.length === 0)
    return [{ promise: 'explained', what: `${number} is shown as texted, and was not` }]
  if (outcome !== 'texted' && texts.length > 0)
    return [{ promise: 'explained', what: `${number} was texted and is shown as ${outcome} (${reason})` }]
  const untrue = reason && WRONG[reason]?.(invoice, diary)
  if (untrue) return [{ promise: 'explained', what: `${number} is skipped as ${reason}, and ${untrue}` }]
  if (outcome === 'pending') return [{ promise: 'never lost', what: `${number} still waits: ${what}` }]
  return what ? [] : [{ promise: 'explained', what: `${number} has no words` }]
}

/** Paid throughout, with a number, wanted by its owner, and nothing near it that rules it out. */
const isOwed = (diary: Diary, invoice: DiaryInvoice, taken: Taken[]): boolean => {
  const { cooldownDays, switched } = diary.businesses[invoice.business]!
  const isSteady = invoice.changes.length === 1 && invoice.changes[0]!.isPaid
  if (!isSteady || !invoice.isReachable || invoice.isEarly) return false
  const paidAt = invoice.changes[0]!.at
  const hasRested = !taken.some(
    ({ to, body, at }) =>
      to === invoice.phone &&
      !body.includes(invoice.number) &&
      Math.abs(at - paidAt) < (cooldownDays + LATE_DAYS) * DAY_MS,
  )
  const isWanted = switched.every(({ value, until }) => value || (until !== undefined && until < paidAt))
  const isSilent = diary.stops.some(
    ({ phone, at }) => phone === invoice.phone && at < paidAt + LATE_DAYS * DAY_MS,
  )
  // Of two invoices of one customer one has the text: where its owner cancels that, the other stays without.
  const isCancelled = diary.decisions.some(({ invoiceId, choice }) => {
    const other = cooldownDays > 0 && diary.invoices.get(invoiceId)?.phone === invoice.phone
    return choice === 'cancel' && (invoiceId === invoice.invoiceId || other)
  })
  return (cooldownDays === 0 || hasRested) && isWanted && !isSilent && !isCancelled
}

/** At the moment at which it left our process. */
const checkWritten = (
  diary: Diary,
  { at, to, body, by }: Diary['writes'][number],
  taken: Taken[],
): Finding[] => {
  const findings: Finding[] = []
  const invoice = [...diary.invoices.values()].find(
    ({ phone, number }) => phone === to && body.includes(number),
  )
  if (!invoice) return [{ promise: 'only when paid', what: `${by} wrote a text for no invoice: ${body}` }]
  const name = `${invoice.number}, written by ${by} at ${new Date(at).toISOString()}`
  const { hours, switched, cooldownDays } = diary.businesses[invoice.business]!
  if (!inForce(switched, at).includes(true)) findings.push({ promise: 'only when switched on', what: name })
  if (!inForce(hours, at).some((one) => isOpen(one, at)))
    findings.push({ promise: 'never at night', what: name })
  if (!wasPaidLately(invoice, at))
    findings.push({ promise: 'only when paid', what: `${name}, unpaid for so long that it was known` })
  const stop = diary.stops.find(
    ({ phone, confirmedAt = Infinity }) => phone === to && confirmedAt + CLAIM_MS < at,
  )
  if (stop) findings.push({ promise: 'never after STOP', what: `${name}, after a STOP by ${stop.by}` })
  const other = taken.find(
    (one) =>
      one.to === to &&
      !one.body.includes(invoice.number) &&
      one.at < at &&
      at - one.at < cooldownDays * DAY_MS,
  )
  if (other) findings.push({ promise: 'only after a rest', what: name })
  return findings
}

/** Xero is asked again about what was seen as paid over ten minutes ago. */
const wasPaidLately = ({ changes }: DiaryInvoice, at: number): boolean =>
  changes.some(
    ({ at: from, isPaid }, index) =>
      isPaid && from <= at && (changes[index + 1]?.at ?? at) >= at - SEEN_MS - CLAIM_MS,
  )

/** What may have been in force when it was claimed. */
const inForce = <Value>(kept: InForce<Value>[], at: number): Value[] =>
  kept
    .filter(({ from, until }) => from <= at && (until === undefined || until + CLAIM_MS > at))
    .map(({ value }) => value)

/** Sydney: eleven hours ahead until the first Sunday of April, ten afterwards. */
const isOpen = ({ from, until }: { from: number | null; until: number | null }, at: number): boolean => {
  if (from === null || until === null) return true
  const inside = (moment: number): boolean => {
    const offset = (moment < SUMMER_ENDS ? HOURS_EAST + 1 : HOURS_EAST) * 3_600_000
    const minute = Math.floor(((moment + offset) % DAY_MS) / 60_000)
    return minute >= from && minute < until
  }
  return inside(at) || inside(at - CLAIM_MS)
}

const timeOf = ({ changes }: DiaryInvoice): string => new Date(changes[0]!.at).toISOString()
