import { expect, hoursAgo, test } from './dashboard-fixtures.ts'
import { planTheirReminders } from '../support/planned-reminder.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

const FIVE_DAYS = 5 * 24

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use(asLook(look))

    test('a text with its reminder planned, and one without', async ({ page, owner, product }) => {
      await owner.texted({
        customer_name: 'Aroha Ngāta',
        first_name: 'Aroha',
        sent_at: hoursAgo(FIVE_DAYS),
        body: 'Hi Aroha, thanks for your payment. Could you leave us a review? https://goodword.example/r/2bYourWord',
      })
      await owner.texted({
        customer_name: 'Li Wei',
        sent_at: hoursAgo(FIVE_DAYS + 1),
        opened_at: hoursAgo(100),
      })
      await planTheirReminders(product, owner.businessId)
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Aroha Ngāta' }).click()
      await page.getByRole('button', { name: 'Li Wei' }).click()
      await expect(page.getByRole('region', { name: 'Reminder' })).toBeVisible()
      await expect(page.getByText('No reminder: they opened the link.')).toBeVisible()
      await shoot(page, 'reminder-of-text', look)
    })

    test('a text whose reminder goes by e-mail', async ({ page, owner, product }) => {
      await owner.texted({
        customer_name: 'Aroha Ngāta',
        customer_email: 'aroha@customer.example',
        sent_at: hoursAgo(FIVE_DAYS),
      })
      await planTheirReminders(product, owner.businessId, 'email')
      await page.goto('/dashboard')
      await page.getByRole('button', { name: 'Aroha Ngāta' }).click()
      await expect(page.getByRole('region', { name: 'Reminder' })).toBeVisible()
      await shoot(page, 'reminder-of-text-by-mail', look)
    })
  })
}
