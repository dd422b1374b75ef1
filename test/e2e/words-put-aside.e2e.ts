import type { Page } from '@playwright/test'
import { plantSession } from '../support/e2e-person.ts'
import { expect, test } from './dashboard-fixtures.ts'

const HERS = 'Hi {firstName}, one? {reviewLink}'

/** Another window saved first; she looks at that, and her own words stand below it. */
const putAside = async (page: Page): Promise<void> => {
  const other = await page.context().newPage()
  for (const window of [page, other]) await window.goto('/dashboard?tab=sms')
  await page.getByLabel('Your message').fill(HERS)
  await other.getByLabel('Your message').fill('Hi {firstName}, two? {reviewLink}')
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Your message is saved.')).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Show what is saved now' }).click()
  await expect(page.getByText(HERS)).toBeVisible()
}

test.describe('words that she put aside', () => {
  test.use({ expectedComplaints: [/status of 4(09|01)/] })

  test('are asked about before she leaves, and are there until she saves them or throws them away', async ({
    page,
  }) => {
    await putAside(page)
    const message = page.getByLabel('Your message')
    const question = page.getByRole('dialog', { name: 'Leave without saving?' })
    const timeline = page.getByRole('link', { name: 'Timeline', exact: true })
    await timeline.click()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    await expect(page.getByText(HERS)).toBeVisible()

    await message.fill('Hi {firstName}, three? {reviewLink}')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('Your message is saved.')).toBeVisible()
    await expect(page.getByText(HERS)).toBeVisible()
    await page.getByRole('button', { name: 'Throw them away' }).click()
    await expect(page.getByText(HERS)).toHaveCount(0)
    await timeline.click()
    await expect(page).toHaveURL('/dashboard')
    await expect(page.getByRole('heading', { name: 'Timeline' })).toBeVisible()
    await expect(question).toBeHidden()
  })

  test('are there again where her session ended over them', async ({ page, owner, product }) => {
    const { id } = await product.parts.db
      .selectFrom('users')
      .select('id')
      .where('business_id', '=', owner.businessId)
      .executeTakeFirstOrThrow()
    await putAside(page)
    await page.context().clearCookies()
    await expect(page).toHaveURL('/login')
    await plantSession(page, product, id)
    await page.goto('/dashboard?tab=sms')
    await expect(page.getByText(HERS)).toBeVisible()
    await expect(page.getByLabel('Your message')).toHaveValue('Hi {firstName}, two? {reviewLink}')
    await page.getByRole('button', { name: 'Put my words back' }).click()
    await expect(page.getByLabel('Your message')).toHaveValue(HERS)
  })
})
