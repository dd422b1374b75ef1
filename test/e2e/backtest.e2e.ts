import type { Page } from '@playwright/test'
import { writeWeeksInXero } from '../support/weeks-in-xero.ts'
import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

const headline = (page: Page) => page.getByRole('heading', { level: 2, name: /would have led to a text/ })
const page30 = '/dashboard?tab=backtest'

test('what would have happened is reached from All Activity, and says who, when, what for and why not', async ({
  page,
  product,
  owner,
}) => {
  writeWeeksInXero(product, owner.tenantId)
  await page.goto('/dashboard?tab=activity')
  await page.getByRole('button', { name: 'What would have happened?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What would have happened' })).toBeVisible()
  const words = await headline(page).innerText()
  const [, asked, paid] = /^(\d+) of (\d+) paid invoices would have led to a text, for \$\d+\.\d\d\.$/.exec(
    words,
  )!
  await test.step('each day has its texts, and the reasons account for the rest', async () => {
    const days = await page
      .getByRole('figure')
      .filter({ hasText: 'Texts by day' })
      .getByRole('listitem')
      .all()
    const texts = await Promise.all(
      days.map(async (day) => Number(/(\d+) texts?/.exec(await day.innerText())![1])),
    )
    expect(texts.reduce((sum, count) => sum + count, 0)).toBe(Number(asked))
    const reasons = page.getByRole('region', { name: 'Who would not have been asked, and why' })
    await expect(reasons).toContainText('No mobile number we could text.')
    const counts = await reasons.getByRole('listitem').locator('b').allInnerTexts()
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(Number(paid) - Number(asked))
  })
  await expect(page.getByRole('region', { name: 'The first text' })).toContainText(
    /Could you leave us .*As .* would have got it on/s,
  )
  await expectGoodForAll(page)
  await test.step('the way to the rules, and from there back', async () => {
    await page.getByRole('button', { name: 'Change the rules' }).click()
    await page.getByRole('button', { name: 'What would have happened in the last 30 days?' }).click()
    await expect(headline(page)).toHaveText(words)
  })
  await test.step('it is of the rules as they are by now', async () => {
    await page.getByRole('button', { name: 'Change the rules' }).click()
    await page.getByRole('textbox', { name: 'A word to leave out' }).fill('Shire')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText(/^Your settings are saved/)).toBeVisible()
    await page.getByRole('button', { name: 'What would have happened in the last 30 days?' }).click()
    await expect(headline(page)).toBeVisible()
    await expect(headline(page)).not.toHaveText(words)
  })
  expect(product.sandbox.twilio.sent()).toEqual([])
})

test('a draft is tried on the last 30 days before it is saved', async ({ page, product, owner }) => {
  writeWeeksInXero(product, owner.tenantId)
  await page.goto('/dashboard?tab=sms')
  await page.getByRole('textbox', { name: 'A word to leave out' }).fill('Shire')
  const tryIt = page.getByRole('button', { name: 'Try on the last 30 days' })
  await tryIt.click()
  const dialog = page.getByRole('dialog', { name: 'Tried on the last 30 days' })
  await expect(dialog).toContainText(
    /It would have left out \d of \d+\. It would have asked \d+ instead of \d+\./,
  )
  await expect(dialog.getByRole('status')).toContainText('It would have asked')
  await expect(dialog).toContainText('Their name has a word that you excluded.')
  await expectGoodForAll(page)
  await page.keyboard.press('Escape')
  await expect(tryIt).toBeFocused()
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Cooldown' }).selectOption('0')
  await tryIt.click()
  await expect(dialog).toContainText(/instead of|either way/)
  await page.reload()
  await expect(page.getByRole('combobox', { name: 'Cooldown' })).toHaveValue('90')
})

test('nothing paid, no connection and a Xero that does not answer each say what to do', async ({
  page,
  product,
  owner,
}) => {
  product.sandbox.xero.provision(owner.tenantId).invoices.clear()
  await page.goto('/dashboard')
  await page.getByRole('link', { name: 'see what would have happened in the last 30 days' }).click()
  await expect(page.getByText('No invoice was paid in these 30 days')).toBeVisible()
  await expectGoodForAll(page)
  writeWeeksInXero(product, owner.tenantId)
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(headline(page)).toBeVisible()

  await test.step('how far it is shows meanwhile', async () => {
    product.sandbox.faults.ask({ xeroSlow: { count: 3, ms: 400 } })
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByRole('progressbar', { name: 'Read from Xero' })).toBeVisible()
    await expect(page.getByText(/Reading \d+ paid invoices from Xero/)).toBeVisible()
    const said = page.getByRole('status').filter({ hasText: /Reading \d+/ })
    const element = await said.evaluateHandle((status) => status)
    await expect(headline(page)).toBeVisible()
    expect(await element.innerText()).toMatch(/would have led to a text/)
  })
  await test.step('a Xero that does not answer is asked again', async () => {
    product.sandbox.faults.ask({ xero5xx: { count: 1 } })
    await page.getByRole('button', { name: 'Check again' }).click()
    await expect(page.getByText('Xero cannot be asked just now. Please try again in a minute.')).toBeVisible()
    await owner.setOrganisation({ blocked_until: null })
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(headline(page)).toBeVisible()
  })
  await owner.setOrganisation({ state: 'disconnected' })
  await page.goto(page30)
  await expect(page.getByText('Connect Xero first')).toBeVisible()
  await page.getByRole('button', { name: 'Open Xero Status' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Xero Status' })).toBeVisible()
})

test.use({ expectedComplaints: [/status of (409|503)/] })
