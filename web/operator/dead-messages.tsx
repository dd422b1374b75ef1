import type { ReactNode } from 'react'
import type { OperatorQueue } from '../../contracts/operator.ts'
import { counted, momentInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import styles from './console.module.css'
import type { AskedOfQueue } from './queue-act.tsx'

/** Messages of vendors that were tried too often and put aside. */
export const DeadMessages = ({
  messages,
  onAsk,
}: {
  messages: OperatorQueue['messages']
  onAsk: (asked: AskedOfQueue) => void
}): ReactNode => (
  <section className={styles.section} aria-labelledby="dead">
    <h2 id="dead">Dead messages</h2>
    {messages.length === 0 ? (
      <p className={styles.quiet}>No message is dead: all that Xero, Stripe and Twilio sent was handled.</p>
    ) : (
      <>
        <div className={styles.acts}>
          <Button look="plain" onClick={() => onAsk({ what: 'replay', ids: messages.map(({ id }) => id) })}>
            Handle all {messages.length} again
          </Button>
        </div>
        <table className={styles.table} aria-labelledby="dead">
          <thead>
            <tr>
              <th scope="col">Message</th>
              <th scope="col">Received</th>
              <th scope="col">Last error</th>
              <th scope="col">Acts</th>
            </tr>
          </thead>
          <tbody>
            {messages.map(({ id, about, receivedAt, attempts, error }) => (
              <tr key={id}>
                <td>
                  {about}
                  <small>{id}</small>
                </td>
                <td data-label="Received">{momentInWords(receivedAt)}</td>
                <td data-label="Last error">
                  {error || 'none'}
                  <small>{counted(attempts, 'try', 'tries')}</small>
                </td>
                <td data-label="Acts">
                  <span className={styles.rowActs}>
                    <Button
                      look="plain"
                      aria-label={`Handle again: ${id}`}
                      onClick={() => onAsk({ what: 'replay', ids: [id] })}
                    >
                      Handle again
                    </Button>
                    <Button
                      look="ghost"
                      aria-label={`Drop: ${id}`}
                      onClick={() => onAsk({ what: 'drop', ids: [id] })}
                    >
                      Drop
                    </Button>
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </>
    )}
  </section>
)
