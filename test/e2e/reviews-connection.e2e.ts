import { DEMO_OWNER } from '../../sandbox/google/people.ts'
import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import { readProfile } from '../../server/reviews/reading/read-profile.ts'
import { openLeases } from '../../server/platform/postgres/work/leases.ts'
import { addProfile } from '../support/reviews.ts'
import { expect, expectGoodForAll, expectInPlace, test } from './dashboard-fixtures.ts'

const PLACE = placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb)

test('an owner lets us read her reviews, in calm words all the way, and takes it back', async ({
  page,
  owner,
  product,
}) => {
  await owner.setBusiness({ place_id: PLACE })
  await page.goto('/dashboard?tab=google')
  const part = page.getByRole('region', { name: 'Your reviews' })
  await expect(part).toContainText('nothing is written, answered or changed at Google')
  await expectGoodForAll(page)
  await test.step('at Google she leaves the box empty first', async () => {
    await part.getByRole('button', { name: 'Connect your reviews' }).press('Enter')
    await page.getByLabel('See your Business Profile').uncheck()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(part).toContainText('the box on its page has to be ticked')
  })
  await test.step('her business is found by its place', async () => {
    await part.getByRole('button', { name: 'Connect your reviews' }).click()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(part).toContainText('Google lets us read your reviews.')
    await expect(part).toContainText(DEMO_BUSINESS.name)
    await expect(part).toContainText('Reviews have not been read yet.')
    const leases = openLeases(product.parts.db, { holder: 'e2e', log: product.parts.log })
    await readProfile({ ...product.parts, leases, topic: undefined }, owner.businessId)
    await page.goto('/dashboard?tab=google')
    await expect(part).toContainText('Reviews were last read')
    await expectGoodForAll(page)
  })
  await test.step('each reviewer’s picture is shown, and letters where it does not come', async () => {
    await page.goto('/dashboard?tab=reviews')
    const priya = page.getByRole('article', { name: 'Review by Priya Nair' })
    const picture = priya.locator('img')
    await expect(picture).toBeVisible()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBe(80)
    await page.route('**/business-profile/photos/**', (route) => route.abort())
    await page.reload()
    await expect(priya).toContainText('PN')
    await expect(picture).toHaveCount(0)
    await page.goto('/dashboard?tab=google')
  })
  await test.step('she may choose another of her profiles', async () => {
    product.sandbox.profile!.addLocation({ email: DEMO_OWNER.email, title: 'Whitlock Solar' })
    await part.getByRole('button', { name: 'Choose another profile' }).click()
    await part.getByRole('button', { name: 'Keep this profile' }).press('Enter')
    await expect(part.getByRole('radio')).toHaveCount(0)
    await expectInPlace(page)
    await part.getByRole('button', { name: 'Choose another profile' }).press('Enter')
    await expectInPlace(page)
    await expect(part.getByRole('radio')).toHaveCount(2)
    await expect(part.getByRole('radio', { name: DEMO_BUSINESS.name })).toBeChecked()
    await expectGoodForAll(page)
    await part.getByRole('radio', { name: 'Whitlock Solar' }).check()
    await part.getByRole('button', { name: 'Read this profile’s reviews' }).press('Enter')
    await expect(part).toContainText('This is not the business that your texts lead to.')
    await expect(page.getByText('From now on we read the reviews of Whitlock Solar.')).toBeVisible()
    await expectInPlace(page)
  })
  await test.step('and ends it, after reading what that means', async () => {
    await part.getByRole('button', { name: 'Disconnect reviews' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disconnect your reviews?' })
    await expect(dialog).toContainText('Every copy of your reviews here is deleted at once.')
    await expectGoodForAll(page)
    await dialog.getByRole('button', { name: 'Disconnect reviews' }).press('Enter')
    await expect(part).toContainText('We are giving back our access at Google.')
    await expect(dialog).toBeHidden()
    await expectInPlace(page)
  })
})

test('before Google approves whoever runs this, she is told once that there is nothing to do', async ({
  page,
  owner,
  product,
}) => {
  await owner.setBusiness({ place_id: PLACE })
  product.sandbox.faults.ask({ profileNotApproved: {} })
  await page.goto('/dashboard?tab=google')
  const part = page.getByRole('region', { name: 'Your reviews' })
  await part.getByRole('button', { name: 'Connect your reviews' }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(part).toContainText('Waiting for Google')
  await expect(part).toContainText('There is nothing for you to do')
  await expectGoodForAll(page)
  product.sandbox.faults.clear()
})

test('each state of the connection can be read by all, on both of its pages', async ({
  page,
  owner,
  product,
}) => {
  await owner.setBusiness({ place_id: PLACE })
  const { db } = product.parts
  const { businessId: business_id } = owner
  const now = new Date()
  await addProfile(db, business_id, now)
  const said = {
    needs_reauth: ['Needs attention', 'Please connect them again.'],
    unreachable: ['Not shown by Google', 'Google does not show us this profile just now.'],
    waiting_for_google: ['Waiting for Google', 'There is nothing for you to do'],
    detaching: ['Disconnecting', 'We are giving back our access at Google.'],
  } as const
  for (const [state, [word, words]] of Object.entries(said)) {
    await db
      .updateTable('profile_connections')
      .set({ state: state as keyof typeof said })
      .where('business_id', '=', business_id)
      .execute()
    await page.goto('/dashboard?tab=google')
    const part = page.getByRole('region', { name: 'Your reviews' })
    await expect(part).toContainText(word)
    await expect(part).toContainText(words)
    await expectGoodForAll(page)
    await page.goto('/dashboard?tab=reviews')
    await expect(page.getByRole('region', { name: 'Your reviews on Google' })).toContainText(words)
    await expectGoodForAll(page)
  }
})
