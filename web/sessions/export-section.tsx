import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { download } from '../lib/api.ts'
import { inWords } from '../lib/problems.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import styles from './deactivate-account.module.css'

/** One file with everything that we keep of this business. */
export const ExportSection = (): ReactNode => {
  const collect = useMutation({
    mutationFn: () => download('/api/export'),
    onSuccess: ({ name = 'goodword.json', content }) => saveFile(name, content),
  })
  return (
    <section className={styles.section}>
      <h2>Export my data</h2>
      <p>
        One file with your texts, every paid invoice and its outcome, every movement of your funds, and your
        settings. It holds your customers’ names and phone numbers: keep it safe.
      </p>
      <Button look="plain" busy={collect.isPending} onClick={() => collect.mutate()}>
        Export my data
      </Button>
      <p role="status">{statusOf(collect)}</p>
      {collect.isError && <Notice tone="bad">{inWords(collect.error)}</Notice>}
    </section>
  )
}

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
