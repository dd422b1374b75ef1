import type { Page } from '@playwright/test'
import { plantSession } from '../support/e2e-person.ts'
import { expect, test } from './dashboard-fixtures.ts'

const HERS = 'Hi {firstName}, one? {reviewLink}'

/** Another window saved first; she looks at that, and her own words stand below it. */
const putAside = async (page: Page): Promise<void> => {
  await page.goto('/dashboard?tab=sms')
  await loseTo(page, { hers: HERS, others: 'Hi {firstName}, two? {reviewLink}' })
}

const loseTo = async (page: Page, { hers, others }: { hers: string; others: string }): Promise<void> => {
  const other = await page.context().newPage()
  await other.goto('/dashboard?tab=sms')
  await page.getByLabel('Your message').fill(hers)
  await other.getByLabel('Your message').fill(others)
  await other.getByRole('button', { name: 'Save changes' }).click()
  await expect(other.getByText('Your message is saved.')).toBeVisible()
  await other.close()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Show what is saved now' }).click()
  await expect(page.getByText(hers)).toBeVisible()
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
  test('stay where a second window saves first again: each is there, the newest first', async ({ page }) => {
    const later = 'Hi {firstName}, four? {reviewLink}'
    await putAside(page)
    await loseTo(page, { hers: later, others: 'Hi {firstName}, five? {reviewLink}' })
    await expect(page.getByText(/^Hi \{firstName\}, (one|four)\? \{reviewLink\}$/)).toHaveText([later, HERS])

    const putBack = page.getByRole('button', { name: 'Put my words back' })
    await putBack.first().click()
    await expect(page.getByLabel('Your message')).toHaveValue(later)
    await putBack.click()
    await expect(page.getByLabel('Your message')).toHaveValue(HERS)
    await expect(page.getByText(later)).toBeVisible()
    await page.getByRole('button', { name: 'Throw them away' }).click()
    await expect(putBack).toHaveCount(0)
  })
})

test.describe('words of the reminder', () => {
  test.use({ expectedComplaints: [/status of 409/] })

  test('are put aside as well where another window saved first', async ({ page }) => {
    const other = await page.context().newPage()
    const words = (window: Page) => window.getByLabel('Your reminder')
    for (const window of [page, other]) {
      await window.goto('/dashboard?tab=sms')
      await window.getByRole('checkbox', { name: 'Send one reminder' }).check()
      await words(window).fill(window === page ? HERS : 'Hi {firstName}, two? {reviewLink}')
    }
    await other.getByRole('button', { name: 'Save changes' }).click()
    await expect(other.getByText(/^The reminder is on/)).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await page.getByRole('button', { name: 'Show what is saved now' }).click()
    await expect(words(page)).toHaveValue('Hi {firstName}, two? {reviewLink}')
    await page.getByRole('button', { name: 'Put my words back' }).click()
    await expect(words(page)).toHaveValue(HERS)
    await expect(page.getByRole('button', { name: 'Put my words back' })).toHaveCount(0)
  })
})
