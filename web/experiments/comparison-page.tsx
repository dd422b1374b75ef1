import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { asks } from '../lib/asks.ts'
import { site } from '../lib/site.ts'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { InTurn } from '../ui/layout/in-turn.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { ComparisonCard } from './comparison-card.tsx'
import styles from './comparisons.module.css'
import { StartComparison } from './start-comparison.tsx'

const OR_NOT_ASKING = site.hasReviews ? ', or asking with not asking' : ''

/** What the texts are worth: one comparison at a time, decided before it starts and judged once. */
export const ComparisonPage = ({ reviews }: { reviews: ReactNode }): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/experiments'))
  const isRunning = data?.experiments[0]?.state === 'running'
  const earlier = data && (isRunning ? data.experiments.slice(1) : data.experiments)
  return (
    <TabPage
      title="What is it worth?"
      lead={`Compare two ways to ask${OR_NOT_ASKING}. Chance decides which customer gets which.`}
      ways={reviews}
    >
      {data ? (
        <>
          <InTurn turn={isRunning ? 'running' : 'start'}>
            {isRunning ? (
              <ComparisonCard experiment={data.experiments[0]!} />
            ) : (
              <StartComparison offered={data} />
            )}
          </InTurn>
          {earlier && earlier.length > 0 && (
            <section className={styles.earlier} aria-labelledby="earlier-comparisons">
              <h2 id="earlier-comparisons">Earlier comparisons</h2>
              {earlier.map((one) => (
                <ComparisonCard key={one.id} experiment={one} />
              ))}
            </section>
          )}
        </>
      ) : error ? (
        <LoadError what="Your comparisons could not be loaded." error={error} retry={refetch} />
      ) : (
        <LoadingRows count={4} label="Loading your comparisons" />
      )}
    </TabPage>
  )
}
