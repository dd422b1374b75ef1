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
    // update … set … state = …, up to the clause that ends the assignments
    new RegExp(
      `update\\s+${table}\\b[^\`;]*?\\bset\\b(?:(?!\\b(?:from|where|returning)\\b)[^\`;])*\\bstate\\s*=`,
    ),
    new RegExp(`insert\\s+into\\s+${table}\\s*\\([^)]*\\bstate\\b`),
    new RegExp(`updateTable\\('${table}'\\)\\s*\\.set\\((?:(?!\\.where)[\\s\\S])*?\\bstate\\b`),
    new RegExp(`insertInto\\('${table}'\\)(?:(?!\\.execute)[\\s\\S])*?\\bstate\\b`),
  ].some((pattern) => pattern.test(text))
