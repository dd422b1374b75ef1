import { useState, type ReactNode } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import { useDebounced } from '../lib/use-debounced.ts'
import { FilterField } from '../ui/controls/filter-field.tsx'
import styles from './activity-page.module.css'
import { ActivityResults, type ActivityFilter } from './activity-results.tsx'
import type { OfText } from './activity-row.tsx'

const TYPING_PAUSE_MS = 200

/** The paid invoices, and a search among them. */
export const ActivityList = ({
  filter,
  ofText,
  searched,
  onSearch,
  onClear,
}: {
  filter: Omit<ActivityFilter, 'search' | 'order'>
  ofText: OfText
  /** What the address looks for, which follows what is typed. */
  searched: string
  onSearch: (search: string) => void
  onClear: () => void
}): ReactNode => {
  const [text, setText] = useSearchText(searched)
  const search = useDebounced(text.trim(), TYPING_PAUSE_MS)
  const type = (typed: string): void => {
    setText(typed)
    onSearch(typed.trim())
  }
  const clear = (): void => {
    setText('')
    onClear()
  }

  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <FilterField label="Search name, phone or invoice" value={text} onChange={type} />
      </div>
      <ActivityResults filter={{ ...filter, search }} ofText={ofText} onClear={clear} />
    </div>
  )
}

/** What is typed. Back and Forward bring what their address looks for. */
const useSearchText = (searched: string): [string, (text: string) => void] => {
  const [text, setText] = useState(searched)
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const [shown, setShown] = useState(key)
  if (key !== shown) {
    setShown(key)
    if (isBack) setText(searched)
  }
  return [text, setText]
}
