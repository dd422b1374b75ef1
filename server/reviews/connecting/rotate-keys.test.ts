import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createProfileOwner } from '../../../test/support/profile-owner.ts'
import { useProduct } from '../../../test/support/product.ts'
import { checkKeys } from '../../operations/checks/check-keys.ts'
import { createSealer } from '../../platform/seal.ts'
import { openPhoneHash } from '../../texts/phones/phone-hash.ts'
import { resealTokens } from './reseal-tokens.ts'

const [oldKey, newKey] = [randomBytes(32).toString('hex'), randomBytes(32).toString('hex')] as const
const product = useProduct({ settings: { ENCRYPTION_KEYS: oldKey } })

test('a token of a profile is sealed anew with the newest key, and doctor counts those that are not yet', async () => {
  const owner = await createProfileOwner(product)
  await owner.connect()
  const { db } = product
  const rotated = createSealer([newKey, oldKey])
  const before = await checkKeys(db, rotated)
  expect(before).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('3 values still need an older key') as string,
  })
  expect(await checkKeys(db, createSealer([newKey]))).toMatchObject({ state: 'WRONG' })
  await resealTokens({ db, sealer: rotated })
  const rows = await db.selectFrom('profile_connections').select('refresh_token').execute()
  expect(rows.every(({ refresh_token }) => createSealer([newKey]).isCurrent(refresh_token))).toBe(true)
  expect(await checkKeys(db, createSealer([newKey, oldKey]))).toMatchObject({
    state: 'ok',
    words: expect.stringMatching(/\b2 values still/) as string,
  })
  await openPhoneHash(db, rotated)
  expect(await checkKeys(db, rotated)).toMatchObject({
    words: expect.stringMatching(/\b1 value still needs an older key/) as string,
  })
  const back = createSealer([oldKey, newKey])
  await openPhoneHash(db, back)
  await resealTokens({ db, sealer: back })
})

test('a token that was copied from another business does not open', async () => {
  const [one, two] = [await createProfileOwner(product), await createProfileOwner(product)]
  await one.connect()
  await two.connect()
  const { refresh_token } = (await two.connection()) as { refresh_token: Buffer }
  await product.db
    .updateTable('profile_connections')
    .set({ refresh_token })
    .where('business_id', '=', one.businessId)
    .execute()
  expect(await checkKeys(product.db, createSealer([oldKey, newKey]))).toMatchObject({ state: 'WRONG' })
  await expect(one.read()).rejects.toThrow('another place')
})
