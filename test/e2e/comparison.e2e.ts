import { expect, expectGoodForAll, openTab, test } from './dashboard-fixtures.ts'

test.use({ expectedComplaints: [/status of (409|422)/] })

test('two messages are compared: decided before it starts, then nothing of it changes until it is stopped', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=sms')
  await page.getByRole('button', { name: 'What is it worth?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'What is it worth?' })).toBeVisible()
  const start = page.getByRole('button', { name: 'Start the comparison' })
  await expect(start).toBeDisabled()
  await expect(page.getByRole('radio', { name: 'A text, or none' })).toBeDisabled()
  await expectGoodForAll(page)
  const other = page.getByRole('textbox', { name: 'The other message' })
  await other.fill('Hi {nickname}')
  await start.click()
  await expect(page.getByRole('alert')).toBeVisible()
  await other.fill('Hello {firstName}, would you tell others about {businessName}? {reviewLink}')
  await test.step('it is not lost without a question', async () => {
    await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'Timeline' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
    await expect(other).toHaveValue(/^Hello \{firstName\}, would/)
  })
  await page.getByRole('combobox', { name: 'For how long' }).selectOption('26')
  await start.click()

  const card = page.getByRole('article', { name: 'Two messages' })
  await expect(card).toContainText('Running')
  await expect(card).toContainText('Too early to tell the two apart: it is judged once, on')
  await expectGoodForAll(page)
  await test.step('the message stays as it is meanwhile', async () => {
    await page.goto('/dashboard?tab=sms')
    await page.getByRole('textbox', { name: 'Your message' }).fill('Hi {firstName}, thanks! {reviewLink}')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('You are comparing two messages just now.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Show what is saved now' })).toBeHidden()
    await page.getByRole('link', { name: 'Open the comparison' }).click()
    await page.getByRole('button', { name: 'Leave without saving' }).click()
  })
  await card.getByRole('button', { name: 'Stop it' }).click()
  const question = page.getByRole('dialog', { name: 'Stop this comparison?' })
  await expect(question).toContainText('All customers get your message again')
  await expectGoodForAll(page)
  await question.getByRole('button', { name: 'Stop it' }).click()
  await expect(card).toContainText('Stopped')
  await expect(card).toContainText('it is not judged')
  await expect(start).toBeVisible()
})

test('two delays are compared with the one that is set', async ({ page }) => {
  await page.goto('/dashboard?tab=comparison')
  await page.getByRole('radio', { name: 'Two delays' }).check()
  await page.getByRole('combobox', { name: 'Ask the other half' }).selectOption('3 days after the payment')
  await page.getByRole('button', { name: 'Start the comparison' }).click()
  const card = page.getByRole('article', { name: 'Two delays' })
  await expect(card.getByRole('term')).toHaveText(['Asked at once', 'Asked 3 days after the payment'])
})

test('the other message begins as the one that is saved, also where that changed since', async ({ page }) => {
  await page.goto('/dashboard?tab=comparison')
  const other = page.getByRole('textbox', { name: 'The other message' })
  await expect(other).toHaveValue(/reviewLink/)
  await openTab(page, 'SMS Setup')
  const saved = 'Hi {firstName}, thanks! {reviewLink}'
  await page.getByRole('textbox', { name: 'Your message' }).fill(saved)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your message is saved.')).toBeVisible()
  await page.getByRole('button', { name: 'What is it worth?' }).click()
  await expect(other).toHaveValue(saved)
  await expect(page.getByText('This is yours: change one thing of it.')).toBeVisible()
  await openTab(page, 'SMS Setup')
  await expect(page.getByRole('textbox', { name: 'Your message' })).toHaveValue(saved)
})
