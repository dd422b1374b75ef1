import { afterEach, beforeEach, expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createClaimants } from '../../test/support/claimants.ts'
import { mintOne } from '../../test/support/codes.ts'
import { createOwner } from '../../test/support/owner.ts'
import { asSystem } from '../database/database.ts'
import { codesOfBatch } from './list-codes.ts'
import { mintCodes } from './mint-codes.ts'
import { releaseCode } from './release-code.ts'
import { releaseOwnedCodes } from './release-owned-codes.ts'

const side = useAccountSide()
const { newPerson, look, claim, search, placeNamed, scan, rowOf } = createClaimants(side)
const HOUR_MS = 3_600_000
const now = new Date()
const expiresAt = new Date(now.getTime() + HOUR_MS)
const late = new Date(now.getTime() + 2 * HOUR_MS)
let placeId: string
let slug: string

beforeEach(async () => {
  slug = await mintOne(side.parts.db, expiresAt)
  ;({ placeId } = await placeNamed(slug, 'kettle'))
})
afterEach(() => side.later(-2 * HOUR_MS))

test('a code that was never claimed cannot be claimed; one that was claimed before still works', async () => {
  const taken = await mintOne(side.parts.db, expiresAt)
  const stranger = newPerson()
  await claim(stranger, taken, placeId)
  side.later(2 * HOUR_MS)
  for (const answer of [
    await look(stranger, slug),
    await search(stranger, slug, 'kettle'),
    await claim(stranger, slug, placeId),
  ])
    expect(answer.body).toMatchObject({ status: 410, code: 'code-expired' })
  expect((await scan(taken)).status).toBe(302)
})

test('a code that the operator takes back can be claimed again', async () => {
  await claim(newPerson(), slug, placeId)
  side.later(2 * HOUR_MS)
  await releaseCode(side.parts.db, slug, { by: { kind: 'system', name: 'command line' }, now: late })
  const next = newPerson()
  expect((await look(next, slug)).body).toMatchObject({ state: 'unclaimed' })
  expect((await claim(next, slug, placeId)).body).toMatchObject({ state: 'yours' })
})

test('a code of a business that is erased can be claimed again', async () => {
  const owner = await createOwner(side, 'erased@raman.example', 'Kettle')
  await claim(owner, slug, placeId)
  const { business_id: businessId } = await rowOf(slug)
  side.later(2 * HOUR_MS)
  await asSystem(side.parts.db, (trx) => releaseOwnedCodes(trx, businessId!, late))
  const next = newPerson()
  expect((await look(next, slug)).body).toMatchObject({ state: 'unclaimed' })
  expect((await claim(next, slug, placeId)).body).toMatchObject({ state: 'yours' })
})

test('a batch does not grow by codes that could not be claimed', async () => {
  side.later(2 * HOUR_MS)
  const { batch } = await rowOf(slug)
  const more = asSystem(side.parts.db, (trx) => mintCodes(trx, { batch, count: 2, now: late }))
  await expect(more).rejects.toMatchObject({ code: 'batch', status: 409 })
  await expect(more).rejects.toThrow('mint under another name')
  expect(await codesOfBatch(side.parts.db, batch)).toMatchObject([{ slug }])
})
