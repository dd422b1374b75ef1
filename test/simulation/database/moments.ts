import type { Client } from 'pg'

/** Kept by graphile-worker, which is not simulated: jobs are taken from its table. */
const JOBS = ['graphile_worker._private_jobs', 'graphile_worker._private_job_queues']

/** The contents of all tables at one moment, and the way back to it, while sessions go on. */
export type Moments = { mark: (name: string) => Promise<void>; back: (name: string) => Promise<void> }

export const openMoments = async (control: Client): Promise<Moments> => {
  const { rows: tables } = await control.query<{ name: string; columns: string }>(
    `select c.oid::regclass::text as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
       and (c.relnamespace = 'public'::regnamespace and c.relname not like 'schema\\_%' or c.oid = any ($1::regclass[]))
     group by c.oid order by 1`,
    [JOBS],
  )
  const copyOf = (name: string, moment: string): string => `${moment}."${name.replaceAll('"', '')}"`
  const mark = (moment: string): string =>
    [
      `drop schema if exists ${moment} cascade; create schema ${moment}`,
      ...tables.map(({ name }) => `create table ${copyOf(name, moment)} as table ${name}`),
    ].join('; ')
  const back = (moment: string): string =>
    [
      'begin; set local session_replication_role = replica; set local client_min_messages = error',
      `truncate ${tables.map(({ name }) => name).join(', ')} cascade`,
      ...tables.map(
        ({ name, columns }) =>
          `insert into ${name} (${columns}) overriding system value select ${columns} from ${copyOf(name, moment)}`,
      ),
      'commit',
    ].join('; ')
  return {
    mark: async (moment) => {
      await control.query(`begin isolation level repeatable read; ${mark(moment)}; commit`)
    },
    back: async (moment) => {
      await control.query(back(moment))
    },
  }
}
