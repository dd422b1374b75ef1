import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { Count } from '../feedback/count.tsx'
import styles from './views.module.css'

/** A few views of the same thing: `ViewTabs` choose among the `ViewPanel`s that stand in the same `Views`. */
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
}): ReactNode => (
  <Tabs.Root className={className} value={value} onValueChange={onChange}>
    {children}
  </Tabs.Root>
)

/** Arrow keys, Home and End move along the tabs, and the view follows. */
export const ViewTabs = ({
  label,
  options,
}: {
  label: string
  options: { value: string; words: string; count?: number | undefined }[]
}): ReactNode => (
  <Tabs.List className={styles.tabs} aria-label={label} activateOnFocus>
    {options.map(({ value, words, count = 0 }) => (
      <Tabs.Tab key={value} value={value}>
        {words}
        <Count of={count} />
      </Tabs.Tab>
    ))}
  </Tabs.List>
)

export const ViewPanel = ({
  value,
  className,
  children,
}: {
  value: string
  className: string | undefined
  children: ReactNode
}): ReactNode => (
  <Tabs.Panel value={value} className={className} tabIndex={-1}>
    {children}
  </Tabs.Panel>
)
