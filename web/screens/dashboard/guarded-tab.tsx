import { useState, type ReactNode } from 'react'
import { useNavigate, useNavigationType } from 'react-router'
import { LeaveGuard } from '../../lib/leave-guard.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { addressOf, type Tab } from './tabs.ts'

/**
 * Shows the tab of the address, unless the one that shows has changes which leaving would lose: then that one stays,
 * and a dialog asks first. Links and the browser's own Back button are treated alike.
 */
export const GuardedTab = ({
  asked,
  children,
}: {
  asked: Tab
  children: (shown: Tab) => ReactNode
}): ReactNode => {
  const navigate = useNavigate()
  const isGoingBack = useNavigationType() === 'POP'
  const [isDirty, setIsDirty] = useState(false)
  const [shown, setShown] = useState(asked)
  const isBlocked = isDirty && shown !== asked
  if (!isBlocked && shown !== asked) setShown(asked)

  const stay = (): void => void (isGoingBack ? navigate(addressOf(shown)) : navigate(-1))
  const leave = (): void => {
    setIsDirty(false)
    setShown(asked)
  }
  return (
    <LeaveGuard value={setIsDirty}>
      {children(shown)}
      <Dialog
        title="Leave without saving?"
        isOpen={isBlocked}
        onClose={() => isBlocked && stay()}
        actions={
          <>
            <Button look="danger" onClick={leave}>
              Leave without saving
            </Button>
            <Button onClick={stay}>Keep editing</Button>
          </>
        }
      >
        <p>Your changes are not saved yet. If you leave now, they are lost.</p>
      </Dialog>
    </LeaveGuard>
  )
}
