import { relative } from 'node:path'

/** A test that was not run: its file from the root, its whole title, and for want of what, where that is known. */
export type LeftOut = { file: string; title: string; needs?: string | undefined }

type VitestReport = {
  testResults: {
    name: string
    assertionResults: { fullName: string; status: string; meta?: { needs?: string } }[]
  }[]
}
type Suite = { specs: { file: string; title: string; tests: { status: string }[] }[]; suites?: Suite[] }
type PlaywrightReport = { config: { rootDir: string }; suites: Suite[] }

/** Which tests were left out, by the report of either runner. */
export const readLeftOut = (report: unknown, root: string): LeftOut[] => {
  if ('testResults' in (report as object))
    return (report as VitestReport).testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status !== 'passed' && status !== 'failed')
        .map(({ fullName, meta }) => ({
          file: relative(root, name),
          title: fullName.trim(),
          needs: meta?.needs,
        })),
    )
  const { config, suites: all } = report as PlaywrightReport
  const leftOutOf = ({ specs, suites = [] }: Suite): LeftOut[] => [
    ...specs
      .filter(({ tests }) => tests.every(({ status }) => status === 'skipped'))
      .map(({ file, title }) => ({ file: `${relative(root, config.rootDir)}/${file}`, title })),
    ...suites.flatMap(leftOutOf),
  ]
  return all.flatMap(leftOutOf)
}

/** How many were left out and which; nothing where none was. */
export const leftOutInWords = (tests: LeftOut[]): string[] => {
  if (tests.length === 0) return []
  const files = Map.groupBy(tests, ({ file, needs }) => `${file}${needs ? `, without ${needs}` : ''}`)
  return [
    `${tests.length} ${tests.length === 1 ? 'test was' : 'tests were'} left out:`,
    ...[...files].flatMap(([file, those]) => [`  ${file}:`, ...those.map(({ title }) => `    ${title}`)]),
  ]
}
