import { lazy, Suspense, type ComponentType, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { Unreachable } from '../../lib/problems.ts'
import { RequestDetails } from '../../review-requests/request-details.tsx'
import { TimelinePage } from '../../review-requests/timeline-page.tsx'
import { signOut } from '../../sessions/sign-out.ts'
import { Button } from '../../ui/controls/button.tsx'
import { LoadingRows } from '../../ui/feedback/loading.tsx'
import { DashboardPage } from './dashboard-page.tsx'
import { FirstSteps } from './first-steps.tsx'
import { addressOf, TABS, type Tab } from './tabs.ts'

// The first tab is part of the dashboard's chunk; the others are loaded on the first visit.
const lazyTab = <Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> =>
  lazy(async () => {
    const page = await load().catch((cause: unknown) => {
      throw new Unreachable(cause)
    })
    return { default: page }
  }) as unknown as ComponentType<Props>

const ActivityTab = lazyTab(async () => (await import('../../activity/activity-page.tsx')).ActivityPage)
const ActivityResults = lazyTab(
  async () => (await import('../../activity/activity-results.tsx')).ActivityResults,
)
const GoogleTab = lazyTab(async () => (await import('../../businesses/google-page.tsx')).GooglePage)
const XeroTab = lazyTab(async () => (await import('../../organisations/xero-page.tsx')).XeroPage)
const SmsTab = lazyTab(async () => (await import('../../message-settings/sms-page.tsx')).SmsPage)
const CodesTab = lazyTab(async () => (await import('../../claims/qr-codes.tsx')).QrCodes)
const AccountTab = lazyTab(async () => (await import('../account/account-page.tsx')).AccountPage)
const TopUpTab = lazyTab(async () => (await import('../../payments/top-up-page.tsx')).TopUpPage)

const details = (requestId: string, id: string): ReactNode => <RequestDetails requestId={requestId} id={id} />

const tabs: Record<Tab, () => ReactNode> = {
  timeline: () => (
    <TimelinePage
      activity={<GoTo tab="activity">View All Activity</GoTo>}
      searchActivity={(search) => (
        <GoTo tab="activity" look="primary" query={{ period: 'all', search }}>
          Search All Activity
        </GoTo>
      )}
      firstSteps={<FirstSteps />}
      paidInvoices={({ isNotTexted, onClear, ...asked }) => (
        <Suspense fallback={<LoadingRows count={6} label="Loading your activity" />}>
          <ActivityResults
            filter={{
              ...asked,
              outcome: isNotTexted ? 'skipped' : undefined,
              reason: undefined,
              period: 'all',
            }}
            details={details}
            onClear={onClear}
          />
        </Suspense>
      )}
    />
  ),
  activity: () => (
    <ActivityTab timeline={<GoTo tab="timeline">Back to the timeline</GoTo>} details={details} />
  ),
  google: () => <GoogleTab />,
  xero: () => <XeroTab />,
  sms: () => <SmsTab />,
  codes: () => <CodesTab />,
  account: () => (
    <AccountTab
      addFunds={
        <GoTo tab="top-up" look="primary">
          {TABS['top-up']}
        </GoTo>
      }
    />
  ),
  'top-up': () => <TopUpTab />,
}

export const DashboardScreen = (): ReactNode => (
  <DashboardPage onSignOut={() => void signOut(Date.now())} show={(tab) => tabs[tab]()} />
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
  children: string
}): ReactNode => {
  const navigate = useNavigate()
  const address = addressOf(tab) + (query ? `&${String(new URLSearchParams(query))}` : '')
  return (
    <Button look={look} onClick={() => void navigate(address)}>
      {children}
    </Button>
  )
}
