import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BESIDE_PROGRAMS } from '../built-programs.ts'

/** What an installation needs of this repository. Screens and programs are built before, and contain most packages. */
const OWN = [
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin/goodword',
  'bin/prepare.ts',
  'database',
  'deploy',
  'dist/programs/LICENCES.txt',
  'dist/web',
  'docs',
  'package-lock.json',
  'package.json',
  // A process of its own, for one that is ending.
  'server/platform/reporting/send-last.ts',
]
const NOT_OF_OURS = /\.test\.tsx?$|\/\.sources$/
/** Types and maps are a third of the packages, and nothing reads them at run time. */
const NOT_OF_PACKAGES = /\.[cm]?tsx?$|\.map$/

/** Paths of a production tree, in the order of their names: our own files, and the packages beside what is built. */
export const listProductionFiles = (root: string): string[] => {
  const kept = OWN.flatMap((path) => filesBelow(root, path)).filter((path) => !NOT_OF_OURS.test(path))
  const own = [...kept, ...filesOfProgram(root, 'dist/programs/goodword.js')]
  const packages = packagesBeside(root).flatMap((path) => filesBelow(root, path, 'node_modules'))
  return [...own, ...packages.filter((path) => !NOT_OF_PACKAGES.test(path))].sort()
}

/** Of what is built this program alone, with the files that it loads: it is every process of an installation. */
const filesOfProgram = (root: string, program: string): string[] => {
  const found = new Set([program])
  for (const path of found)
    for (const [, name] of readFileSync(join(root, path), 'utf8').matchAll(/"\.\/([\w.-]+\.js)"/g)) {
      const other = `${dirname(path)}/${name}`
      if (existsSync(join(root, other))) found.add(other)
    }
  return [...found]
}

type Locked = { dev?: boolean; optional?: boolean; devOptional?: boolean } & Partial<
  Record<'dependencies' | 'peerDependencies', Record<string, string>>
>

/**
 * What no built program contains, with all that it needs, by the lock file. An optional package is one of another
 * platform, or of a runtime that is not Node.
 */
const packagesBeside = (root: string): string[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const placeOf = (name: string, from: string): string | undefined => {
    const place = `${from}${from && '/'}node_modules/${name}`
    if (packages[place]) return place
    return from ? placeOf(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/')))) : undefined
  }
  const found = new Set(BESIDE_PROGRAMS.flatMap((name) => placeOf(name, '') ?? []))
  for (const place of found) {
    const { dependencies, peerDependencies } = packages[place]!
    for (const name of Object.keys({ ...peerDependencies, ...dependencies })) {
      const needed = placeOf(name, place)
      const { dev, optional, devOptional } = (needed && packages[needed]) || { optional: true }
      if (needed && !dev && !optional && !devOptional) found.add(needed)
    }
  }
  return [...found]
}

/** A package within a package has a line of its own in the lock file. */
const filesBelow = (root: string, path: string, without?: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path))
        .filter((name) => name !== without)
        .flatMap((name) => filesBelow(root, `${path}/${name}`, without))
    : [path]
