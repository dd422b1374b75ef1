import type { ReactNode } from 'react'
import { Check } from '../../ui/check.tsx'
import { VisuallyHidden } from '../../ui/layout/visually-hidden.tsx'
import type { Step } from './onboarding-types.ts'
import styles from './steps.module.css'

const NAMES = ['Find Business', 'Connect Xero']

export const Steps = ({ current }: { current: Step }): ReactNode => (
  <ol className={styles.steps} aria-label="Set-up">
    {NAMES.map((name, index) => {
      const isDone = index + 1 < current
      return (
        <li
          key={name}
          aria-current={index + 1 === current ? 'step' : undefined}
          data-done={isDone || undefined}
        >
          <span className={styles.number} aria-hidden="true">
            {isDone ? <Check /> : index + 1}
          </span>
          {name}
          {isDone && <VisuallyHidden>, done</VisuallyHidden>}
        </li>
      )
    })}
  </ol>
)
