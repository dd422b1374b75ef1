import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The words under which these modules' packages may be passed on, each package once, by its name. */
export const licencesOf = (modules: string[]): string => {
  const folders = new Set(
    modules.flatMap((module) => /^.*[\\/]node_modules[\\/](@[^\\/]+[\\/])?[^\\/]+/.exec(module)?.[0] ?? []),
  )
  const parts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    ) as Package
    const words = readdirSync(folder)
      .filter((file) => /^(licen[cs]e|copying|notice)/i.test(file))
      .toSorted()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim())
    return `${name} ${version}: ${license ?? 'see below'}\n\n${words.join('\n\n')}`.trim()
  })
  return `${parts.toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`
}

type Package = { name: string; version: string; license?: string }
