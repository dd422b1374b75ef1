import type { Page } from '@playwright/test'
import { addProfile, addReviews } from '../support/reviews.ts'
import { expect, hoursAgo, test } from './dashboard-fixtures.ts'
import { choosePerson } from './fixtures.ts'
import { shiftsOf, watchShifts } from './shifts.ts'

test.use({ viewport: { width: 375, height: 800 } })

/** All that `change` moves on the page by the time that `settled` is seen and no list is on its way. */
const movedBy = async (page: Page, change: () => Promise<unknown>, settled: () => Promise<void>) => {
  await page.waitForLoadState('networkidle')
  const before = (await shiftsOf(page)).causes.length
  await change()
  await settled()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return (await shiftsOf(page)).causes.slice(before)
}

test('nothing moves where a search is cleared: another list takes its place', async ({ page, owner }) => {
  for (let hour = 1; hour <= 12; hour += 1)
    await owner.texted({ sent_at: hoursAgo(48 + hour / 10), customer_name: 'Sam Green' })
  await owner.texted({ sent_at: hoursAgo(1), customer_name: 'Priya Raman' })
  await watchShifts(page)
  for (const address of ['/dashboard', '/dashboard?tab=activity']) {
    await test.step(address, async () => {
      await page.goto(address)
      const priya = page.getByRole('article').filter({ hasText: 'Priya Raman' })
      await priya.waitFor()
      for (const [search, seen] of [
        ['sam', 0],
        ['', 1],
      ] as const) {
        const moved = movedBy(
          page,
          () => page.getByRole('searchbox').fill(search),
          () => expect(priya).toHaveCount(seen),
        )
        expect(await moved, search).toEqual([])
      }
    })
  }
})

test('nothing moves where reviews are put in another order', async ({ page, owner, product }) => {
  const { db } = product.parts
  const { businessId: business_id } = owner
  await addProfile(db, business_id, hoursAgo(48), { full_read_at: hoursAgo(47) })
  await addReviews({ db, now: () => hoursAgo(1) }, business_id, [
    { id: 'a', name: 'Sam Green', stars: 2, writtenAt: hoursAgo(9) },
    { id: 'b', name: 'Priya Raman', reply: 'Thank you!', writtenAt: hoursAgo(3) },
  ])
  await watchShifts(page)
  await page.goto('/dashboard?tab=reviews')
  const first = page.getByRole('article').first()
  for (const [order, name] of [
    ['unanswered-first', 'Sam Green'],
    ['newest', 'Priya Raman'],
  ] as const) {
    const moved = movedBy(
      page,
      () => page.getByLabel('Order').selectOption(order),
      () => expect(first).toContainText(name),
    )
    expect(await moved, order).toEqual([])
  }
})

test.describe('an operator', () => {
  // Before she has signed in, who she is is refused.
  test.use({ expectedComplaints: [/status of 401/] })

  test('sees nothing move where another business is searched for', async ({ page, product }) => {
    const trade = `Trade ${crypto.randomUUID().slice(0, 8)}`
    for (const name of [`Alder ${trade}`, `Birch ${trade}`])
      await product.parts.db
        .insertInto('businesses')
        .values({
          name,
          currency: 'AUD',
          template: 'Hi {firstName}',
          place_id: `place-${crypto.randomUUID()}`,
          review_url: null,
        })
        .execute()
    await watchShifts(page)
    await page.goto('/operator')
    await page.getByRole('link', { name: 'Sign in as an operator' }).click()
    await choosePerson(page, 'olive@operator.example')
    const search = page.getByRole('searchbox')
    const rows = page.getByRole('link', { name: trade })
    await search.fill(trade)
    await expect(rows).toHaveCount(2)
    for (const [typed, count] of [
      [`Birch ${trade}`, 1],
      [trade, 2],
    ] as const) {
      const moved = movedBy(
        page,
        () => search.fill(typed),
        () => expect(rows).toHaveCount(count),
      )
      expect(await moved, typed).toEqual([])
    }
  })
})
