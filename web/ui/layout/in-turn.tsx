import { useRef, type ReactNode } from 'react'
import { useFocusHeir } from './use-focus-heir.ts'

type Part = { className?: string | undefined; children: ReactNode }

/** What stands in one place by turns: where another one comes, the focus that was in the last goes to the place. */
export const InTurn = ({ turn, ...part }: Part & { turn: string }): ReactNode => (
  <div tabIndex={-1} data-focus-heir>
    <Passing key={turn} {...part} />
  </div>
)

/** May go away with the focus in it, which goes to the `data-focus-heir` around. */
export const Passing = (part: Part): ReactNode => {
  const place = useRef<HTMLDivElement>(null)
  useFocusHeir(place)
  return <div ref={place} {...part} />
}
