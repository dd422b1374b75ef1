import { letterAsHtml } from '../../server/notices/weekly/letter-html-rules.ts'
import { writeLetter } from '../../server/notices/weekly/letter-rules.ts'
import { expect, expectGoodForAll, test } from './fixtures.ts'

const letter = writeLetter({
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
      reason: 'skipped_by_owner',
      what: 'You skipped it, with others that were paid at the same time.',
      count: 2,
    },
  ],
  toMend: 4,
  currency: 'AUD',
  availableCents: 1_840,
  fundsLastDays: 60,
  isXeroLost: false,
  isSwitchedOff: false,
})!

for (const colorScheme of ['light', 'dark'] as const)
  test(`the weekly letter is readable on a phone, with a ${colorScheme} background`, async ({
    page,
    product,
  }) => {
    await page.setViewportSize({ width: 375, height: 800 })
    await page.emulateMedia({ colorScheme })
    const publicUrl = product.url
    await page.setContent(
      letterAsHtml(letter, {
        ownerName: 'Jane Whitlock',
        businessName: 'Whitlock Electrical',
        period: '16 to 22 November',
        publicUrl,
        offUrl: `${publicUrl}/n/token/letter`,
      }),
    )
    await expect(page.getByRole('heading', { name: 'Your week on Goodword' })).toBeVisible()
    await expect(page.getByText('You have $18.40 left: about 8 weeks of texts at your pace.')).toBeVisible()
    await expectGoodForAll(page)
    const { width } = (await page.locator('main').boundingBox())!
    expect(width).toBeLessThanOrEqual(375)
  })
