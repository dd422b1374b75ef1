import type { ReactNode } from 'react'
import styles from './message-editor.module.css'
import { FIELD_NAMES } from './template-rules.ts'

/** What is filled in for each customer: a press puts it where the cursor is. */
export const FieldChips = ({
  fields,
  onInsert,
}: {
  fields: string[]
  onInsert: (field: string) => void
}): ReactNode => (
  <div className={styles.chips} role="group" aria-label="Insert a field">
    {fields.map((field) => (
      <button key={field} type="button" className={styles.chip} onClick={() => onInsert(field)}>
        <span aria-hidden="true">+</span> {FIELD_NAMES[field] ?? field}
      </button>
    ))}
  </div>
)
