import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { counted } from '../lib/words.ts'
import { ActDialog } from './act-dialog.tsx'
import { settledWords } from './settled-words.ts'

export type AskedOfQueue = { what: 'replay' | 'drop' | 'resend' | 'fail'; ids: string[] }

const WORDS = {
  replay: {
    title: 'Handle it again?',
    confirm: 'Handle again',
    about: 'It is tried six more times. Replay once its cause is gone.',
    isGrave: false,
  },
  drop: {
    title: 'Drop it?',
    confirm: 'Drop for good',
    about: 'It is taken off the list and never handled. A paid invoice may still be found by the sweep.',
    isGrave: true,
  },
  resend: {
    title: 'Send it once more?',
    confirm: 'Send once more',
    about:
      'Only where the gateway’s own log says that the customer did not get it: else she is texted twice.',
    isGrave: true,
  },
  fail: {
    title: 'Give it up?',
    confirm: 'Give it up',
    about: 'The text is not sent any more, and its price is released.',
    isGrave: true,
  },
} as const

/** Asks for the reason of one act on what waits, and does it. */
export const QueueAct = ({
  asked: { what, ids },
  onDone,
  onClose,
}: {
  asked: AskedOfQueue
  onDone: (words: string) => void
  onClose: () => void
}): ReactNode => {
  const { title, confirm, about, isGrave } = WORDS[what]
  const act = async (reason: string): Promise<void> => {
    if (what === 'replay' || what === 'drop') {
      const { messages } = await call(`POST /api/operator/queue/${what}`, { body: { ids, reason } })
      onDone(`${counted(messages, 'message')} ${what === 'replay' ? 'handled again' : 'dropped'}.`)
    } else {
      const answer = await call('POST /api/operator/queue/settle', { body: { ids, move: what, reason } })
      onDone(settledWords(what, answer))
    }
  }
  return (
    <ActDialog title={title} confirm={confirm} isGrave={isGrave} act={act} onClose={onClose}>
      <p>{about}</p>
    </ActDialog>
  )
}
