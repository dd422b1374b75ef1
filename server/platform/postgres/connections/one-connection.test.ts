import { sql, type Kysely } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { useDatabase } from '../../../../test/support/database.ts'
import { startStallingProxy } from '../../../../test/support/stalling-proxy.ts'
import { asSystem, openDb, type Db, type SystemTrx } from '../../../database/database.ts'
import { inTransactionWith } from './db.ts'
import { onOneConnection, unread, withCommit } from './one-connection.ts'

const base = useDatabase()
const opened: { close: () => Promise<void> }[] = []

const open = (url = base.url): Db => {
  const one = openDb(url, { max: 1, onError: () => undefined })
  opened.push(one)
  return one.db
}

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
})

// oxlint-disable-next-line typescript/no-explicit-any -- whichever tables there are
const word = async (one: Kysely<any>, said: string): Promise<string> => {
  const { rows } = await sql<{ said: string }>`select ${said}::text as said`.execute(one)
  return rows[0]!.said
}

test('statements that are asked at once are on their way before the first is answered, and answered in turn', async () => {
  const proxy = await startStallingProxy(base.url)
  opened.push(proxy)
  const db = open(proxy.url)
  await word(db, 'connected')
  const { asked, release } = proxy.withhold()
  const answers = onOneConnection(db, (one) =>
    Promise.all(['first', 'second', 'third'].map((said) => word(one, said))),
  )
  await expect.poll(asked).toMatch(/first.*second.*third/s)
  release()
  expect(await answers).toEqual(['first', 'second', 'third'])
})

test('a statement that fails leaves those beside it their own answers', async () => {
  const [wrong, right] = await onOneConnection(open(), (one) =>
    Promise.allSettled([sql`select 1 / 0`.execute(one), word(one, 'right')]),
  )
  expect(wrong.status).toBe('rejected')
  expect(right).toEqual({ status: 'fulfilled', value: 'right' })
})

test('a connection takes no statement once its work has ended', async () => {
  let kept: SystemTrx | undefined
  await asSystem(open(), async (trx) => {
    kept = trx
  })
  await expect(word(kept!, 'late')).rejects.toThrow('after the end')
  expect(() => withCommit(kept!, sql`select 1`)).toThrow('after the end')
})

test('what goes with the commit is done before it, in its order', async () => {
  const db = open()
  await sql`create temporary table said (at serial, word text)`.execute(db)
  await asSystem(db, async (trx) => {
    withCommit(trx, sql`insert into said (word) values ('second')`)
    await sql`insert into said (word) values ('first')`.execute(trx)
    withCommit(trx, sql`insert into said (word) values ('third')`)
  })
  const { rows } = await sql<{ word: string }>`select word from said order by at`.execute(db)
  expect(rows.map(({ word }) => word)).toEqual(['first', 'second', 'third'])
})

test('where one of them fails nothing is done, and its failure is the one that is thrown', async () => {
  const db = open()
  await sql`create temporary table said (word text unique)`.execute(db)
  const failed = asSystem(db, async (trx) => {
    await sql`insert into said values ('once')`.execute(trx)
    withCommit(trx, sql`insert into said values ('once')`, sql`insert into said values ('again')`)
  })
  await expect(failed).rejects.toThrow('duplicate key')
  const { rows } = await sql`select from said`.execute(db)
  expect(rows).toHaveLength(0)
})

test('what nobody reads is done in its turn, and seen by what is asked behind it', async () => {
  const db = open()
  await sql`create temporary table said (at serial, word text)`.execute(db)
  const seen = await asSystem(db, async (trx) => {
    withCommit(trx, sql`insert into said (word) values ('third')`)
    unread(trx, sql`insert into said (word) values ('first')`, sql`insert into said (word) values ('second')`)
    return sql<{ word: string }>`select word from said order by at`.execute(trx)
  })
  expect(seen.rows.map(({ word }) => word)).toEqual(['first', 'second'])
  const { rows } = await sql<{ word: string }>`select word from said order by at`.execute(db)
  expect(rows.map(({ word }) => word)).toEqual(['first', 'second', 'third'])
})

test.each([
  ['at the end', async () => undefined],
  ['where somebody asks behind it', (trx: SystemTrx) => word(trx, 'refused')],
])(
  'where one that nobody reads fails, nothing is done and its own failure is thrown: %s',
  async (_when, next) => {
    const db = open()
    await sql`create temporary table said (word text unique)`.execute(db)
    const failed = asSystem(db, async (trx) => {
      unread(trx, sql`insert into said values ('once')`, sql`insert into said values ('once')`)
      await next(trx)
    })
    await expect(failed).rejects.toThrow('duplicate key')
    const { rows } = await sql`select from said`.execute(db)
    expect(rows).toHaveLength(0)
  },
)

test('what nobody reads needs a transaction that has not ended', async () => {
  await onOneConnection(open(), async (one) => {
    expect(() => unread(one, sql`select 1`)).toThrow('needs a transaction')
  })
  let kept: SystemTrx | undefined
  await asSystem(open(), async (trx) => {
    kept = trx
  })
  expect(() => unread(kept!, sql`select 1`)).toThrow('after the end')
})

test('an answer that nobody waits for any more is waited for before the connection is another’s', async () => {
  const proxy = await startStallingProxy(base.url)
  opened.push(proxy)
  const db = open(proxy.url)
  await word(db, 'connected')
  const { asked, release } = proxy.withhold()
  const left = onOneConnection(db, async (one) => {
    void word(one, 'forgotten')
    await new Promise((done) => setImmediate(done))
    return 'left'
  })
  const next = word(db, 'next')
  await expect.poll(asked).toContain('forgotten')
  expect(asked()).not.toContain('next')
  release()
  expect(await Promise.all([left, next])).toEqual(['left', 'next'])
})

test('a statement that comes after the end of its transaction is refused, and stands outside of nothing', async () => {
  const ended = Promise.withResolvers<void>()
  const late: Promise<unknown>[] = []
  const slow = async (trx: SystemTrx) => {
    await word(trx, 'first')
    await ended.promise
    return word(trx, 'second')
  }
  const failed = asSystem(open(), async (trx) => {
    late.push(slow(trx).catch((cause: unknown) => cause))
    await sql`select 1 / 0`.execute(trx)
  })
  await expect(failed).rejects.toThrow('division')
  ended.resolve()
  expect(String(await late[0])).toContain('after the end')
})

test('what goes with a commit needs a transaction', async () => {
  await onOneConnection(open(), async (one) => {
    expect(() => withCommit(one, sql`select 1`)).toThrow('needs a transaction')
  })
})

test('what a transaction opens with is on its way with its beginning', async () => {
  const proxy = await startStallingProxy(base.url)
  opened.push(proxy)
  const db = open(proxy.url)
  await word(db, 'connected')
  const { asked, release } = proxy.withhold()
  const said = inTransactionWith(
    db,
    { begin: 'begin', opening: (trx) => Promise.all([word(trx, 'one'), word(trx, 'two')]) },
    async (trx, read) => [...read, await word(trx, 'three')],
  )
  await expect.poll(asked).toMatch(/begin.*one.*two/s)
  release()
  expect(await said).toEqual(['one', 'two', 'three'])
})

test('where its beginning fails, nothing is done behind what it opens with', async () => {
  const done: string[] = []
  const failed = inTransactionWith(
    open(),
    { begin: 'begin; set local role of_nobody', opening: (trx) => word(trx, 'read').catch(() => 'refused') },
    async (_trx, read) => void done.push(read),
  )
  await expect(failed).rejects.toThrow('of_nobody')
  expect(done).toEqual([])
})

test('what failed first is thrown, also where something behind it is answered sooner', async () => {
  const failed = inTransactionWith(
    open(),
    {
      begin: 'begin',
      opening: (trx) => {
        const first = sql`select 1 / 0`.execute(trx).then(async (answer) => answer)
        return Promise.all([
          first.finally(() => new Promise((done) => setImmediate(done))),
          word(trx, 'refused'),
        ])
      },
    },
    async () => undefined,
  )
  await expect(failed).rejects.toThrow('division')
})

test('where what it opens with fails, the transaction is undone', async () => {
  const db = open()
  const failed = inTransactionWith(
    db,
    { begin: 'begin', opening: (trx) => sql`select 1 / 0`.execute(trx) },
    async () => undefined,
  )
  await expect(failed).rejects.toThrow('division')
  const { rows } = await sql<{ alone: boolean }>`select now() = statement_timestamp() as alone`.execute(db)
  expect(rows).toEqual([{ alone: true }])
})
