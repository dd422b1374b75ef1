import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { createSandbox, type Sandbox } from '../../sandbox/sandbox.ts'
import { buildApp } from '../../server/wiring/app.ts'
import { openParts, type Parts } from '../../server/wiring/parts.ts'
import { sandboxSettings } from '../../server/platform/process/env-sandbox.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { freePort } from './free-port.ts'
import { SANDBOX_VENDORS, SIGNING } from './sandbox.ts'
import { PATIENT } from './patience.ts'

export type Product = {
  url: string
  sandbox: Sandbox
  parts: Parts
  close: () => Promise<void>
}

/** The whole product over a database of its own, between stand-ins of its own, in this process. */
export const startProduct = async (settings: Record<string, string> = {}): Promise<Product> => {
  const database = await createDatabase()
  const [port, sandboxPort] = [await freePort('localhost'), await freePort('localhost')]
  const url = `http://localhost:${port}`
  const vendors = sandboxSettings(String(sandboxPort)) as Record<string, string>
  const sandbox = await createSandbox({
    publicUrl: url,
    port: sandboxPort,
    host: 'localhost',
    ...SANDBOX_VENDORS,
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
    PORT: String(port),
    SANDBOX_PORT: String(sandboxPort),
    DATABASE_URL: database.url,
    ENCRYPTION_KEYS: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'fatal',
    ...settings,
  })
  const parts = await openParts(env, 'api', 6, undefined, PATIENT)
  const app = await buildApp(parts)
  await app.listen({ port, host: 'localhost' })
  return {
    url,
    sandbox,
    parts,
    close: async () => {
      await app.close()
      await parts.close()
      await sandbox.close()
      await database.drop()
    },
  }
}

const createDatabase = async (): Promise<{ url: string; drop: () => Promise<void> }> => {
  const postgresUrl = process.env['E2E_POSTGRES_URL']!
  const name = `e2e_${randomBytes(6).toString('hex')}`
  const asAdmin = async (sql: string): Promise<void> => {
    const admin = new Client({ connectionString: postgresUrl.replace(/\/[^/]*$/, '/postgres') })
    await admin.connect()
    await admin.query(sql).finally(() => admin.end())
  }
  await asAdmin(`create database ${name} template template_goodword strategy file_copy`)
  return {
    url: postgresUrl.replace(/\/[^/]*$/, `/${name}`),
    drop: () => asAdmin(`drop database if exists ${name} with (force)`),
  }
}
