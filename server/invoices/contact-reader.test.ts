import { beforeEach, expect, test } from 'vitest'
import type { XeroContact, XeroSession } from '../integrations/xero/xero-types.ts'
import { VendorFailure } from '../platform/errors.ts'
import { createContactReader, type ContactReader } from './contact-reader.ts'

const SESSION = {} as XeroSession
const LIMITS = { minuteRemaining: 50, dayRemaining: 4_000, appMinuteRemaining: 9_000 }

let asked: string[][]
let fails: boolean
let nowMs: number
let reader: ContactReader

beforeEach(() => {
  asked = []
  fails = false
  nowMs = 0
  reader = createContactReader({ contacts: (_, ids) => answer(ids) }, () => nowMs)
})

/** Xero has all but 'gone'. */
const answer = async (ids: string[]) => {
  asked.push(ids)
  if (fails) throw new VendorFailure('xero', 'retry-later', 'http-503', 'Xero is away')
  const body = ids.filter((id) => id !== 'gone').map((contactId) => ({ contactId }) as XeroContact)
  return { body, limits: LIMITS }
}

const read = (session: XeroSession, ids: string[]) => reader.read(session, ids)
const idsOf = async (ids: string[]) => [...(await read(SESSION, ids)).contacts.keys()].toSorted()

test('a contact is read once, also while it is being read, and one that Xero does not have as well', async () => {
  expect(await Promise.all([idsOf(['a', 'gone']), idsOf(['a', 'b'])])).toEqual([['a'], ['a', 'b']])
  expect(await idsOf(['a', 'b', 'gone'])).toEqual(['a', 'b'])
  expect(asked).toEqual([['a', 'gone'], ['b']])
})

test('what was read longer ago than an answer holds is read again', async () => {
  await read(SESSION, ['a'])
  nowMs = 14_999
  await read(SESSION, ['a'])
  expect(asked).toHaveLength(1)
  nowMs = 15_000
  await read(SESSION, ['a'])
  expect(asked).toHaveLength(2)
})

test('a call that failed leaves nothing known, and fails no batch but its own', async () => {
  fails = true
  const first = read(SESSION, ['a', 'b'])
  fails = false
  const second = idsOf(['b', 'c'])
  await expect(first).rejects.toThrow('Xero is away')
  expect(await second).toEqual(['b', 'c'])
  expect(asked).toEqual([['a', 'b'], ['c'], ['b']])
})

test('a contact that changed is read again', async () => {
  await read(SESSION, ['a', 'b'])
  reader.forget(['b'])
  await read(SESSION, ['a', 'b'])
  expect(asked).toEqual([['a', 'b'], ['b']])
})

test('no call asks for more than forty', async () => {
  const ids = Array.from({ length: 90 }, (_, index) => `contact ${index}`)
  expect((await read(SESSION, ids)).contacts.size).toBe(90)
  expect(asked.map(({ length }) => length)).toEqual([40, 40, 10])
})

test('the limits are those of the last call, if one was made', async () => {
  expect((await read(SESSION, ['a'])).limits).toBe(LIMITS)
  expect((await read(SESSION, ['a'])).limits).toBeUndefined()
})
