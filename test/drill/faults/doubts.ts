import type { Pool } from 'pg'
import { invoiceId } from '../../../bench/upstream/made-up-books.ts'

/** In this run's own database: each attempt that ever had an unknown outcome, however it was settled. */
export const keepDoubts = async (admin: Pool): Promise<void> => {
  await admin.query(`
    create table drill_doubts (business_id uuid, request_id uuid);
    create function drill_doubt() returns trigger language plpgsql security definer as $$
      begin
        insert into drill_doubts values (new.business_id, new.request_id);
        return new;
      end $$;
    create trigger drill_doubt after update on send_attempts for each row
      when (new.state in ('unknown', 'absent') and old.state is distinct from new.state)
      execute function drill_doubt();`)
}

/** So many attempts, since the product was started. */
export const countDoubts = async (admin: Pool): Promise<number> => {
  const { rows } = await admin.query<{ count: number }>('select count(*)::int as count from drill_doubts')
  return rows[0]!.count
}

/** Of these invoices, those whose text the gateway had to be asked for. */
export const doubtedCounts = async (admin: Pool, counts: number[]): Promise<Set<number>> => {
  const { rows } = await admin.query<{ invoice_id: string }>(
    `select distinct r.invoice_id from drill_doubts d
     join review_requests r on r.business_id = d.business_id and r.id = d.request_id`,
  )
  const ids = new Set(rows.map(({ invoice_id }) => invoice_id))
  return new Set(counts.filter((count) => ids.has(invoiceId(count))))
}
