import { existsSync, readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'

export type Proof = { row: string; file: string; title: string }
/** A test that passed, by its file from the root and its own title. */
export type Passed = { file: string; title: string }

/** What docs/spec-coverage.md claims: row by row, which test holds it. */
export const readProofs = (markdown: string): Proof[] =>
  markdown.split('\n').flatMap((line) => {
    const [, row, proofs] = /^\| (\d+\.\d+) \| .*? \| (.*) \|$/.exec(line) ?? []
    if (!row || !proofs) return []
    return proofs.split('<br>').map((proof) => {
      const [, file, title] = /^`([^`]+)` › (.+)$/.exec(proof.trim()) ?? []
      if (!file || !title) throw new Error(`docs/spec-coverage.md, row ${row}: "${proof}" names no test.`)
      return { row, file, title }
    })
  })

/** Claims that no test of these can hold: it is not written there, or it did not pass just now. */
export const unproved = (proofs: Proof[], passed: Passed[]): Proof[] =>
  proofs.filter(({ file, title }) => {
    const isIt = patternOf(title)
    return !passed.some((test) => test.file === file && isIt.test(test.title))
  })

/** Claims whose test is not written where they say. */
export const unwritten = (proofs: Proof[], root: string): Proof[] =>
  proofs.filter(({ file, title }) => {
    const path = join(root, file)
    return !existsSync(path) || !readFileSync(path, 'utf8').includes(title)
  })

/** One test in the source may be many in a report, each with its own words in place of a variable. */
const patternOf = (title: string): RegExp =>
  new RegExp(`^${title.replace(/[.*+?^$()[\]\\|]/g, String.raw`\$&`).replace(/\\\$\{\w+\}|%[a-z]/g, '.*')}$`)

type VitestReport = {
  testResults: { name: string; assertionResults: { title: string; status: string }[] }[]
}
type Suite = { file: string; specs: { title: string; ok: boolean }[]; suites?: Suite[] }
type PlaywrightReport = { config: { rootDir: string }; suites: Suite[] }

/** Which tests passed, by the report of either runner. */
export const readPassed = (report: unknown, root: string): Passed[] => {
  const fromRoot = (path: string, base: string): string =>
    relative(root, isAbsolute(path) ? path : join(base, path)).replaceAll('\\', '/')
  if ('testResults' in (report as object)) {
    return (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed')
        .map(({ title }) => ({ file: fromRoot(name, root), title })),
    )
  }
  const { config, suites } = report as PlaywrightReport
  const passedIn = ({ file, specs, suites: inner = [] }: Suite): Passed[] => [
    ...specs.filter(({ ok }) => ok).map(({ title }) => ({ file: fromRoot(file, config.rootDir), title })),
    ...inner.flatMap(passedIn),
  ]
  return suites.flatMap(passedIn)
}
