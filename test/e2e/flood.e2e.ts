import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

const DAY_MS = 86_400_000

test('texts of many invoices that were paid at once wait for their turn, and can be skipped', async ({
  page,
  owner,
}) => {
  await owner.setBusiness({ pace_per_hour: 20, pace_per_day: 60 })
  for (const days of [1, 2, 3])
    await owner.texted({
      state: 'scheduled',
      state_reason: 'paced',
      turn_at: new Date(),
      sent_at: null,
      delivered_at: null,
      due_at: new Date(Date.now() + days * DAY_MS),
    })
  await page.goto('/dashboard')
  const banner = page.getByRole('region', { name: 'Texts that wait for their turn' })
  await expect(banner).toContainText('3 texts wait for their turn')
  await expect(page.getByText('Waiting for its turn').first()).toBeVisible()
  await expectGoodForAll(page)
  await banner.getByRole('button', { name: 'Skip them' }).click()
  const dialog = page.getByRole('dialog', { name: 'Skip 3 texts?' })
  await expect(dialog).toContainText('This cannot be undone.')
  await expectGoodForAll(page)
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await banner.getByRole('button', { name: 'Skip them' }).click()
  await dialog.getByRole('button', { name: 'Skip them' }).click()
  await expect(page.getByText('3 texts will not be sent.')).toBeVisible()
  await expect(banner).toBeHidden()
})

test('the pace is chosen among the settings, and stays', async ({ page, owner }) => {
  await owner.setBusiness({ pace_per_hour: 20, pace_per_day: 60 })
  await page.goto('/dashboard?tab=sms')
  const pace = page.getByRole('combobox', { name: 'Pace' })
  await expect(pace).toHaveValue('60')
  await pace.selectOption('At most 20 a day')
  await expect(page.getByText('No more than 7 in an hour.')).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Not saved yet.', { exact: true })).toBeHidden()
  await page.reload()
  await expect(pace).toHaveValue('20')
})
