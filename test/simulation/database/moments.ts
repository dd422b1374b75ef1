import type { Client } from 'pg'

/** Kept by graphile-worker, which is not simulated: jobs are taken from its table. */
const JOBS = ['graphile_worker._private_jobs', 'graphile_worker._private_job_queues']

/** The contents of all tables at one moment, and the way back to it, while sessions go on. */
export type Moments = {
  mark: (name: string) => Promise<void>
  back: (name: string) => Promise<void>
  restartNumbers: () => Promise<void>
}

export const openMoments = async (control: Client): Promise<Moments> => {
  const { rows: tables } = await control.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%' or c.oid = any ($1::regclass[]))
     group by c.oid order by 1`,
    [JOBS],
  )
  const { rows: sequences } = await control.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relkind = 'S' and c.relnamespace in ('public'::regnamespace, 'simulation'::regnamespace)`,
  )
  const copyOf = (name: string, moment: string): string => `${moment}."${name.replaceAll('"', '')}"`
  const filled = async (): Promise<typeof tables> => {
    const { rows } = await control.query<{ at: number }>(
      `select at::int from unnest($1::regclass[]) with ordinality as t (name, at)
       where exists (select from (select name as one union all select relid from pg_partition_tree(name)) parts
                     where pg_relation_size(one) > 0)`,
      [tables.map(({ name }) => name)],
    )
    return rows.map(({ at }) => tables[at - 1]!)
  }
  /** Of each moment: the tables that had rows. */
  const kept = new Map<string, typeof tables>()
  return {
    mark: async (moment) => {
      const full = await filled()
      kept.set(moment, full)
      const copies = full.map(({ name }) => `create table ${copyOf(name, moment)} as table ${name}`)
      const steps = [`drop schema if exists ${moment} cascade; create schema ${moment}`, ...copies]
      await control.query(`begin isolation level repeatable read; ${steps.join('; ')}; commit`)
    },
    back: async (moment) => {
      const full = await filled()
      const steps = [
        'begin; set local session_replication_role = replica; set local client_min_messages = error',
      ]
      if (full.length > 0) steps.push(`truncate ${full.map(({ name }) => name).join(', ')} cascade`)
      for (const { name, columns } of kept.get(moment)!)
        steps.push(
          `insert into ${name} (${columns}) overriding system value select ${columns} from ${copyOf(name, moment)}`,
        )
      await control.query([...steps, 'commit'].join('; '))
    },
    restartNumbers: async () => {
      await control.query(sequences.map(({ name }) => `alter sequence ${name} restart`).join('; '))
    },
  }
}
