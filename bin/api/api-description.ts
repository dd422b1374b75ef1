import { join } from 'node:path'
import { lintFromString, loadConfig } from '@redocly/openapi-core'
import type { ApiDocument } from '../../server/platform/http/api/document.ts'
import { readEnv } from '../../server/platform/process/env.ts'
import { newSigningKeys } from '../../server/platform/process/sandbox-keys.ts'
import { buildApp } from '../../server/wiring/app.ts'
import { createParts } from '../../server/wiring/parts.ts'

/** The API's description as the product answers it. Neither a database nor a vendor is asked for it. */
export const readApiDescription = async (): Promise<ApiDocument> => {
  const env = readEnv({
    DATABASE_URL: 'postgres://unused',
    ...newSigningKeys(),
    ENCRYPTION_KEYS: '0'.repeat(64),
    LOG_LEVEL: 'error',
  })
  const parts = createParts(env, 'cli', 1)
  const app = await buildApp({
    ...parts,
    publicUrl: 'https://goodword.example',
    hashPhone: () => Buffer.alloc(0),
  })
  const answer = await app.inject('/api/openapi.json')
  await app.close()
  await parts.close()
  if (answer.statusCode !== 200) throw new Error('The API could not be described: the log says why.')
  return answer.json<ApiDocument>()
}

export type ApiFault = { rule: string; message: string; at: string }

/** Where a description breaks a rule of redocly.yaml. */
export const lintApiDescription = async (document: ApiDocument): Promise<ApiFault[]> => {
  const config = await loadConfig({ configPath: join(import.meta.dirname, '../../redocly.yaml') })
  const faults = await lintFromString({ source: JSON.stringify(document), config })
  return faults.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    message,
    at: location[0]?.pointer ?? '#',
  }))
}
