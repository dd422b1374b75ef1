import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const FILE = join(import.meta.dirname, '../../../package.json')

export const productVersion = (): string =>
  (JSON.parse(readFileSync(FILE, 'utf8')) as { version: string }).version
