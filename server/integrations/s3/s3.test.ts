import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { STORE_KEYS, useStore } from '../../../test/support/s3/s3-store.ts'
import { createS3 } from './s3.ts'

const store = useStore()
const open = (more: { secretAccessKey?: string; timeoutMs?: number } = {}) =>
  createS3({
    endpoint: store.url,
    region: 'eu-central-1',
    accessKeyId: STORE_KEYS.id,
    secretAccessKey: STORE_KEYS.secret,
    bucket: 'goodword',
    partBytes: 100_000,
    ...more,
  })
setFlagsFromString('--expose-gc')
const collectMemory = runInNewContext('gc') as () => void
const KEY = "nightly/it's (one) & more+%.age"
const inChunks = (bytes: Buffer) =>
  Readable.from(
    Array.from({ length: Math.ceil(bytes.length / 7777) }, (_, at) =>
      bytes.subarray(at * 7777, (at + 1) * 7777),
    ),
  )

test('what is put in parts is got as it was, whatever its key is', async () => {
  const bytes = randomBytes(250_000)
  expect(await open().put(KEY, inChunks(bytes))).toBe(250_000)
  expect(store.objects.get(`goodword/${KEY}`)?.equals(bytes)).toBe(true)
  expect((await buffer(await open().get(KEY))).equals(bytes)).toBe(true)
  expect(store.refused).toBe(0)
})

test('all keys of a folder are listed, page by page, and one is removed', async () => {
  for (const name of ['a & b', 'c', 'd', 'e', 'f'])
    store.objects.set(`goodword/nightly/${name}`, Buffer.from('x'))
  store.objects.set('goodword/other/g', Buffer.from('x'))
  await open().remove('nightly/d')
  expect(await open().list('nightly/')).toEqual(['a & b', 'c', 'e', 'f'].map((name) => `nightly/${name}`))
})

test('a wrong secret is refused by the store', async () => {
  await expect(open({ secretAccessKey: 'another' }).list('')).rejects.toMatchObject({
    kind: 'rejected',
    code: 'SignatureDoesNotMatch',
  })
})

test.each(['error', 'reset', 'silence'] as const)(
  'an upload that ends half-way (%s) leaves nothing',
  async (fault) => {
    store.fault = ({ method, query }) =>
      method === 'PUT' && query.get('partNumber') === '2' ? fault : undefined
    // Memory that is collected meanwhile must not take the deadline with it.
    const collecting = setInterval(collectMemory, 50)
    const { signal } = new AbortController()
    // Only silence is waited for: another call that a busy machine delays, as that which ends it, must not be given up.
    const timeoutMs = fault === 'silence' ? 10_000 : 60_000
    const put = open({ timeoutMs }).put(KEY, inChunks(randomBytes(250_000)), signal)
    await expect(put).rejects.toMatchObject({ vendor: 's3', kind: 'retry-later' })
    clearInterval(collecting)
    expect([store.objects.size, store.uploads.size]).toEqual([0, 0])
  },
)

test('a store that fails once is asked again', async () => {
  let failed = 0
  store.fault = ({ method }) => (method === 'PUT' && failed++ === 0 ? 'error' : undefined)
  await open().put('once', inChunks(randomBytes(1000)))
  expect([...store.objects.keys()]).toEqual(['goodword/once'])
})

test('bytes that end with an error are taken back', async () => {
  const broken = async function* () {
    yield randomBytes(150_000)
    throw new Error('the database is away')
  }
  await expect(open().put(KEY, broken())).rejects.toThrow('the database is away')
  expect([store.objects.size, store.uploads.size]).toEqual([0, 0])
})
