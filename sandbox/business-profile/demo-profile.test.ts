import { expect, test } from 'vitest'
import { connectDemoProfile } from '../../bin/start/demo-history/connect-profile.ts'
import { createProfileOwner } from '../../test/support/profile-owner.ts'
import { useProduct } from '../../test/support/product.ts'
import { DEMO_BUSINESS, placeIdOf } from '../places/businesses.ts'

const product = useProduct()

test('the demo owner’s reviews are there: an anonymous one, a rating only, and a cross one with its answer', async () => {
  const owner = await createProfileOwner(product, { withLocation: false })
  await product.db
    .updateTable('businesses')
    .set({ place_id: placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb) })
    .where('id', '=', owner.businessId)
    .execute()
  await connectDemoProfile(product.parts, owner.businessId)
  await product.tick()
  const { body } = await owner.call('GET', '/api/reviews')
  const reviews = body['reviews'] as Record<string, unknown>[]
  expect(reviews).toHaveLength(7)
  expect(reviews).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ isAnonymous: true, name: null }),
      expect.objectContaining({ comment: null, stars: 5 }),
      expect.objectContaining({ stars: 1, reply: expect.anything() as unknown }),
    ]),
  )
  expect((await owner.call('GET', '/api/reviews/status')).body).toMatchObject({
    state: 'connected',
    location: { isSamePlace: true },
  })
})

test('each reviewer with a name has a picture, which the sandbox draws', async () => {
  const owner = await createProfileOwner(product)
  product.sandbox.profile!.seed(owner.locationId, { name: 'Åsa <Lind>' })
  product.sandbox.profile!.seed(owner.locationId, { name: null })
  await owner.connect()
  await owner.read()
  const { body } = await owner.call('GET', '/api/reviews')
  const urls = (body['reviews'] as { photoUrl: string | null }[]).map(({ photoUrl }) => photoUrl)
  expect(urls.filter((url) => url === null)).toHaveLength(1)
  const picture = await fetch(urls.find((url) => url !== null)!)
  expect(picture.headers.get('content-type')).toContain('image/svg+xml')
  expect(await picture.text()).toMatch(/>\s*Å&#60;\s*<\/text>/)
})

test('on the sandbox’s page a review is written, answered and taken away, in plain forms', async () => {
  const { url } = product.sandbox
  const { id } = product.sandbox.profile!.addLocation({
    email: 'x@y.example',
    title: 'Shop',
    placeId: 'ChIJshop',
  })
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${url}${path}`, { method: 'POST', body: new URLSearchParams(form) }).then(async (answer) => [
      answer.status,
      await answer.text(),
    ])
  const [status, page] = await post(`/reviews/${id}`, { name: 'Ana <b>', stars: '4', comment: 'Fine' })
  expect(status).toBe(200)
  expect(page).toContain('Ana &#60;b&#62; · 4 of 5')
  const [review] = product.sandbox.profile!.location(id).reviews
  await post(`/reviews/${id}/${review!.id}`, { act: 'reply', comment: 'Thanks' })
  expect(product.sandbox.profile!.location(id).reviews).toMatchObject([{ reply: { comment: 'Thanks' } }])
  await post(`/reviews/${id}/${review!.id}`, { act: 'remove', comment: '' })
  expect(product.sandbox.profile!.location(id).reviews).toEqual([])
})

test('a customer who tapped the link in her text may write her review there', async () => {
  const address = 'https://search.google.com/local/writereview?placeid=ChIJshop'
  const query = new URLSearchParams({ address, name: 'Ana Lopez' })
  const page = await (await fetch(`${product.sandbox.url}/console/landed?${query}`)).text()
  expect(page).toContain('/reviews?place=ChIJshop&#38;name=Ana+Lopez')
  const form = await (await fetch(`${product.sandbox.url}/reviews?place=ChIJshop&name=Ana+Lopez`)).text()
  expect(form).toContain('value="Ana Lopez"')
  expect(form).not.toContain('Whitlock')
})
