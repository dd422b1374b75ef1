import { createContext, use, useDeferredValue, useId, type KeyboardEvent, type ReactNode } from 'react'
import { Count } from '../feedback/count.tsx'
import styles from './views.module.css'

type Shared = { id: string; chosen: string; shown: string; choose: (value: string) => void }

const SharedContext = createContext<Shared | null>(null)

/**
 * A few views of the same thing: `ViewTabs` choose among the `ViewPanel`s that stand in the same `Views`. The chosen
 * tab is painted at once, and its view when that is ready: a long list takes longer than a tap may.
 */
export const Views = <Value extends string>({
  value,
  onChange,
  className,
  children,
}: {
  value: Value
  onChange: (value: Value) => void
  className: string | undefined
  children: ReactNode
}): ReactNode => {
  const id = useId()
  const shown = useDeferredValue(value)
  return (
    <SharedContext value={{ id, chosen: value, shown, choose: (next) => onChange(next as Value) }}>
      <div className={className}>{children}</div>
    </SharedContext>
  )
}

/** Arrow keys, Home and End move along the tabs, and the view follows. */
export const ViewTabs = ({
  label,
  options,
}: {
  label: string
  options: { value: string; words: string; count?: number | undefined }[]
}): ReactNode => {
  const { id, chosen, shown, choose } = use(SharedContext)!
  // From the tab with the focus and not from the chosen one: a second key may come before the first is rendered.
  const press = (event: KeyboardEvent<HTMLButtonElement>, index: number): void => {
    const next = indexAfterKey(event, index, options.length)
    if (next === undefined) return
    event.preventDefault()
    const tab = event.currentTarget.parentElement!.children[next] as HTMLElement
    tab.focus()
    choose(options[next]!.value)
  }
  return (
    <div role="tablist" className={styles.tabs} aria-label={label}>
      {options.map(({ value, words, count = 0 }, index) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`${id}-${value}`}
          aria-selected={value === chosen}
          aria-controls={value === shown ? `${id}-${value}-panel` : undefined}
          tabIndex={value === chosen ? 0 : -1}
          onClick={() => choose(value)}
          onKeyDown={(event) => press(event, index)}
        >
          {words}
          <Count of={count} />
        </button>
      ))}
    </div>
  )
}

const indexAfterKey = (event: KeyboardEvent, index: number, count: number): number | undefined => {
  if (event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return undefined
  if (event.key === 'ArrowRight') return (index + 1) % count
  if (event.key === 'ArrowLeft') return (index + count - 1) % count
  if (event.key === 'Home') return 0
  return event.key === 'End' ? count - 1 : undefined
}

export const ViewPanel = ({
  value,
  className,
  children,
}: {
  value: string
  className: string | undefined
  children: ReactNode
}): ReactNode => {
  const { id, shown } = use(SharedContext)!
  if (value !== shown) return null
  return (
    <div
      role="tabpanel"
      id={`${id}-${value}-panel`}
      aria-labelledby={`${id}-${value}`}
      className={className}
      tabIndex={-1}
    >
      {children}
    </div>
  )
}
