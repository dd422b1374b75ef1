import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A behaviour that was asked for: its number and what docs/spec-coverage.md says of it. */
export type Row = { number: string; asked: string }
/** A test, by its title as the runner reported it. */
export type Ran = { title: string; passed: boolean }
/** A test whose title ends with the numbers of the rows that it proves: `… [2.11] [4.7]`. */
export type Tagged = { title: string; numbers: string[] }
/** A tagged test where it is written, by its file from the root. */
export type Written = Tagged & { file: string }

/** A table of two columns; the differences, further down, have more. */
export const readRows = (markdown: string): Row[] =>
  markdown.split('\n').flatMap((line) => {
    const [, number, asked] = /^\| (\d+\.\d+) \| ([^|]+) \|$/.exec(line) ?? []
    return number && asked ? [{ number, asked }] : []
  })

/** How the rows are held by the tests that ran: every fault in words, and how many proofs passed of how many. */
export const judgeProofs = (rows: Row[], ran: Ran[]): { faults: string[]; passed: number; all: number } => {
  const proofs = ran.flatMap((test) => tagsOf(test.title).map((number) => ({ number, ...test })))
  const failed = proofs.filter(({ passed }) => !passed)
  return {
    faults: [
      ...faultsOfTags(
        rows,
        ran.map(({ title }) => ({ title, numbers: tagsOf(title) })),
      ),
      ...failed.map(({ number, title }) => `${number} is not proved: "${title}" did not pass.`),
    ],
    passed: proofs.length - failed.length,
    all: proofs.length,
  }
}

/** Rows that no test is tagged with, and tags that name no row. */
export const faultsOfTags = (rows: Row[], tests: Tagged[]): string[] => {
  const known = new Set(rows.map(({ number }) => number))
  const tagged = new Set(tests.flatMap(({ numbers }) => numbers))
  return [
    ...rows
      .filter(({ number }) => !tagged.has(number))
      .map(({ number, asked }) => `${number} has no test: ${asked}`),
    ...tests.flatMap(({ title, numbers }) =>
      numbers
        .filter((number) => !known.has(number))
        .map((number) => `docs/spec-coverage.md has no row ${number}: "${title}"`),
    ),
  ]
}

const TAGS = String.raw`(?: \[\d+\.\d+\])+`

const tagsOf = (title: string): string[] =>
  [...(new RegExp(`${TAGS}$`).exec(title)?.[0] ?? '').matchAll(/\[([\d.]+)\]/g)].map(([, number]) => number!)

/** The tagged tests as their sources have them, so that a fault is found before anything runs. */
export const readWritten = (root: string): Written[] => {
  const files = globSync('{server,contracts,sandbox,web,test}/**/*.{test.ts,test.tsx,e2e.ts}', { cwd: root })
  return files.toSorted().flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    const titles = [...source.matchAll(new RegExp(`(['"\`])([^\\n]+?${TAGS})\\1`, 'g'))]
    return titles.map(([, , title]) => ({
      file: file.replaceAll('\\', '/'),
      title: title!,
      numbers: tagsOf(title!),
    }))
  })
}

type VitestReport = { testResults: { assertionResults: { title: string; status: string }[] }[] }
type Suite = { specs: { title: string; tests: { status: string }[] }[]; suites?: Suite[] }
type PlaywrightReport = { suites: Suite[] }

/** Which tests ran, by the report of either runner. A test that was left out did not pass. */
export const readRan = (report: unknown): Ran[] => {
  if ('testResults' in (report as object)) {
    return (report as VitestReport).testResults.flatMap(({ assertionResults }) =>
      assertionResults.map(({ title, status }) => ({ title, passed: status === 'passed' })),
    )
  }
  const ranIn = ({ specs, suites = [] }: Suite): Ran[] => [
    ...specs.map(({ title, tests }) => ({
      title,
      passed: tests.length > 0 && tests.every(({ status }) => status === 'expected'),
    })),
    ...suites.flatMap(ranIn),
  ]
  return (report as PlaywrightReport).suites.flatMap(ranIn)
}
