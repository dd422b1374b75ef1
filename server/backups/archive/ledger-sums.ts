import type { ClientBase } from 'pg'

/** The money that is on record: the sum of each account, of the balances, and the number of transfers. */
export const ledgerSums = async (client: ClientBase): Promise<Record<string, string>> => {
  const { rows } = await client.query<{ name: string; sum: string }>(
    `select account as name, sum(amount_cents)::text as sum from entries group by account
     union all select 'balances available', coalesce(sum(available_cents), 0)::text from balances
     union all select 'balances reserved', coalesce(sum(reserved_cents), 0)::text from balances
     union all select 'transfers', count(*)::text from transfers
     order by 1`,
  )
  return Object.fromEntries(rows.map(({ name, sum }) => [name, sum]))
}
