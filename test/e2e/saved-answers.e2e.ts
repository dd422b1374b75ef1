import type { Page } from '@playwright/test'
import { expect, test } from './dashboard-fixtures.ts'

/** What was read of this address from now on comes as it was, but only once it is let go. */
const readSlowly = async (page: Page, address: string) => {
  const begun = Promise.withResolvers<void>()
  const until = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const answer = await route.fetch()
    begun.resolve()
    await until.promise
    // The page may have given it up.
    await route.fulfill({ response: answer }).catch(() => undefined)
  })
  const isIt = (request: { url: () => string; method: () => string }): boolean =>
    request.method() === 'GET' && request.url().endsWith(address.replace('**', ''))
  const over = Promise.race([
    page.waitForEvent('requestfinished', isIt),
    page.waitForEvent('requestfailed', isIt),
  ])
  const letGo = async (): Promise<void> => {
    until.resolve()
    await over
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))
  }
  return { begun: begun.promise, letGo }
}

test('a customer who is left out stays in sight while the settings are read again', async ({
  page,
  product,
  owner,
}) => {
  product.sandbox.xero.provision(owner.tenantId)
  product.sandbox.xero.addContact(owner.tenantId, { name: 'Quentin Quill & Sons' })
  await page.goto('/dashboard?tab=sms')
  await page.getByRole('combobox', { name: 'Customers to leave out' }).fill('quentin')
  await page.getByRole('option', { name: 'Quentin Quill & Sons' }).click()
  const reading = await readSlowly(page, '**/api/sms/settings')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('The customers to leave out are saved.')).toBeVisible()
  const chip = page.getByRole('button', { name: 'Text Quentin Quill & Sons again' })
  await expect(chip).toBeVisible()
  await reading.letGo()
  await expect(chip).toBeVisible()
})

test('what was read before a save, and comes after it, does not undo it on the screen', async ({ page }) => {
  // Else it is read anew within seconds.
  await page.route('**/api/changes', () => new Promise(() => undefined))
  await page.goto('/dashboard?tab=sms')
  const control = page.getByRole('switch', { name: 'Review requests' })
  await expect(control).toBeChecked()
  const reading = await readSlowly(page, '**/api/sms/template')
  // She comes back to the window a minute later.
  await page.clock.setFixedTime(Date.now() + 60_000)
  await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
  await reading.begun
  await control.click()
  await expect(page.getByText('Review requests are off')).toBeVisible()
  await expect(control).not.toBeChecked()
  await reading.letGo()
  await expect(control).not.toBeChecked()
})
