import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import styles from './shown-choice.module.css'

const CHOICES = [
  { value: 'texts', words: 'Texts' },
  { value: 'not-texted', words: 'Not texted' },
  { value: 'all', words: 'All' },
] as const

/** Texts, paid invoices without one, or all paid invoices. */
export type Shown = (typeof CHOICES)[number]['value']

/** What the list shows by the address, and how to show something else, which Back takes back. */
export const useShown = (): [Shown, (shown: Shown) => void] => {
  const [params, setParams] = useSearchParams()
  const shown = CHOICES.find(({ value }) => value === params.get('show'))?.value ?? 'texts'
  const show = (next: Shown): void =>
    setParams((now) => {
      if (next === 'texts') now.delete('show')
      else now.set('show', next)
      return now
    })
  return [shown, show]
}

export const ShownChoice = ({
  shown,
  onShow,
}: {
  shown: Shown
  onShow: (shown: Shown) => void
}): ReactNode => (
  <div role="group" aria-label="Show" className={styles.choices}>
    {CHOICES.map(({ value, words }) => (
      <button
        key={value}
        type="button"
        aria-pressed={shown === value}
        onClick={() => shown !== value && onShow(value)}
      >
        {words}
      </button>
    ))}
  </div>
)
