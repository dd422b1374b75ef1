import type { Http } from '../platform/http.ts'
import { registerSettingsRoutes } from './settings-routes.ts'
import type { SmsDeps } from './sms-deps.ts'
import { registerTemplateRoutes } from './template-routes.ts'
import { registerTestTextRoutes } from './test-text-routes.ts'

export const registerSmsRoutes = (app: Http, deps: SmsDeps): void => {
  registerTemplateRoutes(app, deps)
  registerSettingsRoutes(app, deps)
  registerTestTextRoutes(app, deps)
}
