import { createElement, Suspense, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { OfText } from '../../activity/activity-row.tsx'
import { asks } from '../../lib/asks.ts'
import { fetchAhead, tabChunk } from '../../lib/chunk.ts'
import { reminderChunk } from '../../review-requests/reminder-chunk.ts'
import { RequestActs } from '../../review-requests/request-acts.tsx'
import { RequestDetails } from '../../review-requests/request-details.tsx'
import { TimelinePage } from '../../review-requests/timeline-page.tsx'
import { askAhead } from '../../sessions/first-answers.ts'
import { signOut } from '../../sessions/sign-out.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LoadingRows } from '../../ui/feedback/loading.tsx'
import { BANNER_QUESTIONS } from './banners.tsx'
import { DashboardPage } from './dashboard-page.tsx'
import { ToMendCount } from './tab-links.tsx'
import { addressOf, tabOf, TABS, type Tab } from './tabs.ts'

// The first tab is part of the dashboard's chunk; the others are fetched once it has settled.
const chunks = {
  activity: tabChunk(async () => (await import('../../activity/activity-page.tsx')).ActivityPage),
  reviews: tabChunk(async () => (await import('../reviews/reviews-screen.tsx')).ReviewsScreen),
  google: tabChunk(async () => (await import('../google/google-screen.tsx')).GoogleScreen),
  xero: tabChunk(async () => (await import('../../organisations/xero-page.tsx')).XeroPage),
  sms: tabChunk(async () => (await import('../../message-settings/sms-page.tsx')).SmsPage),
  backtest: tabChunk(async () => (await import('../../backtest/backtest-page.tsx')).BacktestPage),
  comparison: tabChunk(async () => (await import('../../experiments/comparison-page.tsx')).ComparisonPage),
  codes: tabChunk(async () => (await import('../../claims/qr-codes.tsx')).QrCodes),
  account: tabChunk(async () => (await import('../account/account-page.tsx')).AccountPage),
  'top-up': tabChunk(async () => (await import('../../payments/top-up-page.tsx')).TopUpPage),
}
const activityResults = tabChunk(
  async () => (await import('../../activity/activity-results.tsx')).ActivityResults,
)
const calendar = tabChunk(
  async () => (await import('../../review-requests/calendar/calendar-view.tsx')).CalendarView,
)
const firstSteps = tabChunk(async () => (await import('./first-steps/first-steps.tsx')).FirstSteps)
const tryDraft = tabChunk(async () => (await import('../../backtest/try-draft.tsx')).TryDraft)

// The tab that the address asks for comes while the session is looked up. One that does not come is asked for again by
// the tab itself, which tells of it.
const fetchAsked = async (): Promise<void> => {
  const asked = tabOf(window.location.search)
  if (asked !== 'timeline') await chunks[asked].fetch()
  else if (/[?&]view=calendar\b/.test(window.location.search)) await calendar.fetch()
}

// The marks with the answers: what changes from now on is noticed.
askAhead([asks('GET /api/changes'), ...BANNER_QUESTIONS], fetchAsked())

const ofText: OfText = {
  details: (requestId) => <RequestDetails requestId={requestId} />,
  acts: (text) => <RequestActs request={text} isBrief />,
}

const tabs: Record<Tab, () => ReactNode> = {
  timeline: () => (
    <TimelinePage
      activity={
        <GoTo tab="activity">
          View All Activity
          <ToMendCount />
        </GoTo>
      }
      searchActivity={(search) => (
        <GoTo tab="activity" look="primary" query={{ period: 'all', search }}>
          Search All Activity
        </GoTo>
      )}
      firstSteps={
        <Suspense fallback={<LoadingRows count={3} label="Loading your first steps" />}>
          <firstSteps.Component />
        </Suspense>
      }
      calendar={
        <Suspense fallback={<LoadingRows count={6} label="Loading the calendar" />}>
          <calendar.Component />
        </Suspense>
      }
      paidInvoices={({ isNotTexted, onClear, ...asked }) => (
        <Suspense fallback={<LoadingRows count={6} label="Loading your activity" />}>
          <activityResults.Component
            filter={{
              ...asked,
              outcome: isNotTexted ? 'skipped' : undefined,
              reason: undefined,
              period: 'all',
            }}
            ofText={ofText}
            onClear={onClear}
          />
        </Suspense>
      )}
    />
  ),
  activity: () => (
    <chunks.activity.Component
      ways={
        <>
          <GoTo tab="backtest">What would have happened?</GoTo>
          <GoTo tab="timeline">Back to the timeline</GoTo>
        </>
      }
      ofText={ofText}
    />
  ),
  reviews: () => (
    <chunks.reviews.Component
      toGoogleStatus={(words) => <GoTo tab="google">{words}</GoTo>}
      toComparison={<GoTo tab="comparison">What is it worth?</GoTo>}
    />
  ),
  google: () => <chunks.google.Component />,
  xero: () => <chunks.xero.Component />,
  sms: () => (
    <chunks.sms.Component
      backtest={
        <>
          <GoTo tab="backtest">What would have happened in the last 30 days?</GoTo>
          <GoTo tab="comparison">What is it worth?</GoTo>
        </>
      }
      tryOut={(draft) => (
        <Suspense>
          <tryDraft.Component draft={draft} />
        </Suspense>
      )}
    />
  ),
  comparison: () => <chunks.comparison.Component reviews={<GoTo tab="reviews">Open Reviews</GoTo>} />,
  backtest: () => (
    <chunks.backtest.Component
      rules={<GoTo tab="sms">Change the rules</GoTo>}
      xero={
        <GoTo tab="xero" look="primary">
          Open Xero Status
        </GoTo>
      }
    />
  ),
  codes: () => <chunks.codes.Component />,
  account: () => (
    <chunks.account.Component
      addFunds={
        <GoTo tab="top-up" look="primary">
          {TABS['top-up']}
        </GoTo>
      }
    />
  ),
  'top-up': () => createElement(chunks['top-up'].Component),
}

export const DashboardScreen = (): ReactNode => (
  <DashboardPage
    onSignOut={() => void signOut(Date.now())}
    show={(tab) => tabs[tab]()}
    onSettled={() =>
      void fetchAhead([
        calendar,
        reminderChunk,
        ...Object.values(chunks),
        activityResults,
        firstSteps,
        tryDraft,
      ])
    }
  />
)

const GoTo = ({
  tab,
  look = 'ghost',
  query,
  children,
}: {
  tab: Tab
  look?: 'ghost' | 'primary'
  query?: Record<string, string>
  children: ReactNode
}): ReactNode => {
  const navigate = useNavigate()
  const address = addressOf(tab) + (query ? `&${String(new URLSearchParams(query))}` : '')
  return (
    <Button look={look} onClick={() => void navigate(address)}>
      {children}
    </Button>
  )
}
