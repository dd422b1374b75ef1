import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { VisuallyHidden } from '../layout/visually-hidden.tsx'

/** A link that mends something: to a screen of ours, or to a vendor's in a new window. `whose` tells rows apart. */
export const ActLink = ({
  act,
  whose,
}: {
  act: { words: string; url: string }
  whose?: string
}): ReactNode => {
  if (act.url.startsWith('/')) return <Link to={act.url}>{act.words}</Link>
  return (
    <a href={act.url} target="_blank" rel="noreferrer">
      {act.words}
      <VisuallyHidden>{whose ? `: ${whose}, opens a new window` : ', opens a new window'}</VisuallyHidden>
    </a>
  )
}
