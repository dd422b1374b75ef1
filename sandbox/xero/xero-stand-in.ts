import type { FastifyInstance } from 'fastify'
import type { Memory } from '../snapshot.ts'
import { xeroAccounting } from './accounting-routes.ts'
import { loadBooks, saveBooks } from './books.ts'
import { xeroConnections } from './consent/connection-routes.ts'
import { xeroConsent } from './consent/consent-routes.ts'
import { createXeroControl } from './control.ts'
import { xeroIdentity } from './consent/identity-routes.ts'
import { createGrants } from './model/grants.ts'
import { createLimiter, type Limits } from './model/limits.ts'
import { openOrganisation } from './open-organisation.ts'
import { openingBooks } from './opening-books.ts'
import { loadGrants, saveGrants } from './consent/saved-grants.ts'
import { createWebhooks } from './webhooks.ts'
import type { XeroSettings, XeroWorld } from './world.ts'

type Surroundings = Pick<XeroWorld, 'publicUrl' | 'faults' | 'timers' | 'wire' | 'now'>

export type XeroTiming = { gatherMs: number; retrySeconds: number[] }

/** Xero: consents and tokens, the books and the webhooks. */
export const createXeroStandIn = (
  settings: XeroSettings,
  surroundings: Surroundings,
  { limits = {}, timing }: { limits?: Partial<Limits>; timing: XeroTiming },
) => {
  const { publicUrl, now } = surroundings
  const webhooks = createWebhooks({
    ...surroundings,
    ...timing,
    url: () => `${publicUrl()}/webhooks/xero`,
    key: settings.webhookKey,
  })
  const world: XeroWorld = {
    ...surroundings,
    settings,
    webhooks,
    books: new Map(),
    grants: createGrants(),
    limiter: createLimiter(now, limits),
    calls: [],
    organisationFor: (claims, tenantId) => openOrganisation(world, claims, tenantId),
    strike: surroundings.faults.strike,
    pause: surroundings.timers.pause,
  }
  openingBooks(world.books, now())

  return {
    control: createXeroControl(world),
    memories: memoriesOf(world),
    routes: async (app: FastifyInstance) => {
      await app.register(xeroConsent(world), { prefix: '/xero/login' })
      await app.register(xeroIdentity(world), { prefix: '/xero/identity' })
      await app.register(xeroConnections(world), { prefix: '/xero/api' })
      await app.register(xeroAccounting(world), { prefix: '/xero/api/api.xro/2.0' })
    },
    reset: () => {
      world.books.clear()
      openingBooks(world.books, now())
      Object.assign(world.grants, createGrants())
      world.calls.length = 0
    },
  }
}

const memoriesOf = ({ books, grants, webhooks }: XeroWorld): Memory[] => [
  {
    name: 'xero books',
    save: () => saveBooks(books),
    load: (saved) => loadBooks(books, saved as ReturnType<typeof saveBooks>),
  },
  {
    name: 'xero grants',
    save: () => saveGrants(grants),
    load: (saved) => loadGrants(grants, saved as ReturnType<typeof saveGrants>),
  },
  {
    name: 'xero webhooks',
    save: () => webhooks.state(),
    load: (saved) => webhooks.restore(saved as ReturnType<typeof webhooks.state>),
  },
]
