import { writeLetter } from '../../server/notices/weekly/letter-rules.ts'
import { letterAsHtml } from '../../server/notices/weekly/letter-html-rules.ts'
import { expect, test } from './dashboard-fixtures.ts'
import { asLook, LOOKS, shoot } from './shoot.ts'

const AROUND = {
  ownerName: 'Jane Whitlock',
  businessName: 'Whitlock Electrical',
  period: '16 to 22 November',
}
const WEEK = {
  ownerName: 'Jane Whitlock',
  businessName: 'Whitlock Electrical',
  from: '2026-11-16',
  until: '2026-11-22',
  asked: 12,
  opened: 7,
  failed: 1,
  newReviews: 0,
  waiting: 2,
  notAsked: [
    { reason: 'no_mobile', what: 'No mobile number we could text.', count: 3 },
    {
      reason: 'cooldown',
      what: 'They were sent a review request recently, or one was already scheduled.',
      count: 2,
    },
  ],
  toMend: 4,
  currency: 'AUD',
  availableCents: 1_840,
  fundsLastDays: 60,
  isXeroLost: false,
  isSwitchedOff: false,
}
const WORSE = {
  ...WEEK,
  asked: 0,
  opened: 0,
  failed: 0,
  waiting: 1_204,
  availableCents: 0,
  isXeroLost: true,
  isSwitchedOff: true,
}

for (const look of LOOKS) {
  test.describe(`${look.width} ${look.colours}`, () => {
    test.use({ ...asLook(look), expectedComplaints: [/status of 404/] })

    test('the weekly letter, and the page that ends it', async ({ page, product, owner }) => {
      const publicUrl = product.url
      for (const [name, week] of [
        ['letter', WEEK],
        ['letter-worse', WORSE],
      ] as const) {
        await page.setContent(
          letterAsHtml(writeLetter(week)!, { ...AROUND, publicUrl, offUrl: `${publicUrl}/n/token/letter` }),
        )
        await shoot(page, name, look)
      }
      const off_token = crypto.randomUUID()
      await product.parts.db
        .insertInto('owner_notices')
        .values({ business_id: owner.businessId, off_token })
        .execute()
      await page.goto(`/n/${off_token}/letter`)
      await shoot(page, 'letter-end', look)
      await page.getByRole('button', { name: 'Stop these letters' }).click()
      await expect(page.getByRole('heading', { name: 'Done: no more of these letters' })).toBeVisible()
      await shoot(page, 'letter-ended', look)
      await page.goto('/n/unknown/letter')
      await shoot(page, 'letter-unknown', look)
    })
  })
}
