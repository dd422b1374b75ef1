import type { Http } from '../../platform/http/http.ts'
import type { AccountDeps } from '../../sessions/session-deps.ts'
import { registerDeactivationRoutes } from './deactivation-routes.ts'
import { registerSessionRoutes } from '../../sessions/session-routes.ts'
import { registerSignInRoutes } from '../../sessions/sign-in-routes.ts'

export const registerAccountRoutes = (app: Http, deps: AccountDeps): void => {
  registerSignInRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerDeactivationRoutes(app, deps)
}
