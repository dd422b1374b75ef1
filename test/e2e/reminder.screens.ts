import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use(asLook(look))

    test('one reminder: off, by text, by e-mail, and refused', async ({ page }) => {
      await page.goto('/dashboard?tab=sms')
      const section = page.getByRole('region', { name: 'One reminder' })
      await expect(section.getByRole('checkbox')).toBeVisible()
      await shoot(page, 'reminder-off', look)
      await section.getByRole('checkbox', { name: 'Send one reminder' }).check()
      await section.getByRole('checkbox', { name: /^The United Kingdom/ }).check()
      await expect(section.getByRole('figure')).toContainText('Whitlock Electrical again')
      await shoot(page, 'reminder-text', look)
      await section.getByRole('combobox', { name: 'Way of the reminder' }).selectOption('By e-mail')
      await section.getByLabel('Your reminder').fill('Hi {fristName}, free coffee for a review')
      await expect(section.getByRole('alert')).toBeVisible()
      await expect(section.getByText('Google removes reviews')).toBeVisible()
      await shoot(page, 'reminder-email-refused', look)
      await page.route('**/api/sms/reminders', async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, json: { ...(await response.json()), canMail: false } })
      })
      page.once('dialog', (dialog) => dialog.accept())
      await page.reload()
      await section.getByRole('checkbox', { name: 'Send one reminder' }).check()
      await section.getByText('e-mail is not set up here').waitFor()
      await shoot(page, 'reminder-without-mail', look)
    })
  })
}
