import { useEffect, useMemo, useState } from 'react'

export type Search<Found> =
  | { status: 'idle' }
  | { status: 'too-short' }
  | { status: 'searching'; found: Found[] }
  | { status: 'found'; found: Found[] }
  | { status: 'failed'; error: unknown }

export const MINIMUM_CHARACTERS = 2
const PAUSE_MS = 300

type Question = { query: string; attempt: number }
type Outcome<Found> = { of: Question; found: Found[]; error?: unknown }

/**
 * Searches once the typing has paused. A newer text aborts the older search, whose answer is then never shown; what was
 * found for its beginning stays in sight meanwhile. `ask` must be the same function from render to render.
 */
export const useSearch = <Found>(
  text: string,
  ask: (query: string, signal: AbortSignal) => Promise<Found[]>,
): Search<Found> & { retry: () => void } => {
  const [outcome, setOutcome] = useState<Outcome<Found> | null>(null)
  const [attempt, setAttempt] = useState(1)
  const query = text.trim()
  const question = useMemo<Question>(() => ({ query, attempt }), [query, attempt])

  useEffect(() => {
    if (question.query.length < MINIMUM_CHARACTERS) return undefined
    const aborter = new AbortController()
    const show = (next: Outcome<Found>): void => {
      if (!aborter.signal.aborted) setOutcome(next)
    }
    const pause = setTimeout(() => {
      ask(question.query, aborter.signal)
        .then((found) => show({ of: question, found }))
        .catch((error: unknown) => show({ of: question, found: [], error }))
    }, PAUSE_MS)
    return () => {
      clearTimeout(pause)
      aborter.abort()
    }
  }, [question, ask])

  return { ...read(question, outcome), retry: () => setAttempt((count) => count + 1) }
}

/** What was found stays while its text grows or shrinks; under another text it would be chosen by mistake. */
const stillFitting = <Found>({ query }: Question, outcome: Outcome<Found> | null): Found[] => {
  const before = outcome?.of.query ?? ''
  return before.startsWith(query) || query.startsWith(before) ? (outcome?.found ?? []) : []
}

const read = <Found>(question: Question, outcome: Outcome<Found> | null): Search<Found> => {
  if (question.query === '') return { status: 'idle' }
  if (question.query.length < MINIMUM_CHARACTERS) return { status: 'too-short' }
  if (outcome?.of !== question) return { status: 'searching', found: stillFitting(question, outcome) }
  return 'error' in outcome
    ? { status: 'failed', error: outcome.error }
    : { status: 'found', found: outcome.found }
}
