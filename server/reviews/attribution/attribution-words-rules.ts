import type { Guess } from './attribution-rules.ts'

/** Why this text is thought of, as the owner reads it on hover. `customer` is how the contact is called in Xero. */
export const reasonOf = ({ agrees, isOpened, hours }: Guess, customer: string): string => {
  const when = isOpened
    ? `${customer} opened the link ${ago(hours)} before this review`
    : `${customer} was texted ${ago(hours)} before this review and did not open the link`
  return `${when}, ${AGREES[agrees]}.`
}

const AGREES: Record<Guess['agrees'], string> = {
  name: 'and the name agrees',
  'first-name': 'and the first name agrees',
  surname: 'and the surname agrees',
  initials: 'and the initials agree',
}

const ago = (hours: number): string => {
  const minutes = Math.round(hours * 60)
  if (minutes < 2) return 'a minute'
  if (minutes < 60) return `${minutes} minutes`
  if (hours < 36) return counted(Math.round(hours), 'hour')
  return counted(Math.round(hours / 24), 'day')
}

const counted = (count: number, unit: string): string => (count === 1 ? `1 ${unit}` : `${count} ${unit}s`)
