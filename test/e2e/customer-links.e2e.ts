import { randomBytes } from 'node:crypto'
import type { Page } from '@playwright/test'
import { seedBusiness } from '../../server/flows/accounts/seed-business.ts'
import { newLinkToken } from '../../server/texts/link-token.ts'
import type { Product } from '../support/e2e-product.ts'
import { addAttempt, addRequest, hoursAgo } from '../support/paid-invoices.ts'
import { planTheirReminders } from '../support/planned-reminder.ts'
import { expect, expectAccessible, showColours, test } from './fixtures.ts'

let businesses = 0

const linkOf = async (
  { parts: { db, sealer } }: Product,
  columns: Record<string, unknown> = {},
): Promise<{ token: string; businessId: string }> => {
  businesses += 1
  const where = await seedBusiness(
    { db, sealer },
    { number: businesses, fundsCents: 0, currency: 'AUD', name: 'Whitlock Electrical' },
  )
  const token = newLinkToken()
  const id = await addRequest(db, where, {
    state: 'sent',
    link_token: token,
    phone_hash: randomBytes(32),
    ...columns,
  })
  await addAttempt(db, where, id, { state: 'accepted' })
  return { token, businessId: where.businessId }
}

/** The page that the link in a reminder by e-mail leads to. */
const mailLinkOf = async (product: Product): Promise<string> => {
  const { token, businessId } = await linkOf(product, {
    customer_email: 'aroha@customer.example',
    sent_at: hoursAgo(5 * 24),
  })
  await planTheirReminders(product, businessId, 'email')
  return `/o/${token}/mail`
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a customer opts out with one tap, and undoes it', async ({ page, product }) => {
    await page.goto(`/o/${(await linkOf(product)).token}`)
    await expect(heading(page, 'No more texts from Whitlock Electrical?')).toBeVisible()
    await page.getByRole('button', { name: 'Stop these texts' }).click()
    await expect(heading(page, 'Done: no more texts')).toBeVisible()
    await page.getByRole('button', { name: 'Undo, that was a mistake' }).click()
    await expect(heading(page, 'You can be texted again')).toBeVisible()
  })

  test('or out of the texts of every business, and undoes that', async ({ page, product }) => {
    await page.goto(`/o/${(await linkOf(product)).token}`)
    await page.getByRole('button', { name: 'Stop texts from every business that uses Goodword' }).click()
    await expect(heading(page, 'Done: no more texts from anyone')).toBeVisible()
    await page.getByRole('button', { name: 'Undo, that was a mistake' }).click()
    await expect(heading(page, 'You can be texted again')).toBeVisible()
  })
})

test('the customers’ pages are accessible, in both colours and on the narrowest phone', async ({
  page,
  product,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(`/o/${(await linkOf(product)).token}`)
  const button = page.getByRole('button', { name: 'Stop these texts' })
  // Styled: a thumb finds the button.
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expectGoodForAll(page)
  await button.click()
  await heading(page, 'Done: no more texts').waitFor()
  await expectGoodForAll(page)
  await page.getByRole('button', { name: 'Stop texts from every business' }).click()
  await heading(page, 'Done: no more texts from anyone').waitFor()
  await expectGoodForAll(page)
})

test('so is the page that a reminder by e-mail leads to', async ({ page, product }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await page.goto(await mailLinkOf(product))
  await expect(heading(page, 'No more messages from Whitlock Electrical?')).toBeVisible()
  const button = page.getByRole('button', { name: 'Stop these messages' })
  expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44)
  await expectGoodForAll(page)
  await button.click()
  await heading(page, 'Done: no more messages').waitFor()
  await expectGoodForAll(page)
})

test.describe('a link that is not valid any more', () => {
  test.use({ expectedComplaints: [/status of 404/] })
  for (const path of ['/r/2222222222', '/o/2222222222/mail'])
    test(`shows a page that explains it, at ${path}`, async ({ page }) => {
      await page.goto(path)
      await expect(heading(page, 'This link does not work')).toBeVisible()
      await expectGoodForAll(page)
    })
})

const expectGoodForAll = async (page: Page): Promise<void> => {
  await showColours(page, 'light')
  await expectAccessible(page)
  await showColours(page, 'dark')
  await expectAccessible(page, 'colours')
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(sideways).toBeLessThanOrEqual(0)
}
