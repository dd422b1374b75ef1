import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ActivityTotals } from '../../contracts/activity.ts'
import { asks } from '../lib/asks.ts'
import { inNumber } from '../lib/words.ts'
import { ActLink } from '../ui/controls/act-link.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { Skeleton } from '../ui/feedback/loading.tsx'
import styles from './activity-tiles.module.css'
import { OUTCOMES, periodsWith, type Period } from './outcomes.ts'
import {
  asideInWords,
  chosenReason,
  isPressed,
  outcomeTiles,
  paidInWords,
  reasonTiles,
  type Choice,
  type Tile,
} from './tiles.ts'
import { usePeriodDays } from './use-period-days.ts'

/** How many were paid, how many of them texted, and why the others were not. */
export const useTotals = (period: Period) => {
  const { days, ...known } = usePeriodDays(period)
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...asks('GET /api/activity/totals', { query: days ?? {} }),
    enabled: days !== undefined,
    placeholderData: (before) => before,
  })
  return { data, isPlaceholderData, ...(known.error ? known : { error, refetch }) }
}

/** The totals, each a button that narrows the list to what it counts. */
export const ActivityTiles = ({
  totals: { data, error, refetch, isPlaceholderData },
  period,
  onPeriod,
  choice,
  onChoice,
}: {
  totals: ReturnType<typeof useTotals>
  period: Period
  onPeriod: (period: Period) => void
  choice: Choice
  onChoice: (choice: Choice) => void
}): ReactNode => {
  if (error && !data) {
    return <LoadError what="The totals could not be loaded." error={error} retry={refetch} />
  }
  const chosen = chosenReason(data, choice)
  return (
    <section
      className={`${styles.totals} ${isPlaceholderData ? styles.stale : ''}`}
      aria-label="Totals"
      aria-busy={isPlaceholderData || undefined}
    >
      <div className={styles.bar}>
        <h2>{data ? paidInWords(data.paid) : <Skeleton width="9rem" height="1.3em" />}</h2>
        <select aria-label="Paid" value={period} onChange={(event) => onPeriod(event.target.value as Period)}>
          {periodsWith(period).map(({ value, words }) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </div>
      <div role="group" aria-label="Outcome" className={styles.outcomes}>
        {data ? (
          outcomeTiles(data).map((tile) => (
            <TileButton
              key={tile.words}
              tile={tile}
              isPressed={isPressed(tile, choice)}
              onChoice={onChoice}
            />
          ))
        ) : (
          <Skeleton width="100%" height="100%" />
        )}
      </div>
      <div
        role="group"
        aria-label="Reason"
        className={`${styles.reasons} ${choice.outcome ? '' : styles.ofAll} ${data ? '' : styles.loading}`}
      >
        {data &&
          reasonTiles(data, choice).map((tile) => (
            <TileButton
              key={`${tile.outcome} ${tile.words}`}
              tile={tile}
              isPressed={isPressed(tile, choice)}
              onChoice={onChoice}
            />
          ))}
      </div>
      {chosen && (chosen.todo || chosen.act) ? (
        <p className={styles.todo}>
          {chosen.todo} {chosen.act && <ActLink act={chosen.act} />}
        </p>
      ) : (
        !chosen && <Unchosen outcome={choice.outcome} totals={data} />
      )}
    </section>
  )
}

/** Where no reason is chosen: what the outcome means, or of all of them, what they do not count. */
const Unchosen = ({
  outcome,
  totals,
}: {
  outcome: Choice['outcome']
  totals: ActivityTotals | undefined
}): ReactNode => {
  const words = outcome ? OUTCOMES[outcome].help : totals && asideInWords(totals)
  return words && <p className={styles.todo}>{words}</p>
}

/** A reason that is pressed again is let go, and its outcome stays. */
const TileButton = ({
  tile: { outcome, reason, words, count },
  isPressed: isOn,
  onChoice,
}: {
  tile: Tile
  isPressed: boolean
  onChoice: (choice: Choice) => void
}): ReactNode => (
  <button
    type="button"
    aria-pressed={isOn}
    onClick={() => onChoice({ outcome, reason: isOn ? undefined : reason })}
  >
    <b>{inNumber(count)}</b> <span>{words}</span>
  </button>
)
