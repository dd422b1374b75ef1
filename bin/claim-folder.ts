import { mkdirSync } from 'node:fs'
import { Refusal } from '../server/platform/errors.ts'
import { claim } from './claim.mjs'

/** One `npm start` per data folder. Throws Refusal when another one has it. */
export const claimFolder = async (dataDir: string): Promise<void> => {
  mkdirSync(dataDir, { recursive: true })
  if (await claim(dataDir, 'run')) return
  throw new Refusal(
    'already-running',
    409,
    `Goodword is running already with the data in ${dataDir}. Stop that one first, or set DATA_DIR, PORT and SANDBOX_PORT for a second.`,
  )
}
