import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState, type ReactNode } from 'react'
import { Navigate, Route, Routes, useParams } from 'react-router'
import { AuditLog } from '../../audit/audit-log.tsx'
import { call } from '../../lib/api.ts'
import { createChunk } from '../../lib/chunk.ts'
import { createQueries } from '../../lib/create-queries.ts'
import { isStatus } from '../../lib/problems.ts'
import { ConsoleFrame } from '../../operator/console-frame.tsx'
import { OPERATOR, RequireOperator } from '../../operator/require-operator.tsx'
import { BusinessesPage } from '../../operator/businesses-page.tsx'
import { LoadingRows } from '../../ui/feedback/loading.tsx'
import { TabPage } from '../../ui/layout/tab-page.tsx'

const business = createChunk(async () => (await import('../../operator/business-page.tsx')).BusinessPage)

const queue = createChunk(async () => (await import('../../operator/queue-page.tsx')).QueuePage)
const codes = createChunk(async () => (await import('../../operator/codes-page.tsx')).CodesPage)
const health = createChunk(async () => (await import('../../operator/health-page.tsx')).HealthPage)

/** The console of whoever runs the product: a session, a sign-in page and pages of its own. */
export const OperatorConsole = (): ReactNode => {
  const [queries] = useState(() => {
    const made = createQueries((error) => {
      if (isStatus(error, 401)) made.setQueryData(OPERATOR, null)
    })
    return made
  })
  return (
    <QueryClientProvider client={queries}>
      <RequireOperator>
        <ConsoleFrame>
          <Suspense fallback={<LoadingRows label="Loading the page" />}>
            <Routes>
              <Route index element={<BusinessesPage />} />
              <Route path="businesses/:businessId" element={<OneBusiness />} />
              <Route path="queue" element={<queue.Component />} />
              <Route path="codes" element={<codes.Component />} />
              <Route path="health" element={<health.Component />} />
              <Route path="log" element={<LogPage />} />
              <Route path="*" element={<Navigate to="/operator" replace />} />
            </Routes>
          </Suspense>
        </ConsoleFrame>
      </RequireOperator>
    </QueryClientProvider>
  )
}

const OneBusiness = (): ReactNode => {
  const { businessId = '' } = useParams()
  return (
    <business.Component
      key={businessId}
      businessId={businessId}
      log={
        <AuditLog
          queryKey={['operator', 'log', businessId]}
          read={(query, signal) =>
            call('GET /api/operator/businesses/{businessId}/log', { params: { businessId }, query, signal })
          }
          empty="Nobody has done anything about this business yet."
        />
      }
    />
  )
}

const LogPage = (): ReactNode => (
  <TabPage title="Audit log" lead="What operators, owners and the system did. It is only ever written.">
    <AuditLog
      queryKey={['operator', 'log']}
      read={(query, signal) => call('GET /api/operator/log', { query, signal })}
      empty="Nothing yet."
      toBusiness={(businessId) => `/operator/businesses/${businessId}`}
    />
  </TabPage>
)
