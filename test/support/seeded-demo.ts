import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll } from 'vitest'
import { seedDemo } from '../../bin/start/seed-demo.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { DEMO_ORGANISATION } from '../../sandbox/xero/demo/demo-organisation.ts'
import { smtpPortOf } from '../../server/platform/process/env-sandbox.ts'
import { readEnv, type Env } from '../../server/platform/process/env.ts'
import { openParts, type Parts } from '../../server/wiring/parts.ts'
import { useDatabase } from './database.ts'
import { freePort } from './free-port.ts'
import { SIGNING, startSandbox } from './sandbox.ts'

/** What the first start of the product leaves behind, seen at `now`. Its parts are there once the tests run. */
export const useSeededDemo = (now: Date) => {
  const base = useDatabase()
  const clock = () => now
  const demo = { base, clock } as {
    base: ReturnType<typeof useDatabase>
    clock: () => Date
    sandbox: Sandbox
    env: Env
    parts: Parts
  }
  beforeAll(async () => {
    const port = await freePort('localhost')
    const mail = { smtpPort: smtpPortOf(port) }
    demo.sandbox = await startSandbox({ port, ...mail, host: 'localhost', now: clock })
    demo.env = readEnv({
      ...SIGNING,
      SANDBOX_PORT: String(port),
      DATABASE_URL: base.url,
      ENCRYPTION_KEYS: randomBytes(32).toString('hex'),
      LOG_LEVEL: 'silent',
    })
    demo.parts = await openParts(demo.env, 'cli', 2, clock)
    await seedDemo(demo.env, base.url, clock)
  })
  afterAll(async () => {
    await demo.parts.close()
    await demo.sandbox.close()
  })

  const organisation = async ({ tenantId } = DEMO_ORGANISATION) => {
    const row = await base.db
      .selectFrom('organisations')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .executeTakeFirstOrThrow()
    return {
      businessId: row.business_id,
      tenantId: row.tenant_id,
      name: row.name,
      timeZone: row.time_zone,
      state: row.state,
      liveSince: row.live_since,
    }
  }
  return Object.assign(demo, { organisation })
}
