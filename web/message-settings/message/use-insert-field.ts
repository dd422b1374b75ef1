import type { RefObject } from 'react'
import { insertField } from './template-rules.ts'

/** Puts a field where the cursor is in this message, and the cursor behind it. */
export const useInsertField =
  (field: RefObject<HTMLTextAreaElement | null>, message: string, write: (next: string) => void) =>
  (name: string): void => {
    const area = field.current
    if (!area) return
    const next = insertField(message, name, { start: area.selectionStart, end: area.selectionEnd })
    write(next.message)
    requestAnimationFrame(() => {
      area.focus()
      area.setSelectionRange(next.cursor, next.cursor)
    })
  }
