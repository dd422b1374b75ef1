import { expect, expectGoodForAll, hoursAgo, test } from './dashboard-fixtures.ts'
import { planTheirReminders } from '../support/planned-reminder.ts'

const FIVE_DAYS = 5 * 24

test('the one reminder stands below its first text, and is cancelled and brought back there', async ({
  page,
  owner,
  product,
}) => {
  await owner.texted({ customer_name: 'Aroha Ngāta', first_name: 'Aroha', sent_at: hoursAgo(FIVE_DAYS) })
  await owner.texted({
    customer_name: 'Li Wei',
    first_name: 'Li',
    sent_at: hoursAgo(FIVE_DAYS + 1),
    opened_at: hoursAgo(FIVE_DAYS),
    open_count: 1,
  })
  await planTheirReminders(product, owner.businessId)
  await page.goto('/dashboard')
  const row = page.getByRole('article').filter({ hasText: 'Aroha Ngāta' })
  const other = page.getByRole('article').filter({ hasText: 'Li Wei' })
  await expect(page.getByRole('article')).toHaveCount(2)
  await expect(row.getByText(/^Reminder planned for /)).toBeVisible()
  await expect(other.getByText(/Reminder/)).toBeHidden()

  await row.getByRole('button', { name: 'Aroha Ngāta' }).click()
  const reminder = row.getByRole('region', { name: 'Reminder' })
  await expect(reminder.getByText(/^Hi Aroha, .* again\. If you have a minute/)).toBeVisible()
  await expect(reminder.getByText('$0.09 when it goes.')).toBeVisible()
  await expectGoodForAll(page)

  await reminder.getByRole('button', { name: /^Don’t send/ }).click()
  await expect(page.getByText('Aroha Ngāta gets no reminder.')).toBeVisible()
  await expect(reminder.getByText('You decided not to send it.')).toBeVisible()
  await expect(row.getByText(/^Reminder planned for /)).toBeHidden()
  await reminder.getByRole('button', { name: /^Undo/ }).click()
  await expect(row.getByText(/^Reminder planned for /)).toBeVisible()

  await other.getByRole('button', { name: 'Li Wei' }).click()
  await expect(other.getByText('No reminder: they opened the link.')).toBeVisible()
  await expectGoodForAll(page)
})

test('a reminder by e-mail says where it goes, and is cancelled and brought back', async ({
  page,
  owner,
  product,
}) => {
  await owner.texted({
    customer_name: 'Aroha Ngāta',
    customer_email: 'aroha@customer.example',
    sent_at: hoursAgo(FIVE_DAYS),
  })
  await planTheirReminders(product, owner.businessId, 'email')
  await page.goto('/dashboard')
  const row = page.getByRole('article').filter({ hasText: 'Aroha Ngāta' })
  await expect(row.getByText(/^Reminder planned for /)).toBeVisible()
  await row.getByRole('button', { name: 'Aroha Ngāta' }).click()
  const reminder = row.getByRole('region', { name: 'Reminder' })
  await expect(reminder.getByText('aroha@customer.example')).toBeVisible()
  await expect(reminder.getByText(/^Hi .* again\. If you have a minute/)).toBeVisible()
  await expect(reminder.getByText(/To get no such messages again: .*\/mail$/)).toBeVisible()
  await expectGoodForAll(page)
  await reminder.getByRole('button', { name: 'Don’t send' }).press('Enter')
  await expect(reminder.getByText('You decided not to send it.')).toBeVisible()
  await expect(page.getByRole('status').getByText('The reminder is not sent.')).toBeVisible()
  const undo = reminder.getByRole('button', { name: 'Undo' })
  await expect(undo).toBeFocused()
  // It turns until the whole list is read again, and takes no press meanwhile.
  await expect(undo).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(reminder.getByText('Goes by e-mail at the time shown.')).toBeVisible()
})
