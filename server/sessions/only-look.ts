import type { FastifyRequest } from 'fastify'
import { Refusal } from '../platform/errors.ts'
import { isOfApi } from '../platform/http/http-security.ts'
import type { Cookies } from './cookies.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * The one place where it is refused that support changes anything: whatever a browser asks that looks at an owner's
 * screens, before its session is even looked up. Files are refused too, since they leave with whole lists of customers.
 */
export const refuseWhileLooking =
  ({ support }: Cookies, ownApi: string) =>
  async (request: FastifyRequest): Promise<void> => {
    const { url = '', config } = request.routeOptions
    if (!support.read(request) || !isOfApi(request) || url.startsWith(`${ownApi}/`)) return
    if (READS.has(request.method) && !config.operation?.file) return
    throw new Refusal('read-only', 403, 'Support only looks: nothing can be changed or downloaded here.')
  }
