import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { asks, keyOf } from '../lib/asks.ts'
import { inWords } from '../lib/problems.ts'
import { Switch } from '../ui/controls/switch.tsx'
import { Notice } from '../ui/feedback/notice.tsx'

/** Which mails she gets. */
export const NoticesSwitch = (): ReactNode => {
  const queries = useQueryClient()
  const { data } = useQuery(asks('GET /api/account/notices'))
  const change = useMutation({
    mutationFn: (body: { isOn?: boolean; hasLetter?: boolean }) => call('PUT /api/account/notices', { body }),
    onSuccess: (answer) => queries.setQueryData(keyOf('GET /api/account/notices'), answer),
  })
  if (!data) return null
  return (
    <>
      <Switch
        label="Email me before texts stop"
        hint="When your funds run low or Xero is disconnected, once a day at most. Also before many texts go out one after the other, so that you can skip them."
        isOn={data.isOn}
        isBusy={change.isPending}
        onChange={(isOn) => change.mutate({ isOn })}
      />
      <Switch
        label="Email me a letter each Monday"
        hint="After a week in which something was paid: who was asked, who was not and why, and how long your funds last."
        isOn={data.hasLetter}
        isBusy={change.isPending}
        onChange={(hasLetter) => change.mutate({ hasLetter })}
      />
      {change.isError && <Notice tone="bad">{inWords(change.error)}</Notice>}
    </>
  )
}
