import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** What an installation needs of this repository. Screens and programs are built before they are listed. */
const OWN = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'bin/claim-folder.ts',
  'bin/claim.mjs',
  'bin/commands',
  'bin/goodword',
  'bin/goodword.ts',
  'bin/with-database.ts',
  'contracts',
  'database',
  'deploy',
  'dist/web',
  'docs',
  'package-lock.json',
  'package.json',
  'server',
]
const NOT_OF_OURS = /\.test\.tsx?$|^docs\/screens\/|\/\.sources$/
/** Types and maps are a third of the packages, and nothing reads them at run time. */
const NOT_OF_PACKAGES = /\.[cm]?tsx?$|\.map$/

/** Paths of a production tree, in the order of their names: our own files, and of the packages what they run on. */
export const listProductionFiles = (root: string): string[] => {
  const kept = OWN.flatMap((path) => filesBelow(root, path)).filter((path) => !NOT_OF_OURS.test(path))
  const own = [...kept, ...filesOfProgram(root, 'dist/programs/goodword.js')]
  const packages = productionPackages(root).flatMap((path) => filesBelow(root, path, 'node_modules'))
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

type Locked = Record<'dev' | 'optional' | 'devOptional', boolean | undefined>

/** By the lock file. An optional package is one of another platform, or of a runtime that is not Node. */
const productionPackages = (root: string): string[] => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  return Object.entries(packages)
    .filter(([path, { dev, optional, devOptional }]) => path && !dev && !optional && !devOptional)
    .map(([path]) => path)
}

/** A package within a package has a line of its own in the lock file. */
const filesBelow = (root: string, path: string, without?: string): string[] =>
  statSync(join(root, path)).isDirectory()
    ? readdirSync(join(root, path))
        .filter((name) => name !== without)
        .flatMap((name) => filesBelow(root, `${path}/${name}`, without))
    : [path]
