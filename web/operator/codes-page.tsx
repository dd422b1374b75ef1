import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { asks } from '../lib/asks.ts'
import { dateAlone, inNumber } from '../lib/words.ts'
import { Button, ButtonLink } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import styles from './console.module.css'
import { MintCodes } from './mint-codes.tsx'

/** Batches of printed codes, with sheets to print and cut. */
export const CodesPage = (): ReactNode => {
  const list = useQuery(asks('GET /api/operator/codes'))
  const queries = useQueryClient()
  const [isMinting, setIsMinting] = useState(false)
  const mint = (
    <Button onClick={() => setIsMinting(true)} look="primary">
      Mint codes
    </Button>
  )
  return (
    <TabPage
      title="Codes"
      lead="Printed review codes, by batch."
      ways={list.data && list.data.batches.length > 0 ? mint : undefined}
    >
      {list.isPending && <LoadingRows count={4} label="Loading the batches" />}
      {list.isError && !list.data && (
        <LoadError what="The batches could not be loaded." error={list.error} retry={list.refetch} />
      )}
      {list.data?.batches.length === 0 && (
        <EmptyState title="No codes yet" action={mint}>
          Mint a batch, print its sheets, and hand the stickers out.
        </EmptyState>
      )}
      {list.data && list.data.batches.length > 0 && (
        <table className={styles.table} aria-label="Batches">
          <thead>
            <tr>
              <th scope="col">Batch</th>
              <th scope="col" className={styles.number}>
                Codes
              </th>
              <th scope="col" className={styles.number}>
                Claimed
              </th>
              <th scope="col" className={styles.number}>
                Scans
              </th>
              <th scope="col">Sheets</th>
            </tr>
          </thead>
          <tbody>
            {list.data.batches.map(({ batch, expiresAt, codes, claimed, scans }) => (
              <tr key={batch}>
                <td>
                  {batch}
                  <small>
                    {expiresAt
                      ? `Those never claimed end with ${lastDay(expiresAt)} (UTC)`
                      : 'Without an end'}
                  </small>
                </td>
                <td data-label="Codes" className={styles.number}>
                  {inNumber(codes)}
                </td>
                <td data-label="Claimed" className={styles.number}>
                  {inNumber(claimed)}
                </td>
                <td data-label="Scans" className={styles.number}>
                  {inNumber(scans)}
                </td>
                <td data-label="Sheets">
                  <span className={styles.rowActs}>
                    {(['A4', 'letter'] as const).map((paper) => (
                      <ButtonLink
                        key={paper}
                        look="plain"
                        href={`/api/operator/codes/${batch}/sheet?paper=${paper}`}
                        aria-label={`Download ${batch} on ${paper}`}
                        download
                      >
                        {paper === 'A4' ? 'A4' : 'Letter'}
                      </ButtonLink>
                    ))}
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {isMinting && (
        <MintCodes
          onClose={() => setIsMinting(false)}
          onDone={(words) => {
            showToast('ok', words)
            setIsMinting(false)
            void queries.invalidateQueries({ queryKey: ['operator'] })
          }}
        />
      )}
    </TabPage>
  )
}

/** A batch ends at midnight by UTC, with which the day after its last one begins. */
const lastDay = (expiresAt: string): string =>
  dateAlone(new Date(Date.parse(expiresAt) - 1).toISOString(), 'UTC')
