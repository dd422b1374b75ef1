import type { ReactNode } from 'react'
import styles from './story.module.css'

/** What is known of a row that was opened: words as they were sent, some facts, and what happened when. */
export const Story = ({
  quote,
  facts,
  steps,
}: {
  quote: string | null
  facts: { name: string; words: string }[]
  steps: { when: string; what: string }[]
}): ReactNode => (
  <div className={styles.frame}>
    <div className={styles.story}>
      <div className={styles.about}>
        {quote !== null && <blockquote className={styles.quote}>{quote}</blockquote>}
        <dl>
          {facts.map(({ name, words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ol className={styles.steps} aria-label="What happened">
        {steps.map(({ when, what }, index) => (
          <li key={index}>
            <span>{when}</span>
            {what}
          </li>
        ))}
      </ol>
    </div>
  </div>
)
