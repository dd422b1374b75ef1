import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState, type ReactNode } from 'react'
import { call } from '../../lib/api.ts'
import { asks } from '../../lib/asks.ts'
import { useMutation } from '../../lib/use-mutation.ts'
import { counted } from '../../lib/words.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { ActError } from '../../ui/feedback/act-error.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { useFocusHeir } from '../../ui/layout/use-focus-heir.ts'
import { skippedWords, turnWords } from './banner-words.ts'
import styles from './banners.module.css'

/** There are more texts than the pace lets go: when they go, and how to cancel them. */
export const TurnBanner = (): ReactNode => {
  const { data } = useQuery(asks('GET /api/review-requests/summary'))
  const [isAsking, setIsAsking] = useState(false)
  const queries = useQueryClient()
  const skip = useMutation({
    mutationFn: (seen: { lastAt: string; newestAt: string }) =>
      call('POST /api/review-requests/skip-turns', { body: seen }),
    onSuccess: ({ skipped }) => {
      for (const queryKey of [['review-requests'], ['activity']]) void queries.invalidateQueries({ queryKey })
      setIsAsking(false)
      showToast('ok', skippedWords(skipped))
    },
  })
  const isOff = useQuery(asks('GET /api/sms/template')).data?.isEnabled === false
  if (!data?.turns || isOff) return null
  const { count, lastAt, newestAt } = data.turns
  const close = (): void => setIsAsking(false)
  return (
    <TurnSection>
      <p>{turnWords(data.turns, data)}</p>
      <button
        type="button"
        className={styles.quiet}
        onClick={() => {
          skip.reset()
          setIsAsking(true)
        }}
      >
        Skip them
      </button>
      <Dialog
        title={`Skip ${counted(count, 'text')}?`}
        isOpen={isAsking}
        onClose={close}
        no="Send them in turn"
        isBusy={skip.isPending}
        actions={
          <Button look="danger" busy={skip.isPending} onClick={() => skip.mutate({ lastAt, newestAt })}>
            Skip them
          </Button>
        }
      >
        <p>
          {count === 1
            ? 'It is not sent, and this customer is'
            : 'None of them is sent, and these customers are'}{' '}
          not asked about {count === 1 ? 'this invoice' : 'these invoices'}. Nothing is charged. Their later
          invoices count as usual. <strong>This cannot be undone.</strong>
        </p>
        <ActError error={skip.error} />
      </Dialog>
    </TurnSection>
  )
}

const TurnSection = ({ children }: { children: ReactNode }): ReactNode => {
  const place = useRef<HTMLElement>(null)
  useFocusHeir(place)
  return (
    <section
      ref={place}
      className={`${styles.banner} ${styles.calm}`}
      aria-label="Texts that wait for their turn"
    >
      {children}
    </section>
  )
}
