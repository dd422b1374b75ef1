import { useRef, type ReactNode } from 'react'
import styles from './chips.module.css'

type Chip = { key: string; words: string; takeOut: string; onTakeOut: () => void }

/** What is left out, each with the way to take it off the list again; the focus then goes on to the next. */
export const Chips = ({
  label,
  chips,
  isBusy = false,
}: {
  label: string
  chips: Chip[]
  isBusy?: boolean
}): ReactNode => {
  const place = useRef<HTMLDivElement>(null)
  const goOnFrom = (at: number): void => {
    requestAnimationFrame(() => {
      const left = place.current?.querySelectorAll('button') ?? []
      const field = place.current?.parentElement?.querySelector<HTMLElement>('input, button')
      ;(left[Math.min(at, left.length - 1)] ?? field)?.focus()
    })
  }
  return (
    <div ref={place} className={styles.place}>
      {chips.length > 0 && (
        <ul className={styles.chips} aria-label={label}>
          {chips.map(({ key, words, takeOut, onTakeOut }, at) => (
            <li key={key}>
              <span dir="auto">{words}</span>
              <button
                type="button"
                aria-label={takeOut}
                disabled={isBusy}
                onClick={() => {
                  onTakeOut()
                  goOnFrom(at)
                }}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
