import type { OwnerAtDashboard } from './e2e-owner.ts'

const CUSTOMERS = [
  ['Priya Raman', '+61412555018', 'INV-2041'],
  ['Marcus O’Dell', '+61491570156', 'INV-2039'],
  ['Harbour Street Body Corporate', '+61491570313', 'INV-2036'],
  ['Tom & Elise Brandt', '+61491570737', 'INV-2033'],
  ['Noor Haddad', '+61491571266', 'INV-2031'],
  ['Aroha Ngāta', '+61491571491', 'INV-2030'],
  ['Li Wei', '+61491571804', 'INV-2028'],
  ['Sam Carter', '+61491572549', 'INV-2027'],
] as const

/** Some days of an electrician's texts, for pictures: delivered, waiting, failed, opened, and not sent at all. */
export const writeShortHistory = async (owner: OwnerAtDashboard, now: Date): Promise<void> => {
  for (const [at, [customer_name, customer_phone, invoice_number]] of CUSTOMERS.entries()) {
    const sentAt = new Date(now.getTime() - (at * 7 + 1) * 3_600_000)
    const id = await owner.texted({
      customer_name,
      customer_phone,
      invoice_number,
      sent_at: sentAt,
      ...(at === 1 || at === 4 ? { opened_at: sentAt, open_count: 1 } : {}),
      ...(at === 2 ? { state: 'scheduled', sent_at: null, due_at: now } : {}),
      ...(at === 3 ? { state: 'failed', state_reason: '30006', failed_at: sentAt } : {}),
      ...(at === 6 ? { state: 'sent' } : {}),
    })
    if (at !== 2) await owner.spend(9, id)
  }
  for (const reason of ['no_mobile', 'no_mobile', 'opted_out']) await owner.skipped(reason)
  const lastTextedAt = new Date(now.getTime() - 40 * 86_400_000).toISOString()
  await owner.skipped('cooldown', { detail: JSON.stringify({ lastTextedAt, cooldownDays: 90 }) })
}
