import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { invalidArgument } from './places-error.ts'

export const maskOf = ({ headers, query }: FastifyRequest): string | undefined => {
  const { fields, $fields = fields } = query as { fields?: string; $fields?: string }
  return headers['x-goog-fieldmask']?.toString() ?? $fields
}

export const readToken = (token: string): string => {
  if (!/^[A-Za-z0-9_-]{1,36}$/.test(token)) throw invalidArgument('Invalid session_token.')
  return token
}

const regionCode = z.string().regex(/^[A-Za-z]{2}$/)
const point = z.strictObject({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
})
const area = z.union([
  z.strictObject({ rectangle: z.strictObject({ low: point, high: point }) }),
  z.strictObject({ circle: z.strictObject({ center: point, radius: z.number().min(0).max(50_000) }) }),
])

const searchBody = z.strictObject({
  input: z.string().trim().min(1),
  sessionToken: z.string().optional(),
  includedRegionCodes: z.array(regionCode).max(15).default([]),
  includedPrimaryTypes: z
    .array(z.string().regex(/^(\(regions\)|\(cities\)|[a-z_]+)$/))
    .max(5)
    .default([]),
  includePureServiceAreaBusinesses: z.boolean().default(false),
  includeQueryPredictions: z.boolean().optional(),
  languageCode: z.string().optional(),
  regionCode: regionCode.optional(),
  locationBias: area.optional(),
  locationRestriction: area.optional(),
  inputOffset: z.number().int().optional(),
  origin: point.optional(),
})

export const readSearch = (body: unknown): z.infer<typeof searchBody> => {
  const parsed = searchBody.safeParse(body)
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    throw invalidArgument(`Invalid value at '${issue!.path.join('.') || 'request'}': ${issue!.message}`)
  }
  if (parsed.data.locationBias && parsed.data.locationRestriction)
    throw invalidArgument('At most one of location_bias and location_restriction may be set.')
  if (parsed.data.sessionToken !== undefined) readToken(parsed.data.sessionToken)
  return parsed.data
}
