import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createClaimants } from '../../test/support/claimants.ts'
import { mintOne } from '../../test/support/codes.ts'
import { createOwner } from '../../test/support/owner.ts'

const side = useAccountSide()
const { claim, placeNamed } = createClaimants(side)

test('the letters of a search that ends with a code pointed elsewhere cost nothing', async () => {
  const slug = await mintOne(side.parts.db)
  const owner = await createOwner(side, 'mover@raman.example', 'Kettle')
  const [first, second] = [await placeNamed(slug, 'kettle'), await placeNamed(slug, 'whitlock')]
  await claim(owner, slug, first.placeId)
  const billed = () => side.sandbox.places!.bill().autocomplete.billed
  const before = billed()
  const [{ placeId }, sessionToken] = [second, crypto.randomUUID()]
  await owner.api('GET', `/api/places?query=whitlock&sessionToken=${sessionToken}`)
  expect((await owner.api('PUT', `/api/qr-codes/${slug}`, { placeId, sessionToken })).status).toBe(200)
  expect(billed()).toBe(before)
})
