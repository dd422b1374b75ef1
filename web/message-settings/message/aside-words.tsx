import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './message-editor.module.css'
import type { Aside } from './use-aside.ts'

/** Her own words, while she looks at what another window saved first. */
export const AsideWords = ({
  aside,
  written,
  onPutBack,
}: {
  aside: Aside
  /** What stands in the field and is not saved: it goes aside for what is put back. */
  written: string | null
  onPutBack: (words: string) => void
}): ReactNode =>
  aside.words.map((words) => (
    <Notice
      key={words}
      tone="wait"
      action={
        <span className={styles.ways}>
          <Button
            look="plain"
            onClick={() => {
              aside.remove(words)
              if (written !== null && written !== words) aside.put(written)
              onPutBack(words)
            }}
          >
            Put my words back
          </Button>
          <Button look="ghost" onClick={() => aside.remove(words)}>
            Throw them away
          </Button>
        </span>
      }
    >
      <p>What you wrote, not saved:</p>
      <p className={styles.aside}>{words}</p>
    </Notice>
  ))
