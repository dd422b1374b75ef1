import { receiptParams } from '../../../contracts/payments.ts'
import { asBusiness } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import type { OwnerDoor } from '../../sessions/require-session.ts'
import { findReceipt } from './find-receipt.ts'
import type { Seller } from './receipt-rules.ts'

export const registerReceiptRoutes = (
  app: Http,
  { db, requireSession, createLimit, seller, isLive }: OwnerDoor & { seller: Seller; isLive: boolean },
): void => {
  const countReceipts = createLimit('receipt', { most: 120, seconds: 600 })

  app.get(
    '/api/top-ups/:id/receipt',
    operations('payments', requireSession.ofBusiness)(
      'downloadReceipt',
      'Download the tax invoice or receipt of a top-up that was paid.',
      { params: receiptParams, file: ['application/pdf'], errors: ['payment-not-found'] },
    ),
    async (request, reply) => {
      const businessId = requireSession.businessOf(request)
      await countReceipts(businessId)
      // Drawing takes 20 MB of code, which most processes never need.
      const { drawReceipt } = await import('./draw-receipt.ts')
      const { id } = request.params
      const receipt = await asBusiness(db, businessId, (trx) => findReceipt(trx, { businessId, id, seller }))
      if (!receipt) throw new Refusal('payment-not-found', 404, 'We could not find this payment.')
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="${receipt.number.toLowerCase()}.pdf"`)
        .send(await drawReceipt(receipt, isLive))
    },
  )
}
