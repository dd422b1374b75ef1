import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import type { SmsTemplateResponse } from '../../../contracts/message-settings.ts'
import { call } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { FieldChips } from './field-chips.tsx'
import styles from './message-editor.module.css'
import { MessageFacts } from './message-facts.tsx'
import { MessageProblem } from './message-problem.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { SenderLine } from './sender-line.tsx'
import { SendTest } from '../test-text/send-test.tsx'
import { plainProblem } from './template-rules.ts'
import type { Part, PartState } from '../save-bar.tsx'
import { useInSight } from '../use-in-sight.ts'
import { useInsertField } from './use-insert-field.ts'
import { usePreview } from './use-preview.ts'

/** The message, beside a phone that shows what a customer gets. */
export const MessageEditor = ({
  template,
  part,
  onState,
}: {
  template: SmsTemplateResponse
  part: Ref<Part>
  onState: (state: PartState) => void
}): ReactNode => {
  const [draft, setDraft] = useState<string | null>(null)
  const message = draft ?? template.message
  const isDirty = message !== template.message
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const queries = useQueryClient()
  const { preview, isCurrent, error, refetch } = usePreview(message)
  const problem = plainProblem(message) ?? (isCurrent ? (preview?.problem?.message ?? null) : null)
  // What the owner saw when she began to write. Switching on or off here meanwhile is no change of the message.
  const [seen, setSeen] = useState(template)
  const { version } = seen.message === template.message ? template : seen
  const save = useSaveMessage({ isEnabled: template.isEnabled, version }, () => setDraft(null))
  const write = (next: string): void => {
    if (!isDirty) setSeen(template)
    setDraft(next)
  }
  const isRefused = problem !== null
  useEffect(() => onState({ isDirty, isSaving: save.isPending }), [isDirty, save.isPending, onState])
  const problems = useInSight(save.isError || isRefused)
  useImperativeHandle(part, () => ({
    save: () => (isRefused ? field.current?.focus() : save.mutateAsync(message).catch(() => undefined)),
    undo: () => setDraft(null),
    draft: () => ({ message }),
  }))

  const insert = useInsertField(field, message, write)

  return (
    <div className={styles.editor}>
      <div className={styles.form}>
        <label htmlFor={id}>Your message</label>
        <textarea
          ref={field}
          id={id}
          rows={5}
          value={message}
          aria-invalid={isRefused || undefined}
          aria-describedby={`${id}-facts ${id}-problem`}
          onChange={(event) => write(event.target.value)}
        />
        <FieldChips fields={template.fields} onInsert={insert} />
        <MessageFacts id={`${id}-facts`} message={message} preview={preview} />
        <SenderLine sender={template.sender} />
        <MessageProblem
          place={problems}
          id={`${id}-problem`}
          problem={problem}
          refused={save.variables === message ? save.error : null}
          replacement={isCurrent ? (preview?.replacement ?? null) : null}
          warnings={preview?.warnings ?? template.warnings}
          onReplace={write}
          onShowSaved={() => {
            setDraft(null)
            save.reset()
            void queries.invalidateQueries({ queryKey: ['sms', 'template'] })
          }}
        />
        <div className={styles.actions}>
          <SendTest message={message} isRefused={isRefused} preview={preview} />
          {message !== template.defaultMessage && (
            <Button look="ghost" onClick={() => write(template.defaultMessage)}>
              Reset to default
            </Button>
          )}
        </div>
      </div>
      <PhonePreview sender={template.sender} preview={preview} error={error} retry={refetch} />
    </div>
  )
}

const useSaveMessage = (seen: Pick<SmsTemplateResponse, 'isEnabled' | 'version'>, onSaved: () => void) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (message: string) => call('PUT /api/sms/template', { body: { message, ...seen } }),
    onSuccess: (saved) => {
      queries.setQueryData(['sms', 'template'], saved)
      onSaved()
      const use = saved.isEnabled
        ? 'The next text uses it.'
        : 'Review requests are switched off: no text uses it until you switch them on.'
      showToast('ok', `Your message is saved. ${use}`)
    },
  })
}
