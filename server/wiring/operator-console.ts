import { registerBusinessActRoutes } from '../operator/acts/business-act-routes.ts'
import { registerOperatorBusinessRoutes } from '../operator/businesses/operator-business-routes.ts'
import { createRequireOperator, type OperatorCookies } from '../operator/signing-in/require-operator.ts'
import { registerOperatorSignInRoutes } from '../operator/signing-in/operator-sign-in-routes.ts'
import { registerOperatorCodeRoutes } from '../operator/codes/operator-code-routes.ts'
import { registerLookRoutes } from '../operator/looking/look-routes.ts'
import { registerHealthRoutes } from '../operator/queue/health-routes.ts'
import { registerQueueRoutes } from '../operator/queue/queue-routes.ts'
import type { WhoMay } from '../operator/signing-in/who-may-rules.ts'
import type { Env } from '../platform/process/env.ts'
import { createLimits } from '../platform/http/rate-limit.ts'
import type { Http } from '../platform/http/http.ts'
import type { Cookies } from '../sessions/cookies.ts'
import type { Parts } from './parts.ts'

/** No operator, where the settings name none. */
export const whoMay = ({ OPERATOR_EMAILS, OPERATOR_GROUPS }: Env): WhoMay => ({
  emails: OPERATOR_EMAILS,
  groups: OPERATOR_GROUPS,
})

/** The console of whoever runs the product. Only where the settings say who may: else nothing of it is there. */
export const registerOperatorConsole = (
  app: Http,
  parts: Parts,
  { cookies, operatorCookies }: { cookies: Cookies; operatorCookies: OperatorCookies },
): void => {
  const { env, operatorOidc: oidc } = parts
  if (!oidc) return
  const deps = {
    ...parts,
    oidc,
    cookies,
    operatorCookies,
    whoMay: whoMay(env),
    createLimit: createLimits(parts.pool),
  }
  const behindDoor = { ...deps, requireOperator: createRequireOperator(deps) }
  registerOperatorSignInRoutes(app, behindDoor)
  registerOperatorBusinessRoutes(app, behindDoor)
  registerBusinessActRoutes(app, behindDoor)
  registerLookRoutes(app, behindDoor)
  registerQueueRoutes(app, behindDoor)
  registerHealthRoutes(app, behindDoor)
  registerOperatorCodeRoutes(app, behindDoor)
}
