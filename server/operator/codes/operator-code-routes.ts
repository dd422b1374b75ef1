import { z } from 'zod'
import { codeBatches, mintCodesRequest, ofBatch, paper } from '../../../contracts/operator.ts'
import { actHeaders } from '../../../contracts/shared/values.ts'
import { recordAct } from '../../audit/record-act.ts'
import { isFirstMinting } from '../../claims/is-first-minting.ts'
import { codesOfBatch, listBatches } from '../../claims/list-codes.ts'
import { mintCodes } from '../../claims/mint-codes.ts'
import { claimUrl } from '../../claims/slug.ts'
import { asSystem } from '../../database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { Http } from '../../platform/http/http.ts'
import { operatorAct } from '../acts/operator-act.ts'
import { OPERATOR_API, type OperatorDeps } from '../signing-in/require-operator.ts'

const MOST_DRAWN = 5000

/** Printed codes: batches, new codes, and sheets to print and cut. */
export const registerOperatorCodeRoutes = (
  app: Http,
  { db, clock, publicUrl, requireOperator }: OperatorDeps & { publicUrl: string },
): void => {
  const operation = operations('operator', requireOperator.door)

  app.get(
    `${OPERATOR_API}/codes`,
    operation('listBatches', 'List the batches of printed codes.', { response: { 200: codeBatches } }),
    async () => {
      const batches = await listBatches(db)
      return {
        batches: batches.map(({ name, expires_at, ...counts }) => ({
          batch: name,
          expiresAt: expires_at?.toISOString() ?? null,
          ...counts,
        })),
      }
    },
  )

  app.post(
    `${OPERATOR_API}/codes`,
    operatorAct(requireOperator)('mintCodes', 'Make new codes.', {
      headers: actHeaders,
      body: mintCodesRequest,
      response: { 204: z.undefined() },
      errors: ['batch', 'key-used'],
    }),
    async (request, reply) => {
      const { batch, count, expiresOn } = request.body
      const now = clock()
      const expiresAt = expiresOn === null ? undefined : endOf(expiresOn)
      const by = requireOperator.acting(request)
      const key = request.headers['idempotency-key']
      await asSystem(db, async (trx) => {
        if (!(await isFirstMinting(trx, { key, wanted: { batch, count, expiresOn }, now }))) return
        if (expiresAt && expiresAt <= now)
          throw new Refusal('batch', 422, 'The last day of the codes is over already.')
        await mintCodes(trx, { batch, count, expiresAt, now })
        await recordAct(trx, { by, act: 'minted-codes', businessId: null, details: { batch, count }, now })
      })
      return reply.code(204).send()
    },
  )

  app.get(
    `${OPERATOR_API}/codes/:batch/sheet`,
    operation('drawSheets', 'Draw the codes of a batch on sheets to print and cut.', {
      params: ofBatch,
      querystring: z.object({ paper }),
      file: ['application/pdf'],
      errors: ['unknown-batch', 'batch'],
    }),
    async (request, reply) => {
      const { batch } = request.params
      const codes = await codesOfBatch(db, batch)
      if (codes.length === 0) throw new Refusal('unknown-batch', 404, `There is no batch ${batch}.`)
      if (codes.length > MOST_DRAWN)
        throw new Refusal('batch', 409, 'These are too many for a browser: use `goodword qr sheet`.')
      const printed = codes.map(({ slug, place_name }) => ({
        slug,
        url: claimUrl(publicUrl, slug),
        name: place_name ?? 'Goodword',
      }))
      // With the first sheet and not with the process: drawing brings fonts along.
      const { drawSheets } = await import('../../claims/draw-sheet.ts')
      const pdf = await drawSheets(`Review codes, batch ${batch}`, request.query.paper, printed)
      return reply
        .type('application/pdf')
        .header('content-disposition', `attachment; filename="goodword-${batch}.pdf"`)
        .send(pdf)
    },
  )
}

const endOf = (day: string): Date => new Date(`${day}T24:00:00Z`)
