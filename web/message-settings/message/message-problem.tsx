import type { ReactNode, Ref } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import styles from './message-editor.module.css'

/** Why the message cannot be saved, what puts it right, and what to think about again. */
export const MessageProblem = ({
  id,
  place,
  problem,
  replacement,
  warnings,
  onReplace,
  children,
}: {
  id: string
  place: Ref<HTMLDivElement>
  problem: string | null
  replacement: string | null
  warnings: string[]
  onReplace: (message: string) => void
  /** Why it was not saved, where nothing in its words stands in the way. */
  children?: ReactNode
}): ReactNode => (
  <div id={id} ref={place} className={styles.problems}>
    {problem !== null ? (
      <Notice
        tone="bad"
        action={
          replacement !== null && (
            <Button look="plain" onClick={() => onReplace(replacement)}>
              Replace them for me
            </Button>
          )
        }
      >
        {problem}
      </Notice>
    ) : (
      children
    )}
    {warnings.map((warning) => (
      <Notice key={warning} tone="warn">
        {warning}
      </Notice>
    ))}
  </div>
)
