import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './message-editor.module.css'

/** Her own words, while she looks at what another window saved first. */
export const AsideWords = ({
  words,
  onPutBack,
  onThrowAway,
}: {
  words: string
  onPutBack: () => void
  onThrowAway: () => void
}): ReactNode => (
  <Notice
    tone="wait"
    action={
      <span className={styles.ways}>
        <Button look="plain" onClick={onPutBack}>
          Put my words back
        </Button>
        <Button look="ghost" onClick={onThrowAway}>
          Throw them away
        </Button>
      </span>
    }
  >
    <p>What you wrote, not saved:</p>
    <p className={styles.aside}>{words}</p>
  </Notice>
)
