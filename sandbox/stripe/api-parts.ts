import type { FastifyRequest } from 'fastify'
import { readForm, type FormValue } from './read-form.ts'
import { StripeError } from './stripe-error.ts'

export const apiTrouble = (): StripeError =>
  new StripeError(500, 'An unknown error occurred.', { type: 'api_error' })

export const queryOf = (request: FastifyRequest): Record<string, FormValue> =>
  readForm(new URL(request.url, 'http://sandbox').searchParams)

export const words = (value: FormValue | undefined): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : []

export const list = <Item extends { id: string }>(
  url: string,
  all: Item[],
  query: Record<string, FormValue>,
) => {
  const after = query['starting_after']
  const rest = after === undefined ? all : all.slice(all.findIndex(({ id }) => id === after) + 1)
  const limit = Math.min(100, Number(query['limit'] ?? 10))
  return { object: 'list', data: rest.slice(0, limit), has_more: rest.length > limit, url }
}

export const keyOf = ({ headers }: FastifyRequest): string | undefined =>
  headers['idempotency-key'] as string | undefined
