import { z } from 'zod'
import type { Tasks } from '../platform/postgres/jobs.ts'
import { endConnection } from './connecting/end-connection.ts'
import type { SessionDeps } from './open-session.ts'

const letGo = z.object({
  businessId: z.guid(),
  tenantId: z.guid(),
  authorisationId: z.guid(),
  connectionId: z.guid(),
})

export const createOrganisationTasks = (deps: SessionDeps & { clock: () => Date }): Tasks => ({
  'end-xero-connection': async (payload) => endConnection(deps, letGo.parse(payload), deps.clock()),
})
