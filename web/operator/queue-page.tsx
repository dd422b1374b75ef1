import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { asks } from '../lib/asks.ts'
import { showToast } from '../ui/feedback/toasts.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { DeadMessages } from './dead-messages.tsx'
import { QueueAct, type AskedOfQueue } from './queue-act.tsx'
import { StuckTexts } from './stuck-texts.tsx'

/** What waits for an operator: messages that could not be handled, and texts of unknown outcome. */
export const QueuePage = (): ReactNode => {
  const queue = useQuery(asks('GET /api/operator/queue'))
  const queries = useQueryClient()
  const [asked, setAsked] = useState<AskedOfQueue | null>(null)
  const close = (): void => setAsked(null)
  const done = (words: string): void => {
    showToast('ok', words)
    void queries.invalidateQueries({ queryKey: ['operator'] })
    close()
  }
  return (
    <TabPage title="Queue" lead="What could not be finished without you, the oldest first.">
      {queue.isPending && <LoadingRows count={4} label="Loading the queue" />}
      {queue.isError && !queue.data && (
        <LoadError what="The queue could not be loaded." error={queue.error} retry={queue.refetch} />
      )}
      {queue.data && (
        <>
          <DeadMessages messages={queue.data.messages} onAsk={setAsked} />
          <StuckTexts texts={queue.data.texts} onAsk={setAsked} />
        </>
      )}
      {asked && <QueueAct asked={asked} onDone={done} onClose={close} />}
    </TabPage>
  )
}
