import { counted } from '../lib/words.ts'

/** What became of stuck texts: where a customer was asked since, or is to be, hers is cancelled instead of sent. */
export const settledWords = (
  move: 'resend' | 'fail',
  { texts, resting }: { texts: number; resting: number },
): string => {
  const moved = `${counted(texts - resting, 'text')} ${move === 'resend' ? 'sent once more' : 'given up'}.`
  if (resting === 0) return moved
  const customers = resting === 1 ? 'its customer was' : 'their customers were'
  const cancelled = `${counted(resting, 'text')} cancelled, not sent: ${customers} asked since, or will be.`
  return texts > resting ? `${moved} ${cancelled}` : cancelled
}
