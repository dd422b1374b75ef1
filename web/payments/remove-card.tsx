import { useState, type ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Dialog } from '../ui/controls/dialog.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import type { useAutoTopUp } from './use-auto-top-up.ts'

/** Has the saved card forgotten, after a question. */
export const RemoveCard = ({
  removeCard,
  words,
  isOn,
}: {
  removeCard: ReturnType<typeof useAutoTopUp>['removeCard']
  words: string
  /** Automatic top-up, which ends without a card. */
  isOn: boolean
}): ReactNode => {
  const [isAsking, setIsAsking] = useState(false)
  const keep = (): void => {
    setIsAsking(false)
    if (removeCard.isError) removeCard.reset()
  }
  return (
    <>
      <Button look="ghost" onClick={() => setIsAsking(true)}>
        {words}
      </Button>
      <Dialog
        title="Remove your card?"
        isOpen={isAsking}
        onClose={keep}
        no="Keep it"
        isBusy={removeCard.isPending}
        actions={
          <Button look="danger" busy={removeCard.isPending} onClick={() => removeCard.mutate()}>
            Remove card
          </Button>
        }
      >
        <p>
          {isOn
            ? 'Stripe forgets the card, and automatic top-up is turned off. Your funds and receipts stay.'
            : 'Stripe forgets the card. Your funds and receipts stay.'}
        </p>
        <ActError error={removeCard.error} />
      </Dialog>
    </>
  )
}
