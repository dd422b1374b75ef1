import type { ReactNode } from 'react'
import styles from './segmented.module.css'

/** A few views of the same thing, as tabs: arrow keys move, and the view follows. */
export const Segmented = <Value extends string>({
  label,
  value,
  options,
  onChange,
  panelId,
}: {
  label: string
  value: Value
  options: { value: Value; words: string }[]
  onChange: (value: Value) => void
  panelId: string
}): ReactNode => {
  const press = (key: string, at: number): Value | undefined => {
    const step = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0
    return step === 0 ? undefined : options[(at + step + options.length) % options.length]?.value
  }
  return (
    <div className={styles.segmented} role="tablist" aria-label={label}>
      {options.map((option, at) => (
        <button
          key={option.value}
          type="button"
          role="tab"
          id={`${panelId}-${option.value}`}
          aria-selected={option.value === value}
          aria-controls={panelId}
          tabIndex={option.value === value ? 0 : -1}
          onClick={() => onChange(option.value)}
          onKeyDown={(event) => {
            const next = press(event.key, at)
            if (next === undefined) return
            event.preventDefault()
            onChange(next)
            document.querySelector<HTMLElement>(`[id="${panelId}-${next}"]`)?.focus()
          }}
        >
          {option.words}
        </button>
      ))}
    </div>
  )
}
