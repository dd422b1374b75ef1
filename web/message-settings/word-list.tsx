import { useId, useRef, type ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { Chips } from './chips.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-form.module.css'
import { problemWhileTyping, withTyped, wordProblem } from './settings-rules.ts'

/** Words that leave somebody out. `typed`, with commas between words, is saved with them, added or not. */
export const WordList = ({
  name,
  hint,
  label,
  words,
  typed,
  isRefused,
  onType,
  onChange,
}: {
  name: string
  hint: string
  /** Of the field in which a word is typed. */
  label: string
  words: string[]
  typed: string
  /** What is typed could not be saved. */
  isRefused: boolean
  onType: (typed: string) => void
  onChange: (words: string[]) => void
}): ReactNode => {
  const id = useId()
  const field = useRef<HTMLInputElement>(null)
  const problem = isRefused ? wordProblem(typed) : problemWhileTyping(typed)
  const isUsable = typed.trim() !== '' && wordProblem(typed) === null
  const add = (): void => {
    if (!isUsable) return
    onChange(withTyped(words, typed))
    onType('')
    field.current?.focus()
  }
  return (
    <SettingRow name={name} hint={hint}>
      <span className={styles.adding}>
        <input
          ref={field}
          type="text"
          aria-label={label}
          value={typed}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-problem`}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || typed.trim() === '') return
            event.preventDefault()
            add()
          }}
        />
        <Button look="plain" disabled={!isUsable} onClick={add}>
          Add
        </Button>
      </span>
      <p id={`${id}-problem`} className={styles.problem} role="alert">
        {problem}
      </p>
      <Chips
        label={name}
        chips={words.map((word) => ({
          key: word,
          words: word,
          takeOut: `Remove ${word}`,
          onTakeOut: () => onChange(words.filter((other) => other !== word)),
        }))}
      />
    </SettingRow>
  )
}
