import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { download } from '../lib/api.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Button } from '../ui/controls/button.tsx'
import { ActError } from '../ui/feedback/act-error.tsx'
import { DownloadsSoFar } from './downloads-so-far.tsx'
import styles from './account-section.module.css'

/** What we keep of this business: a table to look at, and everything for another program. */
export const ExportSection = (): ReactNode => {
  const queries = useQueryClient()
  const collect = useMutation({
    mutationFn: (kind: keyof typeof FILES) => download(FILES[kind].path),
    onSuccess: ({ name, content }, kind) => saveFile(name ?? FILES[kind].name, content),
    onSettled: () => queries.invalidateQueries({ queryKey: ['exports'] }),
  })
  const isBusy = (kind: keyof typeof FILES): boolean => collect.isPending && collect.variables === kind
  return (
    <section className={styles.section}>
      <h2>Export my data</h2>
      <p>
        The spreadsheet has every paid invoice with what became of it and why, one a row. The other file has
        everything for another program: texts, invoices, every movement of your funds, and your settings.
        Times are those of your time zone. Both hold your customers’ names and phone numbers: keep them safe.
      </p>
      <div className={styles.acts}>
        <Button
          look="plain"
          busy={isBusy('invoices')}
          disabled={isBusy('all')}
          onClick={() => collect.mutate('invoices')}
        >
          Export invoices (CSV)
        </Button>
        <Button
          look="plain"
          busy={isBusy('all')}
          disabled={isBusy('invoices')}
          onClick={() => collect.mutate('all')}
        >
          Export everything (JSON)
        </Button>
      </div>
      <p role="status">{statusOf(collect)}</p>
      <ActError error={collect.error} />
      <DownloadsSoFar />
    </section>
  )
}

const FILES = {
  invoices: { path: '/api/activity/export', name: 'goodword-invoices.csv' },
  all: { path: '/api/export', name: 'goodword.json' },
} as const

const statusOf = ({ isPending, isSuccess }: { isPending: boolean; isSuccess: boolean }): string => {
  if (isPending) return 'Your file is being written. A long history takes a moment.'
  return isSuccess ? 'Your file is in your downloads.' : ''
}

const saveFile = (name: string, content: Blob): void => {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
