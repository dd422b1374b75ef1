import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { ReviewRequestResponse } from '../../../../contracts/review-requests.ts'
import { useProduct } from '../../../../test/support/product.ts'
import { createReminded, type Reminded } from '../../../../test/support/reminded.ts'
import { signInTo } from '../../../../test/support/signed-in.ts'
import { asBusiness } from '../../../database/database.ts'

const product = useProduct({ sandbox: { smtpPort: 0 } })

const bodyOf = async ({ businessId, request }: Reminded): Promise<string | null> => {
  const { call } = await signInTo(product, businessId)
  const { body } = await call('GET', `/api/review-requests/${request.id}`)
  return (body as ReviewRequestResponse).reminder!.body
}

const change = ({ businessId }: Reminded) =>
  asBusiness(product.db, businessId, (trx) =>
    trx
      .updateTable('reminder_settings')
      .set({ template: 'Hello, {businessName} once more. {reviewLink}', updated_at: product.now() })
      .execute(),
  )

test('an owner reads the words of a mail as it would go now, and once it went, as it went', async () => {
  const reminded = await createReminded(product)
  expect(await bodyOf(reminded)).toMatch(/^Hi Sam, Coastal Plumbing again\./)
  await change(reminded)
  const planned = await bodyOf(reminded)
  expect(planned).toMatch(/^Hello, Coastal Plumbing once more\./)
  await reminded.send()
  const went = reminded.mails()[0]!.text.trim()
  expect(went.replaceAll(reminded.request.link_token, '…')).toBe(planned)
  expect(await bodyOf(reminded)).toBe(planned)
})

test('words that were changed after it went are not shown as if it had said them', async () => {
  const reminded = await createReminded(product)
  await reminded.send()
  product.later(60_000)
  await change(reminded)
  expect(await bodyOf(reminded)).toBeNull()
})

test('of a mail that does not go, or whose customer was removed, there are none', async () => {
  const [cancelled, removed] = [await createReminded(product), await createReminded(product)]
  const { call } = await signInTo(product, cancelled.businessId)
  await call('POST', `/api/review-requests/${cancelled.request.id}/reminder-mail/cancel`, {})
  expect(await bodyOf(cancelled)).toBeNull()
  await removed.send()
  await sql`update reminder_mails set customer_email = null where business_id = ${removed.businessId}`.execute(
    product.db,
  )
  expect(await bodyOf(removed)).toBeNull()
})
