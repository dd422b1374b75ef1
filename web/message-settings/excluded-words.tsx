import { useState, type ReactNode } from 'react'
import { Button } from '../ui/controls/button.tsx'
import { SettingRow } from './setting-row.tsx'
import styles from './settings-form.module.css'

const SHORTEST = 2

/** Customers with one of these words in their name are never texted. */
export const ExcludedWords = ({
  words,
  onChange,
}: {
  words: string[]
  onChange: (words: string[]) => void
}): ReactNode => {
  const [text, setText] = useState('')
  const word = text.trim()
  const isUsable = word.length >= SHORTEST
  const add = (): void => {
    if (!isUsable) return
    if (!words.some((known) => known.toLowerCase() === word.toLowerCase())) onChange([...words, word])
    setText('')
  }
  return (
    <SettingRow
      name="Words to leave out"
      hint="A customer whose name has one of these words is never texted, such as Strata or Council."
    >
      <span className={styles.adding}>
        <input
          type="text"
          aria-label="A word to leave out"
          maxLength={60}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <Button look="plain" disabled={!isUsable} onClick={add}>
          Add
        </Button>
      </span>
      {words.length > 0 && (
        <ul className={styles.words}>
          {words.map((known) => (
            <li key={known}>
              {known}
              <button
                type="button"
                aria-label={`Remove ${known}`}
                onClick={() => onChange(words.filter((other) => other !== known))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </SettingRow>
  )
}
