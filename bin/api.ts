import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { lintApiDescription, readApiDescription } from './api/api-description.ts'
import { writeApiTypes } from './api/api-types.ts'

/** Writes the API's description and the types of the screens' calls into dist/api, and checks the description. */
const FOLDER = join(import.meta.dirname, '../dist/api')

const description = await readApiDescription()
mkdirSync(FOLDER, { recursive: true })
writeFileSync(join(FOLDER, 'openapi.json'), `${JSON.stringify(description, null, 2)}\n`)
writeFileSync(join(FOLDER, 'paths.d.ts'), writeApiTypes(description))

const faults = await lintApiDescription(description)
for (const { rule, message, at } of faults) console.error(`${rule}: ${message} at ${at}`)
const count = Object.values(description.paths).flatMap(Object.values).length
console.log(`API: ${count} operations described, ${faults.length} faults.`)
process.exit(faults.length > 0 || count < 20 ? 1 : 0)
