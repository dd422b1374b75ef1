import type { FastifyRequest } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import { networkOf, type Limit } from '../platform/http/rate-limit.ts'

/** Only wrong tokens count, so that another person's guesses do not keep out the owner of a right one. */
export const countingGuesses = async (
  cause: unknown,
  request: FastifyRequest,
  countGuess: Limit,
): Promise<never> => {
  if (cause instanceof Refusal && cause.code === 'token-not-valid') await countGuess(networkOf(request.ip))
  throw cause
}
