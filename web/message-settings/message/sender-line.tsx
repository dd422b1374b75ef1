import type { ReactNode } from 'react'
import type { SmsSender } from '../../../contracts/message-settings.ts'
import styles from './message-editor.module.css'
import { senderInWords } from './sender-words.ts'

export const SenderLine = ({ sender }: { sender: SmsSender }): ReactNode => (
  <p className={styles.sender}>{senderInWords(sender)}</p>
)
