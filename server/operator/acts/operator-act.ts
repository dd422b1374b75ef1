import type { FastifyRequest } from 'fastify'
import type { ZodType } from 'zod'
import { HAS_WORDS } from '../../../contracts/operator.ts'
import type { ProblemCode } from '../../../contracts/shared/problem-codes.ts'
import { Refusal } from '../../platform/errors.ts'
import { operations } from '../../platform/http/api/operation.ts'
import type { RequireOperator } from '../signing-in/require-operator.ts'

type Described = {
  params?: ZodType
  headers?: ZodType
  body: ZodType<{ reason: string }>
  response?: Record<number, ZodType>
  errors?: readonly ProblemCode[]
}

/** The options of a route by which an operator does something: behind her door, and refused without a reason. */
export const operatorAct =
  ({ door }: RequireOperator) =>
  <const D extends Described>(id: string, summary: string, described: D) => ({
    ...operations('operator', { ...door, errors: [...door.errors, 'reason-missing'] as const })(
      id,
      summary,
      described,
    ),
    preValidation: demandReason,
  })

/** Before anything else is looked at: also what is asked wrongly is asked for with a reason. */
const demandReason = async ({ body }: FastifyRequest): Promise<void> => {
  const reason = (body as { reason?: unknown } | null | undefined)?.reason
  if (typeof reason === 'string' && HAS_WORDS.test(reason)) return
  const message = 'Please give a reason.'
  throw new Refusal('reason-missing', 422, message, { fields: [{ path: 'reason', message }] })
}
