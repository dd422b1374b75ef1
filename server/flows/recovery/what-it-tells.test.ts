import { beforeEach, expect, test, vi } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { createRestoring } from '../../../test/support/restoring.ts'
import { anotherHistory, markMoment } from '../../../test/support/rewind.ts'
import { inboundOf } from '../../../test/support/sms-door.ts'
import { createTrader, type Trader } from '../../../test/support/trader.ts'
import { raiseFence } from '../../database/fence.ts'
import { addFound } from './fence-queries.ts'
import { RECOVER_STEPS, STAGES } from './recover-steps.ts'
import { checkRecovery } from '../../operations/checks/check-recovery.ts'
import { VendorFailure } from '../../platform/errors.ts'

const product = useProduct()
let trader: Trader
beforeEach(async () => {
  trader = await createTrader(product)
  await settled()
})
const { settled, text, forget } = createRestoring(product, () => trader)

/** What the log says of the fence meanwhile. */
const heard = async (work: () => Promise<void>) => {
  const lines: unknown[] = []
  const hear = (facts: object, words: string) =>
    void (words.includes('recovery fence') && lines.push([words, facts]))
  const { log } = product.parts
  const spies = [vi.spyOn(log, 'warn'), vi.spyOn(log, 'info')]
  for (const spy of spies) spy.mockImplementation(hear as never)
  await work()
  for (const spy of spies) spy.mockRestore()
  return lines
}
const up = (reason: string) => [
  'the recovery fence is up: nothing is sent',
  expect.objectContaining({ reason, since: expect.any(Date) }),
]
const down = (reason: string) => [
  'the recovery fence is down: texts go on',
  expect.objectContaining({ reason }),
]

test.each(['text', 'report', 'payment', 'replaced'] as const)(
  'that it is up is told once, with its reason, where a witness (%s) raised it, however often vendors are asked',
  async (witness) => {
    expect(await raiseFence(product.db, witness)).toBe(witness)
    const lines = await heard(async () => {
      product.later(60_000)
      const list = vi.spyOn(product.parts.twilio, 'sent').mockImplementation(() => {
        throw new VendorFailure('twilio', 'retry-later', 'http-503', 'Twilio failed: http-503')
      })
      for (let tries = 0; tries < 2; tries += 1)
        await expect(product.work('recovery:fence')).rejects.toThrow('http-503')
      list.mockRestore()
      await settled()
    })
    expect(lines).toEqual([up(witness), down(witness)])
  },
)

test('where it is raised anew while it is up, that is told as well', async () => {
  const lines = await heard(async () => {
    await raiseFence(product.db, 'text')
    const list = vi.spyOn(product.parts.twilio, 'sent').mockImplementation(async function* () {
      await raiseFence(product.db, 'replaced')
      yield []
    })
    await product.work('recovery:fence')
    list.mockRestore()
    product.later(60_000)
    await settled()
  })
  expect(lines).toEqual([up('text'), up('replaced'), down('replaced')])
})

test('a command that raised it leaves it to the worker to tell', async () => {
  await anotherHistory(product.databaseUrl, 'restored')
  expect(await raiseFence(product.db)).toBe('restored')
  expect(await heard(settled)).toEqual([up('restored'), down('restored')])
})

/** Her STOP reaches our door, and is forgotten with what else the work does. */
const stopIsForgotten = async (seems: 'restarted' | 'restored', work?: () => Promise<unknown>) => {
  const { phone } = trader.customer()
  const moment = await markMoment(product.databaseUrl)
  const { sid } = await product.sandbox.twilio.reply(phone, 'STOP')
  await inboundOf(product, { phone, body: 'STOP', sid })
  await inboundOf(product, { phone, body: 'Thanks' })
  await work?.()
  await forget(moment, seems)
}
const words = async () => (await checkRecovery(product.db)).words

test('log and doctor tell of the STOPs that were read again, and whose invoices are asked for anew', async () => {
  const { count } = await product.db
    .selectFrom('organisations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  await stopIsForgotten('restored')
  const lines = await heard(settled)
  const found = { texts: 0, payments: 0, stops: 1, organisations: count }
  expect(lines).toEqual([up('restored'), [expect.any(String), expect.objectContaining(found)]])
  expect(await words()).toContain('0 forgotten texts, 0 orders and 1 STOP were found')
  expect(await words()).toContain(`of ${count} organisation`)
})

test('a STOP counts as well where the regular look at the gateway takes it before the fence asks', async () => {
  await stopIsForgotten('restored')
  await raiseFence(product.db)
  await product.job('poll-inbound')
  expect((await heard(settled)).at(-1)).toEqual([expect.any(String), expect.objectContaining({ stops: 1 })])
})

/** Once, after the gateway has listed what customers texted to the worker that holds the fence. */
const afterListing = (happens: () => Promise<unknown>) => {
  const { inbound } = product.parts.twilio
  const list = vi.spyOn(product.parts.twilio, 'inbound').mockImplementation(async function* (...asked) {
    list.mockRestore()
    yield* inbound(...asked)
    await happens()
  })
}

test.each([
  ['restored', 'another worker has counted some', () => addFound(product.db, { stops: 2 }), 3],
  ['restored', 'the fence is raised anew', () => raiseFence(product.db, 'replaced'), 1],
  ['restarted', 'another worker has counted some', () => addFound(product.db, { stops: 2 }), 3],
  ['restarted', 'the fence is raised anew', () => raiseFence(product.db, 'replaced'), 1],
] as const)(
  'STOPs that are read after what is %s count as well where %s meanwhile',
  async (seems, _, happens, stops) => {
    await stopIsForgotten(seems)
    afterListing(happens)
    const lines = await heard(async () => {
      await product.work('recovery:fence').catch(() => undefined)
      product.later(60_000)
      await settled()
    })
    expect(lines.at(-1)).toEqual([expect.any(String), expect.objectContaining({ stops })])
  },
)

test('STOPs count as well that were read before a reading was cut short', async () => {
  await stopIsForgotten('restored')
  product.later(60_000)
  const { inbound } = product.parts.twilio
  const list = vi.spyOn(product.parts.twilio, 'inbound').mockImplementation(async function* (...asked) {
    yield* inbound(...asked)
    throw new VendorFailure('twilio', 'retry-later', 'gone', 'cut short')
  })
  await expect(product.work('recovery:fence')).rejects.toThrow('cut short')
  list.mockRestore()
  expect((await heard(settled)).at(-1)).toEqual([expect.any(String), expect.objectContaining({ stops: 1 })])
})

test('each step has its stage', () => {
  expect(STAGES.flat().toSorted()).toEqual(Object.keys(RECOVER_STEPS).toSorted())
})

test('where nothing was forgotten each vendor is asked once', async () => {
  const { twilio, stripe } = product.parts
  await anotherHistory(product.databaseUrl, 'restored')
  product.later(60_000)
  const asked = [vi.spyOn(twilio, 'sent'), vi.spyOn(stripe, 'listOrders'), vi.spyOn(stripe, 'listEvents')]
  await product.work('recovery:fence')
  expect(asked.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
  for (const spy of asked) spy.mockRestore()
})

test('those of what seems a restart count as well, also where a text shows that it was none', async () => {
  await stopIsForgotten('restarted')
  const restarted = { reason: 'restarted', stops: 1 }
  expect((await heard(settled)).at(-1)).toEqual([expect.any(String), expect.objectContaining(restarted)])
  await stopIsForgotten('restarted', text)
  const restored = { reason: 'restored', stops: 1, texts: 1 }
  expect((await heard(settled)).at(-1)).toEqual([expect.any(String), expect.objectContaining(restored)])
})

test('what was found before it is raised anew still counts', async () => {
  await stopIsForgotten('restored', text)
  product.later(60_000)
  const { sent } = product.parts.twilio
  const list = vi.spyOn(product.parts.twilio, 'sent').mockImplementation(async function* (since) {
    yield* sent(since)
    throw new VendorFailure('twilio', 'retry-later', 'gone', 'cut short')
  })
  await expect(product.work('recovery:fence')).rejects.toThrow('cut short')
  list.mockRestore()
  await anotherHistory(product.databaseUrl, 'restored')
  const found = { stops: 1, texts: 1 }
  expect((await heard(settled)).at(-1)).toEqual([expect.any(String), expect.objectContaining(found)])
})

test('each raise is counted by its reason, and what was found once it is down', async () => {
  const counted = async (...names: string[]) => {
    const readings = await product.readings()
    return names.map((name) => readings[`recovery_${name}`])
  }
  const names = [
    'fences_total{reason=restored}',
    'fences_total{reason=replaced}',
    'found_total{what=stops}',
    'found_total{what=texts}',
  ]
  const before = await counted(...names)
  expect(before).toEqual(names.map(() => expect.any(Number)))
  await stopIsForgotten('restored', text)
  await product.work('recovery:fence')
  await product.work('recovery:fence')
  expect(await raiseFence(product.db, 'replaced')).toBe('replaced')
  product.later(60_000)
  await settled()
  expect(await counted(...names)).toEqual(before.map((count) => count! + 1))
})
