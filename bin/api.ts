import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lintApiDescription, readApiDescription } from './api-description.ts'

/** Writes the API's description into dist/api, and checks it. */
const FOLDER = join(import.meta.dirname, '../dist/api')

const description = await readApiDescription()
mkdirSync(FOLDER, { recursive: true })
writeFileSync(join(FOLDER, 'openapi.json'), `${JSON.stringify(description, null, 2)}\n`)

const faults = await lintApiDescription(description)
for (const { rule, message, at } of faults) console.error(`${rule}: ${message} at ${at}`)
const count = Object.values(description.paths).flatMap(Object.values).length
console.log(`API: ${count} operations described, ${faults.length} faults.`)
process.exit(faults.length > 0 || count < 20 ? 1 : 0)
