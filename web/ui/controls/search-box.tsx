import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Search } from '../../lib/use-search.ts'
import styles from './search-box.module.css'
import { SearchOutcome } from './search-outcome.tsx'

export type SearchBoxProps<Found> = {
  label: string
  hint?: string
  placeholder: string
  /** What the server takes of it. */
  longest?: number
  text: string
  onType: (text: string) => void
  search: Search<Found> & { retry: () => void }
  idOf: (found: Found) => string
  show: (found: Found) => ReactNode
  onChoose: (found: Found) => void
  nothingFound: string
  /** What to try then. */
  nothingHints?: readonly string[]
  /** Where the results come from, shown with them. */
  source?: ReactNode
  isBusy?: boolean
}

/** A search field with its results below it: the ARIA combobox pattern with a listbox in the flow of the page. */
export const SearchBox = <Found,>(props: SearchBoxProps<Found>): ReactNode => {
  const {
    label,
    hint,
    placeholder,
    text,
    onType,
    search,
    idOf,
    show,
    onChoose,
    source,
    longest = 100,
    isBusy = false,
  } = props
  const id = useId()
  const [isClosed, setIsClosed] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const found = !isClosed && 'found' in search ? search.found : []
  const active = found.findIndex((one) => idOf(one) === activeId)

  const type = (next: string): void => {
    setIsClosed(false)
    setActiveId(null)
    onType(next)
  }
  const press = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') {
      if (found.length > 0) setIsClosed(true)
      else if (text) type('')
      else return
    } else if ((event.key === 'ArrowDown' || event.key === 'ArrowUp') && 'found' in search) {
      const step = event.key === 'ArrowDown' ? 1 : -1
      const next = search.found.at(nextIndex(isClosed ? -1 : active, step, search.found.length))
      setIsClosed(false)
      setActiveId(next ? idOf(next) : null)
    } else if (event.key === 'Enter' && found[active] && !isBusy) {
      onChoose(found[active])
    } else if (event.key !== 'Enter') {
      return
    }
    event.preventDefault()
  }

  return (
    <div className={styles.box}>
      <label htmlFor={id}>{label}</label>
      {hint && (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <input
        id={id}
        className={styles.input}
        type="text"
        role="combobox"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        placeholder={placeholder}
        maxLength={longest}
        value={text}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        aria-describedby={hint ? `${id}-hint` : undefined}
        aria-autocomplete="list"
        aria-expanded={found.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={found[active] ? `${id}-${active}` : undefined}
      />
      <div className={styles.results} hidden={found.length === 0}>
        <div id={`${id}-list`} role="listbox" aria-label={label} aria-busy={search.status === 'searching'}>
          {found.map((one, index) => (
            // The keyboard reaches each option through the field: focus never leaves it.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={idOf(one)}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              ref={index === active ? scrollIntoSight : undefined}
              className={styles.option}
              onPointerMove={() => setActiveId(idOf(one))}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => !isBusy && onChoose(one)}
            >
              {show(one)}
            </div>
          ))}
        </div>
        {source}
      </div>
      <SearchOutcome
        search={search}
        isClosed={isClosed}
        nothingFound={props.nothingFound}
        hints={props.nothingHints}
      />
    </div>
  )
}

const nextIndex = (active: number, step: 1 | -1, count: number): number => {
  if (active < 0) return step === 1 ? 0 : -1
  return (active + step + count) % count
}

const scrollIntoSight = (option: HTMLElement | null): void => option?.scrollIntoView({ block: 'nearest' })
