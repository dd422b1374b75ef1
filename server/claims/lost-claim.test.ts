import { expect, test } from 'vitest'
import { useAccountSide } from '../../test/support/account-side.ts'
import { createClaimants } from '../../test/support/claimants.ts'
import { mintOne } from '../../test/support/codes.ts'
import type { PersonAtBrowser } from '../../test/support/person.ts'

const side = useAccountSide()
const { newPerson, look, claim, placeNamed, rowOf } = createClaimants(side)
const claimerOf = (person: PersonAtBrowser): string =>
  person.cookies().find((cookie) => cookie.includes('claimer')) ?? 'none'

test('whoever claimed a code is known again where the answer was lost with its cookie', async () => {
  const slug = await mintOne(side.parts.db)
  const person = newPerson()
  const { placeId } = await placeNamed(slug, 'whitlock')
  await look(person, slug)
  expect(claimerOf(person)).toBe('none')
  await person.api('GET', `/api/claims/${slug}/places/${placeId}`)

  // The call of her browser, whose answer does not come: she keeps only the cookies that she had.
  const lost = await newPerson().api(
    'POST',
    `/api/claims/${slug}`,
    { placeId },
    { cookie: claimerOf(person) },
  )
  expect(lost.status).toBe(200)
  expect((await look(person, slug)).body).toMatchObject({ state: 'yours', isOwned: false })
  const again = await claim(person, slug, placeId)
  expect([again.status, again.body]).toMatchObject([200, { state: 'yours' }])
  expect((await look(newPerson(), slug)).body).toMatchObject({ state: 'claimed' })

  await person.signIn('lost@raman.example')
  await person.api('PUT', '/api/onboarding/business', { placeId })
  expect((await rowOf(slug)).business_id).not.toBeNull()
})
