import type { ReactNode } from 'react'
import type { ActivityItem } from '../../contracts/activity.ts'
import { dateAlone, dayAndTimeInWords } from '../lib/words.ts'
import { Story } from '../ui/layout/story.tsx'

/** An invoice without a text that was opened: when it was paid and came in, and why there was none. */
export const InvoiceDetails = ({ item, timeZone }: { item: ActivityItem; timeZone: string }): ReactNode => (
  <Story
    quote={null}
    facts={[
      { name: 'The text', words: 'None was sent.' },
      { name: 'Cost', words: 'Nothing.' },
      { name: 'What you can do', words: item.todo ?? item.help ?? 'Nothing needs doing.' },
    ]}
    steps={[
      ...(item.paidOn ? [{ when: dateAlone(item.paidOn, 'UTC'), what: 'Paid in Xero.' }] : []),
      {
        when: dayAndTimeInWords(item.decidedAt, timeZone),
        what: `The paid invoice came in. No text was sent. ${item.what}`,
      },
    ]}
  />
)
