import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type DatabaseConnection,
  type Dialect,
  type QueryResult,
  type RawBuilder,
} from 'kysely'

// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
type AnyKysely = Kysely<any>
type Statement = RawBuilder<unknown>
type Answer = QueryResult<unknown>
type Ends = Record<'begin' | 'commit' | 'rollback', Statement>

type Bound = {
  connection: DatabaseConnection
  /** Outside of a transaction there is no commit to go with. */
  last: Statement[] | undefined
  /** Asked, and read by nobody before the end. */
  unread: Promise<Answer>[]
  isOpen: boolean
  underWay: Set<Promise<unknown>>
  /** What the first statement threw that failed: the server refused those behind it because of that one. */
  failure: { reason: unknown } | undefined
}

const bound = new WeakMap<AnyKysely, Bound>()

/**
 * Gives `work` one connection of the pool. Its statements need not wait for each other's answers: those that are asked
 * at once share a round trip, and are run in the order in which they were asked. Once `work` has ended, none is taken.
 */
export const onOneConnection = <Source extends AnyKysely, Out>(
  db: Source,
  work: (one: Source) => Promise<Out>,
): Promise<Out> => bindConnection(db, undefined, work)

/**
 * The same, but `work` is not held up by what it asked beside its own answer: that may still be under way when it is
 * answered, keeps the connection until then, and where it fails nobody is told.
 */
export const onAnswer = <Source extends AnyKysely, Out>(
  db: Source,
  work: (one: Source) => Promise<Out>,
): Promise<Out> =>
  new Promise((resolve, reject) => {
    bindConnection(db, undefined, async (one) => resolve(await work(one))).catch(reject)
  })

/**
 * Runs a statement in a transaction of its own, and answers before that is committed: for what is asked in a hurry, and
 * does no harm where it is lost in the end.
 */
export const beforeCommit = (db: AnyKysely, statement: Statement): Promise<Answer> =>
  onAnswer(db, async (one) => {
    const state = boundOf(one)
    const [begun, answer, committed] = [BEGIN, statement, COMMIT].map((each) =>
      watched(state, each.compile(one)),
    )
    begun!.catch(ignore)
    committed!.catch(ignore)
    return answer!
  })

const BEGIN = sql`begin`
const COMMIT = sql`commit`
const ignore = (): void => undefined

/**
 * The same inside of a transaction. `opening` shares the round trip of its begin, and may only read or lock: where the
 * begin fails, what comes behind it stands outside of a transaction, and so would what came behind its end.
 */
export const onOneTransaction = <Source extends AnyKysely, Out, Read>(
  db: Source,
  { begin, commit, rollback, opening }: Ends & { opening: (trx: Source) => Promise<Read> },
  work: (trx: Source, read: Read) => Promise<Out>,
): Promise<Out> =>
  bindConnection(db, [], async (trx) => {
    const state = boundOf(trx)
    try {
      const [, read] = await Promise.all([send(trx, state, [begin]), opening(trx)])
      const out = await work(trx, read)
      state.isOpen = false
      await end(trx, state, commit)
      return out
    } catch (cause) {
      state.isOpen = false
      const first = wasRefusedForAnother(cause) ? state.failure?.reason : undefined
      await send(trx, state, [rollback]).catch(() => undefined)
      throw first ?? cause
    }
  })

const end = async (trx: AnyKysely, state: Bound, commit: Statement): Promise<void> => {
  const [ended, ...asked] = await Promise.allSettled([
    send(trx, state, [...state.last!, commit]),
    ...state.unread,
  ])
  const failed = [...asked, ended].find((each) => each.status === 'rejected')
  if (failed) throw failed.reason
}

const IN_FAILED_TRANSACTION = '25P02'

const wasRefusedForAnother = (cause: unknown): boolean =>
  (cause as { code?: string } | undefined)?.code === IN_FAILED_TRANSACTION

/** Statements whose answers nobody reads are sent with the commit of their transaction, as its last ones. */
export const withCommit = (trx: AnyKysely, ...statements: Statement[]): void => {
  const { last, isOpen } = boundOf(trx)
  if (!last) throw new Error('What goes with a commit needs a transaction.')
  if (!isOpen) throw hasEnded()
  last.push(...statements)
}

/** The same, but they are asked at once: whatever is asked later in their transaction finds what they wrote. */
export const unread = (trx: AnyKysely, ...statements: Statement[]): void => {
  const state = boundOf(trx)
  if (!state.last) throw new Error('What nobody reads needs a transaction.')
  if (!state.isOpen) throw hasEnded()
  for (const statement of statements) state.unread.push(watched(state, statement.compile(trx)))
}

const bindConnection = <Source extends AnyKysely, Out>(
  db: Source,
  last: Statement[] | undefined,
  work: (one: Source) => Promise<Out>,
): Promise<Out> =>
  db.getExecutor().provideConnection(async (connection) => {
    const state: Bound = {
      connection,
      last,
      unread: [],
      isOpen: true,
      underWay: new Set(),
      failure: undefined,
    }
    const one = new Kysely({ dialect: dialectOf(state) }) as unknown as Source
    bound.set(one, state)
    try {
      return await work(one)
    } finally {
      state.isOpen = false
      await Promise.allSettled(state.underWay)
    }
  })

const boundOf = (one: AnyKysely): Bound => {
  const state = bound.get(one)
  if (!state) throw new Error('Statements go together on one connection only.')
  return state
}

const send = async (one: AnyKysely, state: Bound, statements: Statement[]): Promise<Answer[]> => {
  const asked = statements.map((statement) => watched(state, statement.compile(one)))
  const answers = await Promise.allSettled(asked)
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  })
}

type Compiled = Parameters<DatabaseConnection['executeQuery']>[0]

const watched = (state: Bound, query: Compiled): Promise<Answer> => {
  const answer = state.connection.executeQuery(query)
  state.underWay.add(answer)
  const settle = () => void state.underWay.delete(answer)
  answer.then(settle, (reason: unknown) => {
    settle()
    state.failure ??= { reason }
  })
  return answer
}

const hasEnded = () => new Error('A statement came after the end of its transaction.')

const ADAPTER = new PostgresAdapter()
const COMPILER = new PostgresQueryCompiler()

const refuse = (): Promise<never> => Promise.reject(new Error('Transactions are begun by inTransaction.'))

const dialectOf = (state: Bound): Dialect => {
  const gated = {
    executeQuery: async (query: Compiled) => {
      if (!state.isOpen) throw hasEnded()
      return watched(state, query)
    },
    streamQuery: () => {
      throw new Error('Rows are not streamed on such a connection.')
    },
  } as unknown as DatabaseConnection
  return {
    createAdapter: () => ADAPTER,
    createQueryCompiler: () => COMPILER,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createDriver: () => ({
      init: async () => undefined,
      acquireConnection: async () => gated,
      beginTransaction: refuse,
      commitTransaction: refuse,
      rollbackTransaction: refuse,
      releaseConnection: async () => undefined,
      destroy: async () => undefined,
    }),
  }
}
