import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { Link, useSearchParams } from 'react-router'
import { DEFAULT_SILENT_DAYS, TROUBLES } from '../../contracts/shared/operator-terms.ts'
import type { ListedBusiness, Trouble } from '../../contracts/operator.ts'
import { call } from '../lib/api.ts'
import { useDebounced } from '../lib/use-debounced.ts'
import { useShown } from '../lib/use-shown.ts'
import { inMoney, momentInWords } from '../lib/words.ts'
import { FilterField } from '../ui/controls/filter-field.tsx'
import { Badge } from '../ui/feedback/badge.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { LoadError } from '../ui/feedback/load-error.tsx'
import { LoadingRows } from '../ui/feedback/loading.tsx'
import { ShowMore } from '../ui/feedback/show-more.tsx'
import { TabPage } from '../ui/layout/tab-page.tsx'
import styles from './console.module.css'
import { TROUBLE_WORDS } from './trouble-words.ts'

const TYPING_PAUSE_MS = 200
const SILENT_DAYS = [3, 7, DEFAULT_SILENT_DAYS, 30, 90]

/** Every business, by name; the address keeps what is looked for. */
export const BusinessesPage = (): ReactNode => {
  const [address, setAddress] = useSearchParams()
  const [text, setText] = useState(address.get('search') ?? '')
  const trouble = TROUBLES.find((one) => one === address.get('trouble'))
  const days = Number(address.get('days')) || DEFAULT_SILENT_DAYS
  const put = (name: string, value: string): void =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before)
        if (value) next.set(name, value)
        else next.delete(name)
        return next
      },
      { replace: true },
    )
  return (
    <TabPage title="Businesses" lead="By name. Open one to see why it is silent.">
      <div className={styles.bar} role="search">
        <FilterField
          label="Search name, e-mail or organisation"
          value={text}
          onChange={(typed) => {
            setText(typed)
            put('search', typed.trim())
          }}
        />
        <select
          aria-label="Only those with a trouble"
          value={trouble ?? ''}
          onChange={(event) => put('trouble', event.target.value)}
        >
          <option value="">All businesses</option>
          {TROUBLES.map((one) => (
            <option key={one} value={one}>
              {TROUBLE_WORDS[one].words}
            </option>
          ))}
        </select>
        {trouble === 'silent' && (
          <select
            aria-label="Silent for how long"
            value={days}
            onChange={(event) => put('days', event.target.value)}
          >
            {[...new Set([...SILENT_DAYS, days])].map((count) => (
              <option key={count} value={count}>
                for {count} days
              </option>
            ))}
          </select>
        )}
      </div>
      <Results search={text.trim()} trouble={trouble} silentDays={days} />
    </TabPage>
  )
}

const Results = ({
  search: typed,
  trouble,
  silentDays,
}: {
  search: string
  trouble: Trouble | undefined
  silentDays: number
}): ReactNode => {
  const search = useDebounced(typed, TYPING_PAUSE_MS)
  const list = useInfiniteQuery({
    queryKey: ['operator', 'businesses', search, trouble, silentDays],
    queryFn: ({ pageParam, signal }) =>
      call('GET /api/operator/businesses', {
        query: { ...pageParam, silentDays, ...(search && { search }), ...(trouble && { trouble }) },
        signal,
      }),
    initialPageParam: {} as { cursor?: string },
    getNextPageParam: ({ nextCursor }) => (nextCursor === null ? undefined : { cursor: nextCursor }),
    placeholderData: keepPreviousData,
  })
  const shown = useShown(`${trouble} ${silentDays} ${search}`, list.isPlaceholderData)
  if (list.isPending) return <LoadingRows count={8} label="Loading businesses" />
  if (list.isError && !list.data)
    return <LoadError what="The businesses could not be loaded." error={list.error} retry={list.refetch} />
  const businesses = list.data.pages.flatMap((page) => page.businesses)
  if (businesses.length === 0)
    return (
      <EmptyState title={search || trouble ? 'No business matches' : 'No business yet'}>
        {search || trouble
          ? 'Try another part of the name, or all businesses.'
          : 'Businesses appear here when their owners have chosen them at Google.'}
      </EmptyState>
    )
  return (
    <>
      <table className={styles.table} aria-label="Businesses by name" aria-busy={list.isPlaceholderData}>
        <thead>
          <tr>
            <th scope="col">Business</th>
            <th scope="col">Organisations</th>
            <th scope="col" className={styles.number}>
              Funds
            </th>
            <th scope="col" className={styles.moment}>
              Last text
            </th>
            <th scope="col">State</th>
          </tr>
        </thead>
        <tbody key={shown}>
          {businesses.map((business) => (
            <Row key={business.id} business={business} />
          ))}
        </tbody>
      </table>
      <ShowMore pages={list} className={styles.more} />
    </>
  )
}

const Row = ({ business }: { business: ListedBusiness }): ReactNode => (
  <tr>
    <td>
      <Link to={`/operator/businesses/${business.id}`} dir="auto">
        {business.name}
      </Link>
      <small>{business.ownerEmail ?? 'no owner'}</small>
    </td>
    <td data-label="Organisations" dir="auto">
      {business.organisations ?? '–'}
    </td>
    <td data-label="Funds" className={styles.number}>
      {inMoney(business.available)}
    </td>
    <td data-label="Last text" className={styles.moment}>
      {business.lastTextAt ? momentInWords(business.lastTextAt) : 'None yet'}
    </td>
    <td data-label="State">
      <span className={styles.badges}>
        {business.troubles.length === 0 && <Badge tone="ok">Well</Badge>}
        {business.troubles.map((one) => (
          <Badge key={one} tone={TROUBLE_WORDS[one].tone}>
            {TROUBLE_WORDS[one].words}
          </Badge>
        ))}
      </span>
    </td>
  </tr>
)
