import type { ReactNode } from 'react'
import type { SmsPreview } from '../../contracts/message-settings.ts'
import { counted, inMoney } from '../lib/words.ts'
import styles from './message-editor.module.css'
import { charactersLeft } from './template-rules.ts'

/** How much room is left, and what such a text costs. */
export const MessageFacts = ({
  id,
  message,
  preview,
}: {
  id: string
  message: string
  preview: SmsPreview | undefined
}): ReactNode => {
  const left = charactersLeft(message)
  return (
    <p id={id} className={styles.facts}>
      <span className={left < 0 ? styles.over : undefined}>
        <b>{left < 0 ? -left : left}</b> {left < 0 ? 'characters too many' : 'of 200 characters left'}
      </span>
      <span>{preview ? counted(preview.segments, 'segment') : '– segments'}</span>
      <span>
        <b>{preview?.price === undefined || preview.price === null ? '–' : inMoney(preview.price)}</b> a text
      </span>
    </p>
  )
}
