import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { OperatorQueue } from '../../contracts/operator.ts'
import { momentInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import styles from './console.module.css'
import type { AskedOfQueue } from './queue-act.tsx'

const WHY = {
  'not-found': 'Two attempts were not found at the gateway.',
  ambiguous: 'The gateway has a text that may be it.',
}

/** Texts that were neither found nor ruled out at the gateway. */
export const StuckTexts = ({
  texts,
  onAsk,
}: {
  texts: OperatorQueue['texts']
  onAsk: (asked: AskedOfQueue) => void
}): ReactNode => (
  <section className={styles.section} aria-labelledby="stuck">
    <h2 id="stuck">Stuck texts</h2>
    {texts.length === 0 ? (
      <p className={styles.quiet}>No text is stuck: of each it is known whether the gateway took it.</p>
    ) : (
      <table className={styles.table} aria-labelledby="stuck">
        <thead>
          <tr>
            <th scope="col">Business</th>
            <th scope="col">Tried</th>
            <th scope="col">Why it waits</th>
            <th scope="col">Acts</th>
          </tr>
        </thead>
        <tbody>
          {texts.map(({ id, businessId, businessName, claimedAt, why }) => (
            <tr key={id}>
              <td>
                <Link to={`/operator/businesses/${businessId}`} dir="auto">
                  {businessName}
                </Link>
                <small>{id}</small>
              </td>
              <td data-label="Tried">{momentInWords(claimedAt)}</td>
              <td data-label="Why">{WHY[why]}</td>
              <td data-label="Acts">
                <span className={styles.rowActs}>
                  <Button
                    look="plain"
                    aria-label={`Send once more: ${id}`}
                    onClick={() => onAsk({ what: 'resend', ids: [id] })}
                  >
                    Send once more
                  </Button>
                  <Button
                    look="ghost"
                    aria-label={`Give up: ${id}`}
                    onClick={() => onAsk({ what: 'fail', ids: [id] })}
                  >
                    Give up
                  </Button>
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)
