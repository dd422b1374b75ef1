import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import { Button } from '../ui/button.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const inDateAndTime = (moment: string): string =>
  new Date(moment).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The connected organisations in a line or two. */
export const XeroLine = (): ReactNode => {
  const organizations = useQuery({
    queryKey: ['xero', 'organizations'],
    queryFn: ({ signal }) => call('GET /api/xero/organizations', { signal }),
  })
  if (organizations.isPending) return <Skeleton width="14rem" />
  if (organizations.isError) {
    return (
      <>
        <span role="alert">{inWords(organizations.error)}</span>
        <Button look="plain" onClick={() => void organizations.refetch()}>
          Try again
        </Button>
      </>
    )
  }
  const connected = organizations.data.organizations
  if (connected.length === 0) return <span>No organisation is connected.</span>
  return connected.map((organization) => (
    <span key={organization.tenantId}>
      <b>{organization.tenantName}</b>
      {organization.state === 'paused' ? ` is paused. ${organization.stateReason ?? ''}` : ' is connected.'}
      {organization.liveSince && ` Nothing paid before ${inDateAndTime(organization.liveSince)} is texted.`}
    </span>
  ))
}
