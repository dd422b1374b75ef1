/** More texts than the product has; statements whose text differs each time must not fill the connections. */
const MOST_NAMES = 500
/** An answer of all columns fails on a connection that is older than a migration which added one. */
const ALL_COLUMNS = /^\s*select \*|"\.\*|returning \*/i

/**
 * Names under which a connection plans a statement with values once and from then on only runs it: planning the same
 * few dozen statements for every text was a third of the database's work.
 */
export const statementNames = (): ((text: string) => string | undefined) => {
  const names = new Map<string, string>()
  return (text) => {
    const known = names.get(text)
    if (known || names.size >= MOST_NAMES || ALL_COLUMNS.test(text)) return known
    const name = `goodword_${names.size}`
    names.set(text, name)
    return name
  }
}
