import type { ReactNode } from 'react'
import { AccountPage } from '../../sessions/account-page.tsx'
import { FundsSection } from './funds-section.tsx'

/** The account, with the funds that belong to it. */
export const AccountTab = ({ addFunds }: { addFunds: ReactNode }): ReactNode => (
  <AccountPage funds={<FundsSection addFunds={addFunds} />} />
)
