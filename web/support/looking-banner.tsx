import type { ReactNode } from 'react'
import { call } from '../lib/api.ts'
import { useCurrentUser } from '../lib/session/current-user.ts'
import { whoLooks } from '../lib/session/looking.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { momentInWords } from '../lib/words.ts'
import { Button } from '../ui/controls/button.tsx'
import styles from './looking-banner.module.css'

/** On every page that an operator looks at as the owner: whose they are, and the way out. */
export const LookingBanner = (): ReactNode => {
  const { user } = useCurrentUser()
  const looking = whoLooks()
  const stop = useMutation({
    mutationFn: () => call('POST /api/operator/stop-looking'),
    onSettled: () => window.location.replace('/operator'),
  })
  if (!looking) return null
  return (
    <aside className={styles.banner} aria-label="Support">
      <p>
        <b>
          You look at the screens of <span dir="auto">{user.businessName}</span> as {looking.operator}.
        </b>{' '}
        Only to read, until {momentInWords(looking.endsAt)}: nothing can be changed here.
      </p>
      <Button look="plain" busy={stop.isPending} onClick={() => stop.mutate()}>
        Stop looking
      </Button>
    </aside>
  )
}
