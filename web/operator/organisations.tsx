import type { ReactNode } from 'react'
import type { OperatorBusiness } from '../../contracts/operator.ts'
import { inNumber, momentInWords } from '../lib/words.ts'
import { Badge } from '../ui/feedback/badge.tsx'
import styles from './console.module.css'

type Organisation = OperatorBusiness['organisations'][number]

/** What Xero and we last heard of each other, an organisation a row. */
export const Organisations = ({ organisations }: { organisations: Organisation[] }): ReactNode => (
  <section className={styles.section} aria-labelledby="organisations">
    <h2 id="organisations">Xero</h2>
    {organisations.length === 0 ? (
      <p className={styles.quiet}>No organisation was ever connected.</p>
    ) : (
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Organisation</th>
            <th scope="col">State</th>
            <th scope="col">Live since</th>
            <th scope="col">Last webhook</th>
            <th scope="col">Last sync</th>
            <th scope="col">Last sweep</th>
            <th scope="col" className={styles.number}>
              Waiting
            </th>
          </tr>
        </thead>
        <tbody>
          {organisations.map((one, at) => (
            <tr key={at}>
              <td dir="auto">{one.name}</td>
              <td data-label="State">
                <StateOf organisation={one} />
              </td>
              <td data-label="Live since">{when(one.liveSince)}</td>
              <td data-label="Last webhook">{when(one.lastWebhookAt)}</td>
              <td data-label="Last sync">{when(one.lastSyncedAt)}</td>
              <td data-label="Last sweep">{when(one.lastSweptAt)}</td>
              <td data-label="Waiting" className={styles.number}>
                {inNumber(one.waitingEvents)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    )}
  </section>
)

const when = (instant: string | null): string => (instant ? momentInWords(instant) : 'Never')

const StateOf = ({ organisation }: { organisation: Organisation }): ReactNode => {
  const { state, needsReconnect, stateReason } = organisation
  if (state === 'disconnected') return <Badge tone="plain">Disconnected</Badge>
  if (needsReconnect) return <Badge tone="bad">Waits for reconnect</Badge>
  if (state === 'paused')
    return (
      <>
        <Badge tone="bad">Xero refuses</Badge>
        {stateReason && <small>{stateReason}</small>}
      </>
    )
  return <Badge tone="ok">Connected</Badge>
}
