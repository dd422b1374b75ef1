import type { ReactNode } from 'react'
import { AuditLog } from '../../audit/audit-log.tsx'
import { call } from '../../lib/api.ts'
import { useCurrentUser } from '../../lib/session/current-user.ts'
import { DeactivateAccount } from '../../sessions/deactivate-account.tsx'
import { EraseBusiness } from '../../sessions/erase-business.tsx'
import { ExportSection } from '../../sessions/export-section.tsx'
import { SupportSection } from '../../support/support-section.tsx'
import { Email } from '../../ui/layout/email.tsx'
import { Fact, Facts } from '../../ui/layout/facts.tsx'
import { TabPage } from '../../ui/layout/tab-page.tsx'
import { EraseCustomer } from './erase-customer.tsx'
import { FundsSection } from './funds-section.tsx'

/** Who is signed in, what she has paid and spent, and the way out. */
export const AccountPage = ({ addFunds }: { addFunds: ReactNode }): ReactNode => {
  const { user } = useCurrentUser()
  return (
    <TabPage title="Account & Billing" lead="You, your funds, and your data.">
      <Facts>
        <Fact name="Name">
          <span dir="auto">{user.name}</span>
        </Fact>
        <Fact name="E-mail">
          <Email>{user.email}</Email>
        </Fact>
        <Fact name="Business">
          <span dir="auto">{user.businessName ?? 'None chosen yet'}</span>
        </Fact>
      </Facts>
      <FundsSection addFunds={addFunds} />
      <ExportSection />
      <EraseCustomer />
      <SupportSection
        log={(timeZone) => (
          <AuditLog
            queryKey={['support', 'log']}
            read={(query, signal) => call('GET /api/support/log', { query, signal })}
            empty="Nothing was done about your business by our support."
            timeZone={timeZone}
          />
        )}
      />
      <DeactivateAccount />
      {user.businessName !== null && <EraseBusiness />}
    </TabPage>
  )
}
