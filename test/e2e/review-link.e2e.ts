import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test('an own review link shows that it is in use, is there when it is changed, and can be taken back', async ({
  page,
}) => {
  const own = 'https://g.page/r/CabcDEF123/review'
  await page.goto('/dashboard?tab=google')
  await page.getByRole('button', { name: 'Use my own link' }).click()
  await page.getByLabel('Your own link').fill(own)
  await page.getByRole('button', { name: 'Save link' }).click()
  await expect(page.getByRole('button', { name: 'Change my own link' })).toBeVisible()
  await expect(page.getByText('Your own link', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByText('Your own link', { exact: true })).toBeVisible()
  await expect(page.getByText(own, { exact: true })).toBeVisible()
  await expectGoodForAll(page)
  await test.step('who changes the business is told that her own link goes', async () => {
    await page.getByRole('button', { name: 'Change business' }).click()
    await page.getByRole('combobox', { name: 'Your business' }).fill('plumbing')
    await page.locator('[role=listbox][aria-busy=false]').getByRole('option').first().click()
    const question = page.getByRole('dialog', { name: 'Is this your business?' })
    await expect(question).toContainText('Your own link is not used any more')
    await expectGoodForAll(page)
    await question.getByRole('button', { name: 'No, search again' }).click()
    await expect(page.getByRole('combobox', { name: 'Your business' })).toHaveValue('plumbing')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
  await page.getByRole('button', { name: 'Change my own link' }).click()
  await expect(page.getByLabel('Your own link')).toHaveValue(own)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Use the Google page of the business again' }).click()
  await expect(page.getByText('Your own link', { exact: true })).toBeHidden()
  await expect(page.getByRole('button', { name: 'Use my own link' })).toBeVisible()
})

test('who saves no link of her own, and had none, reads that nothing has changed', async ({ page }) => {
  await page.goto('/dashboard?tab=google')
  await page.getByRole('button', { name: 'Use my own link' }).click()
  await page.getByRole('button', { name: 'Save link' }).click()
  await expect(page.getByText('The Google page of the business stays in use.')).toBeVisible()
  await expect(page.getByText('in use again')).toHaveCount(0)
})
