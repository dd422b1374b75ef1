import type { ReactNode } from 'react'
import { Button } from '../controls/button.tsx'
import { LoadError } from './load-error.tsx'

type Pages = {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  error: unknown
  fetchNextPage: () => unknown
}

/** The way to the next page of a list, below it; and what kept it from coming. */
export const ShowMore = ({
  pages,
  className,
}: {
  pages: Pages
  className?: string | undefined
}): ReactNode => {
  if (!pages.hasNextPage) return null
  if (pages.isFetchNextPageError && !pages.isFetchingNextPage)
    return <LoadError what="The rest could not be loaded." error={pages.error} retry={pages.fetchNextPage} />
  return (
    <Button
      look="plain"
      className={className}
      busy={pages.isFetchingNextPage}
      onClick={() => void pages.fetchNextPage()}
    >
      Show more
    </Button>
  )
}
