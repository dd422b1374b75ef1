import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll } from 'vitest'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { buildApp } from '../../server/wiring/app.ts'
import { createBusinessTasks } from '../../server/businesses/business-tasks.ts'
import { createPaymentTasks } from '../../server/payments/payment-tasks.ts'
import { createOrganisationTasks } from '../../server/organisations/organisation-tasks.ts'
import { openParts, type Parts } from '../../server/wiring/parts.ts'
import { sandboxSettings } from '../../server/platform/process/env-sandbox.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import type { Http } from '../../server/platform/http/http.ts'
import { useDatabase } from './database.ts'
import { useDeclaredAnswers } from './declared-answers.ts'
import { freePort } from './free-port.ts'
import { createPerson, type PersonAtBrowser } from './person.ts'
import { runDueJobs } from './run-due-jobs.ts'
import { SIGNING, startSandbox } from './sandbox.ts'
import { PATIENT } from './patience.ts'

export type AccountSide = {
  readonly url: string
  readonly parts: Parts
  readonly sandbox: Sandbox
  /** A person's own browser, with no cookie yet. */
  person: () => PersonAtBrowser
  /** Runs the jobs that are due: the account side's own and no others. */
  work: () => Promise<void>
  /** Payloads of what waits to be done under this name. */
  jobs: (task: string) => Promise<unknown[]>
  /** Moves the product's clock forward; the stand-ins' clocks do not move. */
  later: (ms: number) => void
}

/** The product's whole HTTP side over its own database, between stand-ins of its own, for this test file. */
export const useAccountSide = (settings: () => Record<string, string> = () => ({})): AccountSide => {
  const base = useDatabase()
  const watch = useDeclaredAnswers()
  const running: Running[] = []
  const ahead = { ms: 0 }

  beforeAll(async () => {
    running.push(await start(base.url, settings(), () => new Date(Date.now() + ahead.ms), watch))
  })
  afterAll(async () => {
    for (const { app, parts, sandbox } of running) {
      await app.close()
      await parts.close()
      await sandbox.close()
    }
  })

  const now = () => {
    const [first] = running
    if (!first) throw new Error('The account side is there only inside a test.')
    return first
  }
  return {
    get url() {
      return now().url
    },
    get parts() {
      return now().parts
    },
    get sandbox() {
      return now().sandbox
    },
    person: () => createPerson(now().url),
    work: () => {
      const { parts } = now()
      return runDueJobs(base.url, {
        ...createOrganisationTasks(parts),
        ...createBusinessTasks(parts),
        ...createPaymentTasks(parts),
      })
    },
    jobs: async (task) => {
      const owner = new Client({ connectionString: base.url })
      await owner.connect()
      const { rows } = await owner.query<{ payload: unknown }>(
        `select j.payload from graphile_worker._private_jobs j
         join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = $1`,
        [task],
      )
      await owner.end()
      return rows.map(({ payload }) => payload)
    },
    later: (ms) => {
      ahead.ms += ms
    },
  }
}

type Running = { url: string; parts: Parts; sandbox: Sandbox; app: Http }

const start = async (
  databaseUrl: string,
  settings: Record<string, string>,
  clock: () => Date,
  watch: (app: Http) => void,
): Promise<Running> => {
  // The issuer's and our own address hold their ports, so that both must be known before the first request.
  const [port, sandboxPort] = [await freePort('localhost'), await freePort('localhost')]
  const url = `http://localhost:${port}`
  const vendors = sandboxSettings(String(sandboxPort))
  const sandbox = await startSandbox({
    publicUrl: url,
    port: sandboxPort,
    host: 'localhost',
    google: {
      issuer: vendors['OIDC_ISSUER']!,
      clientId: vendors['OIDC_CLIENT_ID']!,
      clientSecret: vendors['OIDC_CLIENT_SECRET']!,
      placesApiKey: vendors['PLACES_API_KEY']!,
    },
  })
  const env = readEnv({
    ...SIGNING,
    PUBLIC_URL: url,
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_URL: databaseUrl,
    ENCRYPTION_KEYS: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    ...settings,
  })
  const parts = {
    ...(await openParts(env, 'api', 6, undefined, PATIENT)),
    clock,
    databaseNow: async () => clock(),
    sqlNow: () => sql<Date>`${clock()}::timestamptz`,
  }
  const app = await buildApp(parts)
  watch(app)
  await app.listen({ port, host: 'localhost' })
  return { url, parts, sandbox, app }
}
