import type { ReactNode } from 'react'
import { Badge, type BadgeTone } from '../ui/feedback/badge.tsx'

const KNOWN: Record<string, { words: string; tone: BadgeTone }> = {
  sent: { words: 'Sent', tone: 'ok' },
  delivered: { words: 'Delivered', tone: 'ok' },
  failed: { words: 'Failed', tone: 'bad' },
  pending: { words: 'Pending', tone: 'wait' },
}

/** How a text fares. A word that we do not know is shown as it is, and neutral. */
export const StatusBadge = ({ status }: { status: string }): ReactNode => {
  const { words, tone } = (Object.hasOwn(KNOWN, status) && KNOWN[status]) || {
    words: status || 'Unknown',
    tone: 'plain' as const,
  }
  return <Badge tone={tone}>{words}</Badge>
}
