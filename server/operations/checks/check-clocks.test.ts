import { expect, test } from 'vitest'
import { useProduct } from '../../../test/support/product.ts'
import { checkClocks } from './check-clocks.ts'

const product = useProduct()

test('a process whose clock is not the database’s is named, wherever it runs', async () => {
  const { db, metrics, own } = product.parts
  metrics!.stop()
  await metrics!.share()
  expect(await checkClocks(db)).toBeUndefined()
  own.recordClock(-3600)
  await metrics!.share()
  expect(await checkClocks(db)).toEqual({
    name: 'clocks',
    state: 'WRONG',
    words: 'that of an api differs from the database’s by 3600 s: set it by NTP where that runs',
  })
})
