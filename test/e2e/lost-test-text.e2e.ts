import { codeOn } from '../support/test-numbers.ts'
import { expect, test } from './dashboard-fixtures.ts'

test.use({ expectedComplaints: [/status of 4\d\d|ERR_FAILED/] })

test('after an answer that was lost, another message is another test text', async ({ page, product }) => {
  const phone = '+61412555995'
  const dialog = page.getByRole('dialog', { name: 'Send a test to my phone' })
  await page.goto('/dashboard?tab=sms')
  await page.getByRole('button', { name: 'Send a test to my phone' }).click()
  await dialog.getByLabel('Your mobile number').fill('0412 555 995')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('We texted a code')
  await dialog.getByLabel('Code from the text').fill(codeOn(product, phone))
  await page.route('**/api/sms/test', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('We could not reach Goodword.')
  await page.unroute('**/api/sms/test')
  await page.keyboard.press('Escape')
  await page.getByLabel('Your message').fill('Another one, {firstName}: {reviewLink}')
  await page.getByRole('button', { name: 'Send a test to my phone' }).click()
  await dialog.getByRole('button', { name: 'Send test' }).click()
  await expect(page.getByText('Sent to +61 412 555 995 for $0.09. $18.22 left.')).toBeVisible()
  // The code, and both tests.
  expect(product.sandbox.twilio.sent(phone)).toHaveLength(3)
})

test('the same number again leads back to the code that has come to it', async ({ page, product }) => {
  const phone = '+61412555994'
  const dialog = page.getByRole('dialog', { name: 'Send a test to my phone' })
  await page.goto('/dashboard?tab=sms')
  await page.getByRole('button', { name: 'Send a test to my phone' }).click()
  await dialog.getByLabel('Your mobile number').fill('0412 555 994')
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('status')).toContainText('We texted a code')
  for (const written of ['0412555994', phone]) {
    await dialog.getByRole('button', { name: 'Change number' }).click()
    await dialog.getByLabel('Your mobile number').fill(written)
    await page.keyboard.press('Enter')
    await expect(dialog.getByLabel('Code from the text')).toBeFocused()
    await expect(dialog.getByRole('status')).toContainText('We texted a code to +61 412 555 994.')
  }
  expect(product.sandbox.twilio.sent(phone)).toHaveLength(1)
  await dialog.getByLabel('Code from the text').fill(codeOn(product, phone))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Sent to \+61 412 555 994/)).toBeVisible()
})

test('after the page was loaded anew, the same number leads to the code that is on the phone', async ({
  page,
  product,
}) => {
  const phone = '+61412555993'
  const dialog = page.getByRole('dialog', { name: 'Send a test to my phone' })
  const askTest = async (): Promise<void> => {
    await page.getByRole('button', { name: 'Send a test to my phone' }).click()
    await dialog.getByLabel('Your mobile number').fill('0412 555 993')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('status')).toContainText('We texted a code to +61 412 555 993.')
  }
  await page.goto('/dashboard?tab=sms')
  await askTest()
  await page.reload()
  await askTest()
  await expect(dialog.getByRole('alert')).toBeHidden()
  await expect(dialog.getByText(/You can ask for another in \d+ seconds/)).toBeVisible()
  expect(product.sandbox.twilio.sent(phone)).toHaveLength(1)
  await dialog.getByLabel('Code from the text').fill(codeOn(product, phone))
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^Sent to \+61 412 555 993/)).toBeVisible()
})

test.describe('without funds', () => {
  test.use({ fundsCents: 0 })

  test('a test text leads to where she adds some', async ({ page, product }) => {
    const phone = '+61412555992'
    const dialog = page.getByRole('dialog', { name: 'Send a test to my phone' })
    await page.goto('/dashboard?tab=sms')
    await page.getByRole('button', { name: 'Send a test to my phone' }).click()
    await dialog.getByLabel('Your mobile number').fill('0412 555 992')
    await page.keyboard.press('Enter')
    const refusal = dialog.getByRole('alert')
    const code = dialog.getByLabel('Code from the text')
    await refusal.or(code).waitFor()
    if (await code.isVisible()) {
      await code.fill(codeOn(product, phone))
      await page.keyboard.press('Enter')
    }
    await expect(refusal).toContainText('There are not enough funds for this text.')
    await refusal.getByRole('link', { name: 'Add funds' }).click()
    await expect(page.getByRole('heading', { name: 'Add More Funds' })).toBeVisible()
    await expect(dialog).toBeHidden()
  })
})
