import { globSync, readFileSync } from 'node:fs'

const MOST_COLUMNS = 120
const MOST_LINES = 3
/** How a migration is rolled out: no part of its comment. */
const MARK = '-- Upgrade: '
const FILES = [
  '{.ci,bench,bin,contracts,database,sandbox,server,test,web}/**/*.{ts,tsx,mts,mjs,sql,css}',
  '*.{ts,mjs}',
]
/** Written by programs, or applied to databases and so not edited any more. */
const LEFT_ALONE = /^(database\/(schema|migrations\/0001-baseline)\.sql|server\/database\/tables\.ts)$/

/** One line for each comment that is wider than 120 columns or longer than three lines: oxlint has no such rule. */
export const badComments = (file: string, text: string): string[] => {
  const faults: string[] = []
  const isSql = file.endsWith('.sql')
  let inBlock = false
  let run = 0
  for (const [index, line] of text.split('\n').entries()) {
    const place = `${file}:${index + 1}`
    const begins = !isSql && /^\s*\{?\/\*/.test(line)
    const isComment = inBlock || begins || (isSql ? /^\s*--/ : /^\s*\/\//).test(line)
    const ends: boolean = (inBlock || begins) && line.includes('*/')
    if (isComment && line.length > MOST_COLUMNS)
      faults.push(`${place}: a comment of ${line.length} columns, ${MOST_COLUMNS} at most`)
    if (!isComment || (isSql && line.startsWith(MARK))) run = 0
    else if (/[^\s/*{}-]/.test(line)) run += 1
    if (run === MOST_LINES + 1) {
      faults.push(`${place}: the fourth line of a comment, ${MOST_LINES} at most`)
      run += 1
    }
    if (ends) run = 0
    inBlock = (inBlock || begins) && !ends
  }
  return faults
}

if (import.meta.main) {
  const files = globSync(FILES, { exclude: (name) => /(^|[\\/])node_modules$/.test(name) })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !LEFT_ALONE.test(file))
  const faults = files.flatMap((file) => badComments(file, readFileSync(file, 'utf8')))
  for (const fault of faults) console.error(fault)
  console.log(`Comments: ${files.length} files read, ${faults.length} too wide or too long.`)
  process.exit(faults.length > 0 || files.length === 0 ? 1 : 0)
}
