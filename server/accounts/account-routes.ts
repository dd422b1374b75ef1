import type { Http } from '../platform/http.ts'
import type { AccountDeps } from './account-deps.ts'
import { registerDeactivationRoutes } from './deactivation-routes.ts'
import { registerSessionRoutes } from './session-routes.ts'
import { registerSignInRoutes } from './sign-in-routes.ts'

export const registerAccountRoutes = (app: Http, deps: AccountDeps): void => {
  registerSignInRoutes(app, deps)
  registerSessionRoutes(app, deps)
  registerDeactivationRoutes(app, deps)
}
