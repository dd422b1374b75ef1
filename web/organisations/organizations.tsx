import { useQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import type { Organization } from '../../contracts/organisations.ts'
import { asks } from '../lib/asks.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { dateAlone, momentInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { VisuallyHidden } from '../ui/layout/visually-hidden.tsx'
import { DisconnectDialog } from './disconnect-dialog.tsx'
import styles from './xero-page.module.css'

/** The organisations that are connected, each with the way to disconnect it. */
export const Organizations = (): ReactNode => {
  // The page has asked already: asking anew here would make it wait again, and show this anew, without an end.
  const { data, error, refetch } = useQuery({
    ...asks('GET /api/xero/organizations'),
    retryOnMount: false,
  })
  const [leaving, setLeaving] = useState<Organization | null>(null)
  return (
    <section className={styles.section} aria-labelledby="organisations">
      <h2 id="organisations">Connected organisations</h2>
      {data ? (
        data.organizations.length === 0 ? (
          <EmptyState title="No organisation is connected">
            Connect Xero, and the organisations you choose there appear here.
          </EmptyState>
        ) : (
          <ul className={styles.list}>
            {data.organizations.map((organization) => (
              <li key={organization.tenantId}>
                <OrganizationWords organization={organization} />
                <Button look="danger" onClick={() => setLeaving(organization)}>
                  Disconnect<VisuallyHidden> {organization.tenantName}</VisuallyHidden>
                </Button>
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <LoadError what="Your organisations could not be loaded." error={error} retry={refetch} />
      ) : (
        <LoadingRows count={1} label="Loading your organisations" />
      )}
      {leaving && <DisconnectDialog organization={leaving} onClose={() => setLeaving(null)} />}
    </section>
  )
}

const OrganizationWords = ({ organization }: { organization: Organization }): ReactNode => {
  const timeZone = useTimeZone()
  return (
    <div>
      <p className={styles.name}>
        <b dir="auto">{organization.tenantName}</b>
        {organization.state === 'paused' && <Badge tone="warn">Paused</Badge>}
        {organization.isDemo && <Badge tone="plain">Demo company</Badge>}
      </p>
      <p className={styles.meta}>
        {typeInWords(organization.tenantType)} · connected since{' '}
        {dateAlone(organization.createdDateUtc, timeZone)}
      </p>
      <p className={styles.meta}>
        {organization.liveSince
          ? `Nothing paid before ${momentInWords(organization.liveSince, timeZone)} is texted.`
          : 'We are putting on record what is already paid, so that nobody is texted about it.'}
      </p>
      {organization.stateReason && (
        <p className={styles.reason}>
          {organization.stateReason}
          {organization.state === 'paused' &&
            ' See in Xero whether its subscription runs and you may still open it. We try every hour, and go on by ourselves.'}
        </p>
      )}
    </div>
  )
}

const typeInWords = (type: string): string =>
  type === 'ORGANISATION' ? 'Organisation' : type === 'PRACTICE' ? 'Practice' : type
