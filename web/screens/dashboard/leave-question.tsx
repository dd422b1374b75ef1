import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'

/** Asked before what is not saved is lost. */
export const LeaveQuestion = ({
  isOpen,
  onStay,
  onLeave,
}: {
  isOpen: boolean
  onStay: () => void
  onLeave: () => void
}): ReactNode => (
  <Dialog
    title="Leave without saving?"
    isOpen={isOpen}
    onClose={() => isOpen && onStay()}
    actions={
      <>
        <Button look="danger" onClick={onLeave}>
          Leave without saving
        </Button>
        <Button onClick={onStay}>Keep editing</Button>
      </>
    }
  >
    <p>Your changes are not saved yet. If you leave now, they are lost.</p>
  </Dialog>
)
