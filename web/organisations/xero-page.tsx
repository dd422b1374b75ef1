import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { XeroStatus } from '../../contracts/organisations.ts'
import { asks } from '../lib/asks.ts'
import { useNow } from '../lib/use-now.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { momentInWords } from '../lib/words.ts'
import { agoInWords } from '../lib/ago-words.ts'
import { Button } from '../ui/controls/button.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { Fact, Facts } from '../ui/layout/facts.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import { CAUGHT_UP } from './caught-up.ts'
import { ConnectXero } from './connect-xero.tsx'
import { Organizations } from './organizations.tsx'
import { showReturnNote } from './show-return-note.ts'
import styles from './xero-page.module.css'

/** Whether invoices reach us, from which organisations, and since when. */
export const XeroPage = (): ReactNode => {
  const { data, error, refetch } = useQuery(asks('GET /api/xero/status'))
  // Asked for at once, so that the list does not push down what stands below it.
  const { isPending } = useQuery(asks('GET /api/xero/organizations'))
  useEffect(showReturnNote, [])
  return (
    <TabPage title="Xero Status" lead="Where we learn that an invoice is paid.">
      {data && !isPending ? (
        <Connection status={data} />
      ) : error && !data ? (
        <LoadError what="Your Xero status could not be loaded." error={error} retry={refetch} />
      ) : (
        <LoadingRows count={4} label="Loading your Xero status" />
      )}
    </TabPage>
  )
}

const WORDS = {
  connected: { words: 'Connected', tone: 'ok' },
  disconnected: { words: 'Not connected', tone: 'plain' },
  error: { words: 'Needs attention', tone: 'bad' },
} as const

const Connection = ({ status }: { status: XeroStatus }): ReactNode => {
  const now = useNow()
  const timeZone = useTimeZone()
  const queries = useQueryClient()
  const [isConnecting, setIsConnecting] = useState(false)
  const { words, tone } = WORDS[status.status]
  const mustConnect = status.status !== 'connected'
  const [completed, setCompleted] = useState(0)
  const connected = async (): Promise<void> => {
    setIsConnecting(false)
    await queries.invalidateQueries({ queryKey: ['xero'] })
    setCompleted((count) => count + 1)
  }
  // Begun anew after each consent: with several organisations one of them may still have to be connected again.
  const connect = (
    <ConnectXero
      key={completed}
      onConnected={() => void connected()}
      returnTo="/dashboard?tab=xero"
      isQuiet
    />
  )
  return (
    <>
      {status.status === 'error' && (
        <Notice tone="bad">
          <p>{status.message ?? 'Xero needs to be connected again.'}</p>
          <p>Nothing is lost. {CAUGHT_UP}</p>
        </Notice>
      )}
      {status.status === 'disconnected' && (
        <Notice tone="warn">
          <p>Xero is not connected, so no texts go out.</p>
          <p>
            Connect it, and from then on customers who pay are texted, by the rules of SMS Setup.{' '}
            {/* An api of before, while a release is rolled out, does not say so. */}
            {(status.catchesUp ?? status.lastSync !== null)
              ? CAUGHT_UP
              : 'What was paid before is never texted.'}
          </p>
        </Notice>
      )}
      {mustConnect && connect}
      <Organizations />
      <section className={styles.section} aria-labelledby="connection-details">
        <h2 id="connection-details">Connection details</h2>
        <Facts>
          <Fact name="Connection">
            <Badge tone={tone}>{words}</Badge>
          </Fact>
          <Fact name="Connected since">
            {status.connectedAt ? momentInWords(status.connectedAt, timeZone) : 'Not connected'}
          </Fact>
          <Fact name="Last sync">
            {status.lastSync
              ? `Invoices were last read ${agoInWords(status.lastSync, now, timeZone)}.`
              : 'Invoices have not been read yet.'}
          </Fact>
          <Fact name="Last activity">
            {status.lastActivity
              ? `Xero last told us of a change ${agoInWords(status.lastActivity, now, timeZone)}.`
              : 'Xero has not told us of a change yet.'}
          </Fact>
        </Facts>
        {!mustConnect && (
          <div>
            {isConnecting ? (
              <div ref={inSight}>{connect}</div>
            ) : (
              <Button look="plain" onClick={() => setIsConnecting(true)}>
                Reconnect, or add an organisation
              </Button>
            )}
          </div>
        )}
      </section>
    </>
  )
}

/** It takes the place of the button that was pressed, and its focus. */
const inSight = (place: HTMLDivElement | null): void => {
  place?.scrollIntoView({ block: 'nearest' })
  place?.querySelector('button')?.focus()
}
