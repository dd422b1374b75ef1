import type { ReactNode, Ref } from 'react'
import { inWords } from '../../lib/problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { RefusalWay } from '../refusal-way.tsx'
import styles from './message-editor.module.css'

/** Why the message cannot be saved, what puts it right, and what to think about again. */
export const MessageProblem = ({
  id,
  place,
  problem,
  refused,
  replacement,
  warnings,
  onReplace,
  onShowSaved,
}: {
  id: string
  place: Ref<HTMLDivElement>
  problem: string | null
  refused: unknown
  replacement: string | null
  warnings: string[]
  onReplace: (message: string) => void
  onShowSaved: () => void
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
    ) : refused ? (
      <Notice tone="bad" action={<RefusalWay error={refused} showSaved={onShowSaved} />}>
        {inWords(refused)}
      </Notice>
    ) : null}
    {warnings.map((warning) => (
      <Notice key={warning} tone="warn">
        {warning}
      </Notice>
    ))}
  </div>
)
