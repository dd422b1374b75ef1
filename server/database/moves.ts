import { sql, type RawBuilder } from 'kysely'

/** One way from state to state: `from` is empty where a row begins with it. */
export type Move<State extends string> = {
  from: readonly State[]
  to: State
  /** What has happened. */
  why: string
  /** Who makes it: a verb's file, or an SQL function. */
  by: string
}

export type Moves<State extends string> = Record<string, Move<State>>

/**
 * The states that a move starts from, for `state in (…)`. Written out and not bound as a parameter, because else the
 * planner does not use a partial index on them.
 */
export const startOf = ({ from }: { from: readonly string[] }): RawBuilder<unknown> =>
  sql.raw(from.map((state) => `'${state}'`).join(', '))
