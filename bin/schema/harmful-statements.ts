import type { Migration } from '../../server/platform/postgres/schema/schema-files.ts'

/** The linter looks at tables and columns; what takes rows or rights away it lets pass. */
const HARMFUL = /(?:^|\b(?:begin|then|else|loop)\b)\s*(truncate|revoke)\b|\b(delete\s+from)\b/i

/** What a migration that calls itself harmless takes away from processes that do not know it, in words. */
export const harmfulStatements = ({ name, text, isBreaking, manner }: Migration): string[] => {
  if (isBreaking) return []
  return statementsOf(text).flatMap((statement) => {
    const [, first, inside] = HARMFUL.exec(statement) ?? []
    const word = (first ?? inside)?.toLowerCase().replaceAll(/\s+/g, ' ')
    if (!word || (word === 'delete from' && manner === 'in batches')) return []
    return [
      `${name} is marked harmless, and has \`${word}\`: processes of the version before may need what it takes. Mark it ` +
        '`breaking`, or delete rows that no process reads any more `in batches`.',
    ]
  })
}

/** Without comments, and without the bodies of functions, which run later; those of `do` run now. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(\bdo\s+)?(\$\w*\$)([\s\S]*?)\2/gi, (_, isDo, __, body: string) =>
      isDo ? `;${body};` : "''",
    )
    .split(';')
