import { DEMO_BUSINESS, placeIdOf } from '../../sandbox/places/businesses.ts'
import { expect, expectGoodForAll, hoursAgo, openTab, test } from './dashboard-fixtures.ts'

test('an owner sees her stars at Google when she asks for them, and nobody keeps them', async ({
  page,
  owner,
}) => {
  await owner.setBusiness({ place_id: placeIdOf(DEMO_BUSINESS.name, DEMO_BUSINESS.suburb) })
  await page.goto('/dashboard')
  await openTab(page, 'Reviews')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  const card = page.getByRole('region', { name: 'Whitlock Electrical' })
  await expect(card.getByRole('link', { name: 'Open your review page' })).toBeVisible()
  expect(asked.filter((path) => path.startsWith('/api/places'))).toEqual([])
  await card.getByRole('button', { name: 'Show the rating' }).press('Enter')
  await expect(card.getByRole('status')).toContainText(/Rated \d\.\d out of 5, \d+ reviews/)
  await expect(card.locator('[translate=no]')).toContainText('Google Maps')
  await expect(card.getByRole('button', { name: 'Show the rating' })).toBeHidden()
  expect(asked.filter((path) => path.startsWith('/api/places'))).toHaveLength(1)
  await test.step('it is forgotten with the view', async () => {
    await openTab(page, 'Google Status')
    await openTab(page, 'Reviews')
    await expect(card.getByRole('button', { name: 'Show the rating' })).toBeVisible()
  })
  await expect(page.getByText('No texts in the last 12 weeks')).toBeVisible()
  await expectGoodForAll(page)
  await test.step('her weeks count what was asked, delivered and opened', async () => {
    await owner.texted()
    // In the week before this one, whatever day it is.
    await owner.texted({ sent_at: hoursAgo(24 * 7), opened_at: hoursAgo(24 * 6), open_count: 1 })
    await page.reload()
    await expect(
      page.getByText('In 12 weeks you asked 2 customers: 2 texts reported delivered, 1 link opened.'),
    ).toBeVisible()
    const rows = page.getByRole('table').getByRole('row')
    await expect(rows).toHaveCount(3)
    await expect(rows.nth(1)).toContainText('so far')
    await expectGoodForAll(page)
  })
})
