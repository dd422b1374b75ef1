import { addProfile, addReviews } from '../support/reviews.ts'
import { expect, expectGoodForAll, hoursAgo, test } from './dashboard-fixtures.ts'

test('an owner reads her reviews, sees which are new, and goes to Google to reply', async ({
  page,
  owner,
  product,
}) => {
  const { db } = product.parts
  const { businessId: business_id } = owner
  await test.step('before she connects her profile she is offered to, and after it she waits for Google', async () => {
    await page.goto('/dashboard?tab=reviews')
    const list = page.getByRole('region', { name: 'Your reviews on Google' })
    await expect(list.getByRole('button', { name: 'Connect Google reviews' })).toBeVisible()
    await expectGoodForAll(page)
    await addProfile(db, business_id, hoursAgo(48), { state: 'waiting_for_google' })
    await page.reload()
    await expect(list.getByText('Google has not opened its reviews to us yet.')).toBeVisible()
    await expect(list.getByRole('article')).toHaveCount(0)
  })
  await db
    .updateTable('profile_connections')
    .set({ state: 'connected', full_read_at: hoursAgo(47) })
    .where('business_id', '=', business_id)
    .execute()
  const put = (reviews: Parameters<typeof addReviews>[2]) =>
    addReviews({ db, now: () => hoursAgo(1) }, business_id, reviews)
  await put([
    { id: 'a', name: null, stars: 2, comment: null, writtenAt: hoursAgo(400) },
    {
      id: 'b',
      name: 'Priya Raman',
      stars: 5,
      comment: 'On time.\nVery tidy.',
      reply: 'Thank you!',
      writtenAt: hoursAgo(3),
    },
  ])
  await owner.texted({ sent_at: hoursAgo(6), due_at: hoursAgo(6), opened_at: hoursAgo(4), open_count: 1 })

  await test.step('each review stands there as Google returned it', async () => {
    const seen = page.waitForResponse('**/api/reviews/seen')
    await page.reload()
    const cards = page.getByRole('article')
    await expect(cards).toHaveCount(2)
    await expect(page.getByText('2 reviews, 3.5 stars on average. 1 without a reply.')).toBeVisible()
    await expect(cards.nth(0)).toContainText('Priya Raman')
    await expect(cards.nth(0)).toContainText('5 out of 5 stars')
    await expect(cards.nth(0)).toContainText('Very tidy.')
    await expect(cards.nth(0)).toContainText('Thank you!')
    await expect(cards.nth(1)).toContainText('A Google user')
    await expect(cards.nth(1)).toContainText('2 out of 5 stars')
    const reply = cards.nth(1).getByRole('link', { name: 'Reply at Google to A Google user' })
    await expect(reply).toHaveAttribute('href', 'https://business.google.com/reviews/a')
    await expect(page.getByText('New', { exact: true })).toHaveCount(0)
    expect((await seen).status()).toBe(204)
  })

  await test.step('the text that a review probably came from is an estimate, with its reason', async () => {
    const guess = page.getByRole('article').nth(0).locator('summary')
    await expect(guess).toHaveText('Probably from a text of yours')
    await guess.press('Enter')
    await expect(page.getByText('Priya Raman opened the link 1 hour before this review')).toBeVisible()
    await expect(page.getByRole('article').nth(1).locator('summary')).toHaveCount(0)
    await expectGoodForAll(page)
  })

  await test.step('what came since is marked as new for as long as she looks', async () => {
    await addReviews({ db, now: () => new Date() }, business_id, [
      { id: 'c', name: 'Aroha Ngāta', stars: 4, comment: null, writtenAt: hoursAgo(0.1) },
    ])
    await page.reload()
    await expect(page.getByText('1 new since you last looked.')).toBeVisible()
    const newest = page.getByRole('article', { name: 'Review by Aroha Ngāta' })
    await expect(newest.getByText('New', { exact: true })).toBeVisible()
    await page.getByRole('combobox', { name: 'Order', exact: true }).selectOption('Without a reply first')
    const answered = page.getByRole('article', { name: 'Review by Priya Raman' })
    await expect(page.getByRole('article').last()).toHaveAccessibleName('Review by Priya Raman')
    await expect(answered).toContainText('Thank you!')
    await expect(page.getByRole('article')).toHaveCount(3)
    await expect(newest.getByText('New', { exact: true })).toBeVisible()
    await expectGoodForAll(page)
  })

  await test.step('she says whether she is mailed', async () => {
    await page.goto('/dashboard?tab=account')
    const choice = page.getByRole('combobox', { name: 'E-mail me about new reviews' })
    await expect(choice).toHaveValue('weekly')
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await choice.selectOption('At once, once an hour at most')
    expect((await saved).status()).toBe(200)
    await page.reload()
    await expect(choice).toHaveValue('at-once')
    await expectGoodForAll(page)
  })
})

test('10,000 reviews are counted whole and shown page by page, to the last one', async ({
  page,
  owner,
  product,
}) => {
  const { db } = product.parts
  const { businessId: business_id } = owner
  await addProfile(db, business_id, hoursAgo(48))
  const put = (from: number, to: number) =>
    addReviews(
      { db, now: () => hoursAgo(1) },
      business_id,
      Array.from({ length: to - from }, (_, index) => ({
        id: `r${from + index}`,
        name: `Person ${from + index}`,
        stars: (from + index) % 5 === 0 ? 4 : 5,
        reply: (from + index) % 4 === 0 ? null : 'Thank you!',
        writtenAt: hoursAgo(2 + from + index),
      })),
    )
  await put(0, 45)
  await page.goto('/dashboard?tab=reviews')
  const cards = page.getByRole('article')
  await expect(page.getByText('45 reviews, 4.8 stars on average. 12 without a reply.')).toBeVisible()
  await expect(cards).toHaveCount(20)
  const more = page.getByRole('button', { name: 'Show more' })
  await more.click()
  await expect(cards).toHaveCount(40)
  await more.click()
  await expect(cards).toHaveCount(45)
  await expect(cards.first()).toHaveAccessibleName('Review by Person 0')
  await expect(cards.last()).toHaveAccessibleName('Review by Person 44')
  await expect(more).toHaveCount(0)

  for (let from = 45; from < 10_000; from += 2_000) await put(from, Math.min(10_000, from + 2_000))
  await page.reload()
  await expect(page.getByText('10,000 reviews, 4.8 stars on average. 2,500 without a reply.')).toBeVisible()
  await expect(cards).toHaveCount(20)
  await page.getByRole('combobox', { name: 'Order', exact: true }).selectOption('Without a reply first')
  await expect(cards.nth(19)).toHaveAccessibleName('Review by Person 76')
})
