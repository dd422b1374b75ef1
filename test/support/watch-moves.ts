import { Client } from 'pg'

export type SeenMove = { table: string; from: string | null; to: string }

/**
 * Records every change of `state` in these tables by triggers, whichever code makes it. Returns a reader of the moves
 * seen so far, each once, and of what preceded a given move.
 */
export const watchMoves = async (
  databaseUrl: string,
  tables: string[],
): Promise<() => Promise<SeenMove[]>> => {
  const owner = async <Out>(work: (client: Client) => Promise<Out>): Promise<Out> => {
    const client = new Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      return await work(client)
    } finally {
      await client.end()
    }
  }
  await owner(async (client) => {
    await client.query(`
      create table seen_moves ("table" text, "from" text, "to" text, unique nulls not distinct ("table", "from", "to"));
      create function note_move() returns trigger language plpgsql security definer as $$
      begin
        if tg_op = 'INSERT' then
          insert into seen_moves values (tg_table_name, null, new.state) on conflict do nothing;
        elsif new.state <> old.state then
          insert into seen_moves values (tg_table_name, old.state, new.state) on conflict do nothing;
        end if;
        return null;
      end $$`)
    for (const table of tables)
      await client.query(`
        create trigger note_move after insert or update on ${table} for each row execute function note_move()`)
  })
  return () => owner(async (client) => (await client.query<SeenMove>('select * from seen_moves')).rows)
}
