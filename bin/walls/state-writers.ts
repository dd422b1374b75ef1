import { readFileSync } from 'node:fs'

/** The tables with a `state`, and the only files that write it. */
const STATE_TABLES: { tables: string[]; writers: RegExp }[] = [
  {
    tables: ['review_requests', 'send_attempts'],
    writers: /^(server\/review-requests\/life\/|database\/functions\/record_(accepted|sms_statuses)\.sql$)/,
  },
  { tables: ['reminder_mails'], writers: /^server\/review-requests\/reminding\/mails\// },
  { tables: ['checkouts'], writers: /^server\/payments\/life\// },
  {
    tables: ['profile_connections'],
    writers: /^server\/reviews\/connecting\/connection-life\.ts$/,
  },
  { tables: ['test_texts'], writers: /^server\/test-texts\/test-text-queries\.ts$/ },
]

/** One line for each place outside of these files that writes a state, or that begins a row. */
export const strayStateWriters = (files: string[], read = readText): string[] =>
  files.flatMap((file) =>
    STATE_TABLES.filter(({ writers }) => !writers.test(file)).flatMap(({ tables }) =>
      tables
        .filter((table) => writesState(read(file), table))
        .map((table) => `${file} writes ${table}.state`),
    ),
  )

const readText = (file: string): string => readFileSync(file, 'utf8')

const writesState = (text: string, table: string): boolean =>
  [
    new RegExp(`updateTable\\('${table}(?: as \\w+)?'\\)(?:(?!\\.execute)[\\s\\S])*?${SETS_STATE}`),
    new RegExp(`insertInto\\('${table}'\\)(?:(?!\\.execute)[\\s\\S])*?\\bstate\\b`),
  ].some((pattern) => pattern.test(text)) ||
  statementsOf(text, 'update', table).some(assignsState) ||
  statementsOf(text, 'insert into', table).some(
    (rest) => /^\s*(as \w+\s*)?\([^)]*\bstate\b/.test(rest) || assignsState(rest),
  )

/** In Kysely's words, up to the next clause. */
const SETS_STATE = '\\.set\\((?:(?!\\.(?:where|returning|execute)\\b)[\\s\\S])*?\\bstate\\b'

/** What follows in SQL, in small letters, up to the end of the statement. */
const statementsOf = (text: string, verb: string, table: string): string[] =>
  text
    .toLowerCase()
    .split(
      new RegExp(`\\b${verb.replace(' ', '\\s+')}\\s+(?:only\\s+)?(?:"?public"?\\.)?"?${table}"?(?!\\w)`),
    )
    .slice(1)
    .map((rest) => rest.split(/[`;]/)[0]!)

/** set … state = …, or set (…, state) = …, up to the clause that ends the assignments of this statement. */
const assignsState = (rest: string): boolean => {
  const assignments = rest
    .split(/\bset\b/)
    .slice(1)
    .join(' set ')
  if (/^\s*\([^)]*\bstate\b[^)]*\)\s*=/.test(assignments)) return true
  const flat = withoutParentheses(assignments)
  return /\bstate\s*=/.test(flat.split(/\b(?:from|where|returning)\b/)[0]!)
}

const withoutParentheses = (text: string): string => {
  const shorter = text.replaceAll(/\([^()]*\)/g, ' ')
  return shorter === text ? text : withoutParentheses(shorter)
}
