import { useId, useState, type ReactNode } from 'react'
import type { ExperimentKind, ExperimentRequest, ExperimentsResponse } from '../../contracts/experiments.ts'
import { EXPERIMENT_WEEKS } from '../../contracts/shared/experiment-terms.ts'
import { useLeaveGuard } from '../lib/leave-guard.ts'
import { counted, inNumber } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { delayInWords, KINDS, planInWords } from './comparison-words.ts'
import styles from './comparisons.module.css'
import { useStartComparison } from './use-comparisons.ts'

const DAY = 24 * 60
const DELAYS = [0, 60, 180, DAY, 2 * DAY, 3 * DAY, 7 * DAY, 14 * DAY]
const FIRST_WEEKS = 13

/** All of it is decided here: once it has begun, it can only be stopped. */
export const StartComparison = ({ offered }: { offered: ExperimentsResponse }): ReactNode => {
  const id = useId()
  const [kind, setKind] = useState<ExperimentKind>('wordings')
  const [weeks, setWeeks] = useState<ExperimentRequest['weeks']>(FIRST_WEEKS)
  const delays = DELAYS.filter((minutes) => minutes !== offered.delayMinutes)
  const [delayMinutes, setDelayMinutes] = useState(delays.at(-3)!)
  const [draft, setDraft] = useState<string | null>(null)
  const message = draft ?? offered.message
  const start = useStartComparison()
  const plan = offered.plans.find((one) => one.kind === kind)
  const isSame = kind === 'wordings' && message.trim() === offered.message.trim()
  useLeaveGuard(message.trim() !== offered.message.trim())
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        start.mutate({
          kind,
          weeks,
          ...(kind === 'delays' && { delayMinutes }),
          ...(kind === 'wordings' && { message }),
        })
      }}
    >
      <fieldset className={styles.kinds}>
        <legend>What do you compare?</legend>
        {offered.plans.map(({ kind: one, whyNot }) => (
          <label key={one}>
            <input
              type="radio"
              name={`${id}-kind`}
              checked={kind === one}
              disabled={whyNot !== null}
              aria-describedby={`${id}-${one}`}
              onChange={() => setKind(one)}
            />
            <span>{KINDS[one].name}</span>
            <small id={`${id}-${one}`}>{whyNot ?? KINDS[one].hint}</small>
          </label>
        ))}
      </fieldset>
      {kind === 'wordings' && (
        <div className={styles.field}>
          <label htmlFor={`${id}-message`}>The other message</label>
          <textarea
            id={`${id}-message`}
            rows={4}
            value={message}
            aria-describedby={`${id}-yours`}
            onChange={(event) => setDraft(event.target.value)}
          />
          <p id={`${id}-yours`}>
            {isSame
              ? 'This is yours: change one thing of it.'
              : 'Change one thing only, so that you know what it was.'}
          </p>
        </div>
      )}
      {kind === 'delays' && (
        <div className={styles.field}>
          <label htmlFor={`${id}-delay`}>Ask the other half</label>
          <select
            id={`${id}-delay`}
            value={delayMinutes}
            aria-describedby={`${id}-now`}
            onChange={(event) => setDelayMinutes(Number(event.target.value))}
          >
            {delays.map((minutes) => (
              <option key={minutes} value={minutes}>
                {delayInWords(minutes, { counted })}
              </option>
            ))}
          </select>
          <p id={`${id}-now`}>{`Now all are asked ${delayInWords(offered.delayMinutes, { counted })}.`}</p>
        </div>
      )}
      <div className={styles.field}>
        <label htmlFor={`${id}-weeks`}>For how long</label>
        <select
          id={`${id}-weeks`}
          value={weeks}
          aria-describedby={`${id}-plan`}
          onChange={(event) => setWeeks(Number(event.target.value) as ExperimentRequest['weeks'])}
        >
          {EXPERIMENT_WEEKS.map((one) => (
            <option key={one} value={one}>
              {counted(one, 'week')}
            </option>
          ))}
        </select>
        {plan && <p id={`${id}-plan`}>{planInWords(plan, weeks, { counted, inNumber })}</p>}
      </div>
      <ActError error={start.error} />
      <div className={styles.acts}>
        <Button type="submit" busy={start.isPending} disabled={isSame}>
          Start the comparison
        </Button>
      </div>
      <p className={styles.note}>
        Once it has begun it cannot be changed, only stopped. It is judged once, four weeks and the longer
        delay after its end: whoever looks every day and stops when it looks good finds differences that are
        not there.
      </p>
    </form>
  )
}
