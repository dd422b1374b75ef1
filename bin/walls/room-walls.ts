import type { ICruiseOptions, IFlattenedRuleSet, IForbiddenRuleType } from 'dependency-cruiser'
import { floorWalls } from './floors.ts'

type PackageKind = 'npm-dev' | 'npm-no-pkg' | 'npm-unknown' | 'type-only'
type Room = {
  path?: string | string[]
  pathNot?: string | string[]
  circular?: boolean
  dependencyTypes?: PackageKind[]
  dependencyTypesNot?: PackageKind[]
  reachable?: boolean
}

/** The walls between the rooms: one rule a wall, named by what it protects. */
const from = (path: string, pathNot?: string): Room => ({ path, ...(pathNot ? { pathNot } : {}) })
const PRODUCTION = '^(server/|contracts/|bin/(commands/|(goodword|with-database|claim-folder)\\.ts$))'
const TESTS = '(\\.test\\.tsx?$|^test/)'
const wall = (name: string, source: Room, target: Room): IForbiddenRuleType => ({
  name,
  severity: 'error',
  from: source,
  to: target,
})

export const walls: IFlattenedRuleSet = {
  forbidden: [
    wall('no-cycles', {}, { circular: true }),
    ...floorWalls(),
    wall('contracts-know-zod-only', from('^contracts/', TESTS), {
      pathNot: ['^contracts/', '^node_modules/zod/'],
    }),
    wall('platform-knows-no-product', from('^server/platform/', TESTS), {
      path: '^(server/(?!platform/)|contracts/|web/|sandbox/)',
    }),
    wall('integrations-know-no-noun', from('^server/integrations/', TESTS), {
      path: '^(server/(?!(platform|integrations)/)|contracts/|web/|sandbox/)',
    }),
    wall('integrations-know-no-sibling', from('^server/integrations/([^/]+)/', TESTS), {
      path: '^server/integrations/',
      pathNot: '^server/integrations/$1/',
    }),
    wall(
      'vendor-sdks-stay-in-integrations',
      from('^(server|bin|contracts)/', `(^server/integrations/|${TESTS})`),
      {
        path: '^node_modules/(stripe|twilio|nodemailer|openid-client|oidc-provider)/',
      },
    ),
    wall('rules-are-pure', from('-rules\\.ts$', TESTS), {
      pathNot: [
        '^contracts/',
        '-rules\\.ts$',
        '^server/database/tables(/|\\.ts$)',
        '^server/platform/(csv|money|errors|dates)\\.ts$',
        '^node_modules/(zod|libphonenumber-js|sms-segments-calculator|windows-iana)/',
        // Which address shows which page is the router's own pure function.
        '^(node_modules/)?react-router(/|$)',
      ],
    }),
    wall(
      'only-the-apps-wire-routes-and-tasks',
      from('^server/', `(^server/wiring/|-(routes|tasks)\\.ts$|${TESTS})`),
      { path: '-(routes|tasks)\\.ts$' },
    ),
    wall('web-never-imports-the-server', from('^web/', TESTS), { path: '^(server|sandbox|bin)/' }),
    wall('server-never-imports-web-or-sandbox', from('^server/', TESTS), {
      path: '^(web|sandbox|bin|test|bench)/',
    }),
    wall('sandbox-never-imports-the-product', from('^sandbox/', TESTS), {
      path: '^(server/(?!platform/)|web/|bin/)',
    }),
    // `npm start`, the build and the checks have every package; these run where only the production ones are.
    wall('production-needs-no-development-package', from(PRODUCTION, TESTS), {
      dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'],
      dependencyTypesNot: ['type-only'],
    }),
    wall('a-vendors-model-is-light', from('^sandbox/([^/]+)/model/', TESTS), {
      pathNot: ['^sandbox/$1/model/', '^sandbox/identifiers\\.ts$', '^(node:)?(crypto|http)$'],
    }),
    // web/screens/ is the one room that joins nouns: it imports them, and no noun imports it.
    wall('web-nouns-are-separate', from('^web/(?!ui/|lib/|screens/)([^/]+)/', TESTS), {
      path: '^web/(?!ui/|lib/)[^/]+/',
      pathNot: '^web/$1/',
    }),
    wall('web-ui-and-lib-know-no-noun', from('^web/(ui|lib)/', TESTS), { path: '^web/(?!ui/|lib/)' }),
    wall('only-web-ui-wraps-the-kit', from('^web/(?!ui/)'), { path: '^node_modules/@base-ui/' }),
    wall(
      'lean-pages-reach-no-kit',
      from('^web/(root-frame|sessions/(login|register|auth-callback)-page|claims/claim-page)\\.tsx$'),
      { path: '^node_modules/(@base-ui|@tanstack)/', reachable: true },
    ),
  ],
}

export const options: ICruiseOptions = {
  parser: 'swc',
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '^(node_modules/.*/node_modules|data/|dist/)' },
  tsPreCompilationDeps: true,
  enhancedResolveOptions: {
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs'],
    conditionNames: ['import', 'node', 'default', 'types'],
  },
}
