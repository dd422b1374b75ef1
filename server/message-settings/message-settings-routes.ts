import type { Http } from '../platform/http/http.ts'
import { registerSettingsRoutes } from './settings-routes.ts'
import type { SmsDeps } from './message-settings-deps.ts'
import { registerTemplateRoutes } from './template-routes.ts'

export const registerSmsRoutes = (app: Http, deps: SmsDeps): void => {
  registerTemplateRoutes(app, deps)
  registerSettingsRoutes(app, deps)
}
