export type Frame = { filename: string; function: string; lineno: number; colno: number; in_app: boolean }
export type Fault = { type: string; value: string; stacktrace?: { frames: Frame[] } }

/** Where it comes from, of a place in what was built. */
type PlaceOf = (place: Pick<Frame, 'filename' | 'lineno'>) => Pick<Frame, 'filename' | 'lineno'>

const DEEPEST = 4
const MOST_FRAMES = 40

/**
 * What may leave this machine of an error and its causes, the innermost first. Messages stay here: they quote names,
 * numbers and addresses of people. The stack leads to the line that made the message.
 */
export const faultsOf = (
  error: unknown,
  root: string,
  placeOf: PlaceOf = (place) => place,
  depth = 0,
): Fault[] => {
  if (!(error instanceof Error)) return [{ type: 'Error', value: `a thrown ${typeof error}` }]
  const frames = framesOf(error, root, placeOf)
  const own: Fault = {
    type: /^[A-Z][A-Za-z]{0,60}$/.test(error.name) ? error.name : 'Error',
    value: [enginesWords(error), ...harmlessFacts(error)].filter(Boolean).join(', '),
    ...(frames.length > 0 ? { stacktrace: { frames } } : {}),
  }
  if (error.cause === undefined || depth >= DEEPEST) return [own]
  return [...faultsOf(error.cause, root, placeOf, depth + 1), own]
}

/** Facts that name a place in our schema or a vendor's code. PostgreSQL's `detail` and `where` quote rows. */
const FACTS = ['code', 'severity', 'table', 'column', 'constraint', 'routine', 'vendor', 'kind']

const harmlessFacts = (error: Error): string[] =>
  FACTS.flatMap((name) => {
    const value: unknown = (error as unknown as Record<string, unknown>)[name]
    return typeof value === 'string' && isHarmless(value) ? [`${name} ${value}`] : []
  })

/** No number that could be a phone's, no address. */
const isHarmless = (text: string): boolean => /^[\w.:-]{1,63}$/.test(text) && !/\d{6}/.test(text)

const ENGINES_WORDS =
  /^(Cannot (read|set) properties of (undefined|null) \((reading|setting) '[\w$]{1,40}'\)|[\w$.]{1,60} is not (a function|defined|iterable|a constructor))$/

/** What V8 says of our own code; any other message may quote what somebody wrote. */
const enginesWords = (error: Error): string =>
  (error instanceof TypeError || error instanceof ReferenceError) &&
  ENGINES_WORDS.test(error.message) &&
  !/\d{6}/.test(error.message)
    ? error.message
    : ''

/** A line of a stack: `at name (place:line:column)`, `at async name (…)` or `at place:line:column`. */
const FRAME =
  /^ {4}at (?:async )?(?:([\w$.<>[\] ]{1,80}) \()?(?:file:\/\/)?([\w@./:+-]{1,300}):(\d+):(\d+)\)?$/

/** The outermost first. Only lines that lie in our files, in a package or in Node itself. */
const framesOf = (error: Error, root: string, placeOf: PlaceOf): Frame[] =>
  stackOf(error)
    .split('\n')
    .flatMap((line) => {
      const [, name = '', place = '', row, column] = FRAME.exec(line) ?? []
      const isOurs = place.startsWith(`${root}/`)
      if (!isOurs && !place.startsWith('node:')) return []
      const lies = { filename: isOurs ? place.slice(root.length + 1) : place, lineno: Number(row) }
      const { filename, lineno } = placeOf(lies)
      return [
        {
          filename,
          function: name.replace(/^(async|new) /, '') || '?',
          lineno,
          colno: Number(column),
          in_app: isOurs && !filename.startsWith('node_modules/'),
        },
      ]
    })
    .slice(0, MOST_FRAMES)
    .toReversed()

/** Without its message, which stands at the top and may have lines of its own that look like a stack. */
const stackOf = ({ stack = '', message }: Error): string => {
  const at = message === '' ? -1 : stack.indexOf(message)
  return at < 0 ? stack : stack.slice(at + message.length)
}
