import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { OperatorHealth } from '../../contracts/operator.ts'
import { asks } from '../lib/asks.ts'
import { counted, momentInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import styles from './console.module.css'

const STATES = {
  ok: { tone: 'ok', words: 'Well' },
  wrong: { tone: 'bad', words: 'Wrong' },
  'not-checked': { tone: 'plain', words: 'Not checked' },
} as const

/** What `goodword doctor` says, made on the server when the page is opened. */
export const HealthPage = (): ReactNode => {
  const health = useQuery(asks('GET /api/operator/health'))
  return (
    <TabPage
      title="Health"
      lead={
        health.data
          ? `${summary(health.data)} Checked ${momentInWords(health.data.at)}.`
          : 'The checks of `goodword doctor`.'
      }
      ways={
        <Button look="plain" busy={health.isFetching} onClick={() => void health.refetch()}>
          Check again
        </Button>
      }
    >
      {health.isPending && <LoadingRows count={8} label="Loading the checks: each vendor is asked" />}
      {health.isError && !health.data && (
        <LoadError what="The checks could not be made." error={health.error} retry={health.refetch} />
      )}
      {health.data && (
        <table className={styles.table} aria-label="Checks">
          <thead>
            <tr>
              <th scope="col">Check</th>
              <th scope="col">State</th>
              <th scope="col">What was found</th>
            </tr>
          </thead>
          <tbody>
            {health.data.checks.toSorted(gravestFirst).map(({ name, state, words }, at) => (
              <tr key={at}>
                <td>{name}</td>
                <td data-label="State">
                  <Badge tone={STATES[state].tone}>{STATES[state].words}</Badge>
                </td>
                <td data-label="Found">{words}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TabPage>
  )
}

type Check = OperatorHealth['checks'][number]

const ORDER = { wrong: 0, 'not-checked': 1, ok: 2 }
const gravestFirst = (a: Check, b: Check): number => ORDER[a.state] - ORDER[b.state]

const summary = ({ checks }: OperatorHealth): string => {
  const wrong = checks.filter(({ state }) => state === 'wrong').length
  return wrong === 0 ? 'All that was checked is well.' : `${counted(wrong, 'thing is', 'things are')} wrong.`
}
