import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { applyChanges, readPatch } from './read-patch.ts'

const ROOT = join(import.meta.dirname, '../../..')

/**
 * From now on modules are loaded with the fault of this patch; no file is changed. Returns the SQL functions that it
 * changes, to be applied to the database. Before any module of the product is loaded.
 */
export const loadMutant = (name: string): string[] => {
  const changes = Map.groupBy(
    readPatch(readFileSync(join(import.meta.dirname, `${name}.patch`), 'utf8')),
    ({ path }) => path,
  )
  const missing = new Set([...changes.keys()].filter((path) => path.endsWith('.ts')))
  registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      if (!url.startsWith('file:')) return loaded
      const path = relative(ROOT, fileURLToPath(url))
      const mine = changes.get(path)
      if (!mine) return loaded
      missing.delete(path)
      return { ...loaded, source: applyChanges(String(loaded.source), mine) }
    },
  })
  process.once('exit', () => {
    if (missing.size > 0) process.exitCode = 3
  })
  return [...changes.keys()]
    .filter((path) => path.endsWith('.sql'))
    .map((path) => applyChanges(readFileSync(join(ROOT, path), 'utf8'), changes.get(path)!))
}
