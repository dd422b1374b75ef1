import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { GoogleStatus } from '../../contracts/businesses.ts'
import { asks } from '../lib/asks.ts'
import { useNow } from '../lib/use-now.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { agoInWords } from '../lib/ago-words.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Fact, Facts } from '../ui/layout/facts.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { ChangeBusiness } from './change-business.tsx'
import { ReviewLink } from './review-link.tsx'

/** Which business on Google the texts lead to, and whether Google still knows it; below it what else is said of it. */
export const GooglePage = ({ children }: { children?: ReactNode }): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/google/status'))
  return (
    <TabPage title="Google Status" lead="Where your customers write their reviews.">
      {data ? (
        <>
          <Connected status={data} />
          {children}
        </>
      ) : error ? (
        <LoadError what="Your Google status could not be loaded." error={error} retry={refetch} />
      ) : (
        <LoadingRows count={3} label="Loading your Google status" />
      )}
    </TabPage>
  )
}

const WORDS = {
  connected: { words: 'Connected', tone: 'ok' },
  disconnected: { words: 'Not connected', tone: 'plain' },
  error: { words: 'Needs attention', tone: 'bad' },
} as const

const Connected = ({ status }: { status: GoogleStatus }): ReactNode => {
  const now = useNow()
  const timeZone = useTimeZone()
  const { words, tone } = WORDS[status.status]
  const business = status.businessInfo
  if (!business) {
    return (
      <>
        <EmptyState title="No business chosen yet">
          Find your business below. Every text then leads to its review page on Google.
        </EmptyState>
        <ChangeBusiness before={null} startsOpen />
      </>
    )
  }
  return (
    <>
      {status.message && <Notice tone="bad">{status.message}</Notice>}
      <Facts>
        <Fact name="Connection">
          <Badge tone={tone}>{words}</Badge>
        </Fact>
        <Fact name="Business">
          <b dir="auto">{business.name}</b>
          {business.address && <p>{business.address}</p>}
        </Fact>
        <Fact name="Review page">
          <ReviewLink business={business} />
        </Fact>
        <Fact name="Last sync">
          {status.lastSync
            ? `Google last confirmed this business ${agoInWords(status.lastSync, now, timeZone)}.`
            : 'Google has not been asked about this business yet.'}
        </Fact>
      </Facts>
      <ChangeBusiness before={business} startsOpen={status.status === 'error'} />
    </>
  )
}
