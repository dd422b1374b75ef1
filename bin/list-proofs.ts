import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { faultsOfTags, readRows, readWritten } from './spec/spec-coverage.ts'

/** Prints each row of docs/spec-coverage.md with the tests that carry its number. */
const ROOT = join(import.meta.dirname, '..')
const rows = readRows(readFileSync(join(ROOT, 'docs/spec-coverage.md'), 'utf8'))
const written = readWritten(ROOT)
for (const { number, asked } of rows) {
  console.log(`${number} ${asked}`)
  for (const { file, title } of written.filter(({ numbers }) => numbers.includes(number)))
    console.log(`    ${file} › ${title}`)
}
const faults = faultsOfTags(rows, written)
for (const fault of faults) console.error(fault)
process.exit(faults.length > 0 ? 1 : 0)
