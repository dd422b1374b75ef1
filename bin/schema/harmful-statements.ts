import type { Migration } from '../../server/platform/postgres/schema/schema-files.ts'

/** The linter looks at tables and columns; what takes rows or rights away it lets pass. */
const HARMFUL = /^\s*(truncate\b|delete\s+from\b|revoke\b)/i

/** What a migration that calls itself harmless takes away from processes that do not know it, in words. */
export const harmfulStatements = ({ name, text, isBreaking, manner }: Migration): string[] => {
  if (isBreaking) return []
  return statementsOf(text).flatMap((statement) => {
    const word = HARMFUL.exec(statement)?.[1]?.toLowerCase().replaceAll(/\s+/g, ' ')
    if (!word || (word === 'delete from' && manner === 'in batches')) return []
    return [
      `${name} is marked harmless, and has \`${word}\`: processes of the version before may need what it takes. Mark it ` +
        '`breaking`, or delete rows that no process reads any more `in batches`.',
    ]
  })
}

/** Without comments, and without the bodies of functions, which run later. */
const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--[^\n]*/g, '')
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/(\$\w*\$)[\s\S]*?\1/g, "''")
    .split(';')
