import { expect, test } from './dashboard-fixtures.ts'

test('who signs out with unsaved changes is asked first, and whoever stays is still signed in', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=sms')
  const message = page.getByLabel('Your message')
  await expect(message).not.toHaveValue('')
  const signOut = page.getByRole('button', { name: 'Sign Out' })
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await message.fill('Half a thought {reviewLink}')
  await signOut.click()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Your message is saved.')).toBeVisible()

  await message.fill('Another half {reviewLink}')
  await signOut.click()
  await question.getByRole('button', { name: 'Leave without saving' }).click()
  // The browser does not ask once more: a dialog of its own would keep her here.
  await expect(page).toHaveURL('/login')
})
