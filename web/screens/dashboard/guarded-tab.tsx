import { useState, type ReactNode } from 'react'
import { useNavigate, useNavigationType } from 'react-router'
import { LeaveGuard } from '../../lib/leave-guard.ts'
import { LeaveQuestion } from './leave-question.tsx'
import { addressOf, type Tab } from './tabs.ts'

/**
 * Shows the tab of the address, unless the one that shows has changes which leaving would lose: then that one stays,
 * and a dialog asks first. Links and the browser's own Back button are treated alike.
 */
export const GuardedTab = ({
  asked,
  isDirty,
  onDirty,
  children,
}: {
  asked: Tab
  isDirty: boolean
  onDirty: (isDirty: boolean) => void
  children: (shown: Tab) => ReactNode
}): ReactNode => {
  const navigate = useNavigate()
  const isGoingBack = useNavigationType() === 'POP'
  const [shown, setShown] = useState(asked)
  const isBlocked = isDirty && shown !== asked
  if (!isBlocked && shown !== asked) setShown(asked)

  const stay = (): void => void (isGoingBack ? navigate(addressOf(shown)) : navigate(-1))
  const leave = (): void => {
    onDirty(false)
    setShown(asked)
  }
  return (
    <LeaveGuard value={onDirty}>
      {children(shown)}
      <LeaveQuestion isOpen={isBlocked} onStay={stay} onLeave={leave} />
    </LeaveGuard>
  )
}
