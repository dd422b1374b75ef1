import { useId, useState, type ReactNode } from 'react'
import type { Experiment } from '../../contracts/experiments.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { counted, dateAlone, inNumber } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { Badge, type BadgeTone } from '../ui/feedback/badge.tsx'
import { DID, KINDS, resultInWords, reviewsInWords, shareInWords, sideNames } from './comparison-words.ts'
import styles from './comparisons.module.css'
import { useStopComparison } from './use-comparisons.ts'

const STATES: Record<Experiment['state'], { tone: BadgeTone; words: string }> = {
  running: { tone: 'ok', words: 'Running' },
  waiting: { tone: 'wait', words: 'Waiting for its day' },
  judged: { tone: 'plain', words: 'Judged' },
  stopped: { tone: 'plain', words: 'Stopped' },
}

/** One comparison: both sides beside each other, and what may be said of them now. */
export const ComparisonCard = ({ experiment }: { experiment: Experiment }): ReactNode => {
  const id = useId()
  const timeZone = useTimeZone()
  const day = (moment: string) => dateAlone(moment, timeZone)
  const { kind, state, a, b } = experiment
  // Earlier ones stand below a heading of their own.
  const Heading = state === 'running' ? 'h2' : 'h3'
  const names = sideNames(experiment, { counted })
  return (
    <article className={styles.card} aria-labelledby={id}>
      <header>
        <Heading id={id}>{KINDS[kind].name}</Heading>
        <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>
      </header>
      <p className={styles.when}>
        {`Begun on ${day(experiment.registeredAt)}, ${state === 'stopped' ? `stopped on ${day(experiment.stoppedAt!)}` : `${state === 'running' ? 'runs' : 'ran'} until ${day(experiment.endsAt)}`}. Counted is who ${DID[experiment.counted]} within 21 days.${reviewsInWords(experiment, 'a', { inNumber }) ? ' Who wrote a review is shown beside it, as far as names tell, and decides nothing.' : ''}`}
      </p>
      <dl className={styles.sides}>
        {(['a', 'b'] as const).map((side) => (
          <div key={side}>
            <dt>{names[side]}</dt>
            <dd>
              <b>{shareInWords(side === 'a' ? a : b, { counted, inNumber })}</b>
              {reviewsInWords(experiment, side, { inNumber }) && (
                <small>{reviewsInWords(experiment, side, { inNumber })}</small>
              )}
              {(side === 'a' ? a : b).message && <q>{(side === 'a' ? a : b).message}</q>}
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.result}>
        {resultInWords(experiment, { counted, judgedOn: day(experiment.judgedAt) })}
      </p>
      {state === 'running' && <Stop experiment={experiment} />}
    </article>
  )
}

const Stop = ({ experiment: { id, kind } }: { experiment: Experiment }): ReactNode => {
  const [isAsked, setIsAsked] = useState(false)
  const stop = useStopComparison(() => setIsAsked(false))
  const ask = (): void => {
    if (stop.isError) stop.reset()
    setIsAsked(true)
  }
  return (
    <div className={styles.acts}>
      <Button look="plain" onClick={ask}>
        Stop it
      </Button>
      <Dialog
        title="Stop this comparison?"
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
        no="Let it run"
        isBusy={stop.isPending}
        actions={
          <Button look="danger" busy={stop.isPending} onClick={() => stop.mutate(id)}>
            Stop it
          </Button>
        }
      >
        <p>{`It is not judged then, and cannot go on later. ${AFTER[kind]}`}</p>
        <ActError error={stop.error} />
      </Dialog>
    </div>
  )
}

const AFTER = {
  wordings: 'All customers get your message again, also those whose text waits.',
  delays: 'What is scheduled already goes as it was planned.',
  'hold-out': 'All customers are asked again.',
} as const
