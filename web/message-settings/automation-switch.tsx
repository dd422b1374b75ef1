import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SmsTemplateResponse } from '../../contracts/message-settings.ts'
import { call } from '../lib/api.ts'
import { asks } from '../lib/asks.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { inWords } from '../lib/problems.ts'
import { useMutation } from '../lib/use-mutation.ts'
import { Switch } from '../ui/controls/switch.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { switchedOnWords } from './saved-words.ts'
import styles from './sms-page.module.css'

const ABOUT = 'automation'

/** Review requests on or off, at once. */
export const AutomationSwitch = ({ template }: { template: SmsTemplateResponse }): ReactNode => {
  const queries = useQueryClient()
  const { data: summary } = useQuery(asks('GET /api/review-requests/summary'))
  const waiting = (summary?.scheduled ?? 0) + (summary?.waitingForFunds ?? 0)
  const change = useMutation({
    mutationFn: (isEnabled: boolean) =>
      call('PUT /api/sms/template', {
        body: { message: template.message, isEnabled, version: template.version },
      }),
    onSuccess: async (saved) => {
      await keepAnswer(queries, 'GET /api/sms/template', saved)
      void queries.invalidateQueries({ queryKey: ['review-requests'] })
      void queries.invalidateQueries({ queryKey: ['activity'] })
      showToast(
        'ok',
        saved.isEnabled
          ? switchedOnWords(waiting)
          : 'Review requests are off: nobody is texted until you switch them on.',
        { about: ABOUT },
      )
    },
    onError: (error) => {
      showToast('bad', inWords(error), { about: ABOUT })
      void queries.invalidateQueries({ queryKey: ['sms', 'template'] })
    },
  })
  if (template.paused) return <PausedNotice reason={template.paused.reason} />
  return (
    <div className={styles.card}>
      <Switch
        label="Review requests"
        hint={
          template.isEnabled
            ? 'On: customers who pay are texted, by the rules below.'
            : 'Off: invoices are recorded, and nobody is texted. Texts that are waiting will not be sent.'
        }
        isOn={template.isEnabled}
        isBusy={change.isPending}
        onChange={(isOn) => change.mutate(isOn)}
      />
    </div>
  )
}

/** She cannot switch it on herself: who has paused it, and why. */
const PausedNotice = ({ reason }: { reason: string }): ReactNode => (
  <Notice tone="warn">
    <p>
      <b>Our support has paused your review requests.</b> Nobody is texted until they are resumed. The reason:
      “{reason}”
    </p>
    <p>Please write to us if you have questions, or once it is solved.</p>
  </Notice>
)
