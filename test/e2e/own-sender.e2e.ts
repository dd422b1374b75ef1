import { setSender } from '../../server/senders/set-sender.ts'
import { expect, expectGoodForAll, test } from './dashboard-fixtures.ts'

test('who sends by what, and whom a STOP stops, stands below the message', async ({
  page,
  product,
  owner,
}) => {
  await page.goto('/dashboard?tab=sms')
  await expect(
    page.getByText('Your texts come from +61 480 000 000, which other businesses share'),
  ).toBeVisible()
  await setSender(product.parts, owner.businessId, { sender: 'Whitlock', isRegistered: true })
  await page.reload()
  await expect(page.getByText('Your texts come from Whitlock, your own name')).toBeVisible()
  await expect(page.getByRole('figure')).toContainText('Opt out: http')
  await setSender(product.parts, owner.businessId, { sender: '+61480000001', isRegistered: false })
  await page.reload()
  await expect(
    page.getByText('your own number, +61 480 000 001: STOP sent to it stops your texts only'),
  ).toBeVisible()
  await expectGoodForAll(page)
  await setSender(product.parts, owner.businessId, { sender: null, isRegistered: false })
})
