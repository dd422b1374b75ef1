import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { inWords } from '../lib/problems.ts'
import { counted } from '../lib/words.ts'
import { Button } from '../ui/button.tsx'
import { Notice } from '../ui/notice.tsx'
import { collectExport } from './collect-export.ts'
import styles from './deactivate-account.module.css'

/** One file with everything that we keep of this business. */
export const ExportSection = (): ReactNode => {
  const [count, setCount] = useState(0)
  const collect = useMutation({
    mutationFn: () => collectExport(setCount, new Date()),
    onSuccess: (everything) => saveFile('goodword-data.json', JSON.stringify(everything, null, 2)),
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
      <p role="status">{collect.isPending ? `Read so far: ${counted(count, 'line')}` : ''}</p>
      {collect.isError && <Notice tone="bad">{inWords(collect.error)}</Notice>}
    </section>
  )
}

const saveFile = (name: string, words: string): void => {
  const address = URL.createObjectURL(new Blob([words], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
