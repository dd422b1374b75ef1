import { expect, test } from 'vitest'
import { writePause } from './pause-rules.ts'

const about = {
  ownerName: 'Jane',
  businessName: 'Smith Plumbing',
  amountCents: 5_000,
  currency: 'AUD',
  cardLast4: '4242',
  publicUrl: 'https://goodword.example',
}

test('after a restore an owner is asked to confirm, and not to pay', () => {
  const { subject, text } = writePause({ ...about, reason: 'unconfirmed' })
  expect(subject).toBe('Please confirm your automatic top-ups: Smith Plumbing')
  expect(text).toContain('Our records may have gone back to an earlier moment')
  expect(text).toContain('switch automatic top-ups on again')
  expect(text).toContain('https://goodword.example/dashboard?tab=top-up')
  expect(text).not.toMatch(/Pay it now|try again/)
})

test('after a card that was declined she can pay at once', () => {
  const { text } = writePause({ ...about, reason: 'declined' })
  expect(text).toContain(
    'Pay it now, on a page as usual: https://goodword.example/dashboard?tab=top-up&amount=50',
  )
})
