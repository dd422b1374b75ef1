import { useQueryClient } from '@tanstack/react-query'
import { useId, useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import type { SmsTemplateResponse } from '../../../contracts/message-settings.ts'
import { call } from '../../lib/api.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { inWords } from '../../lib/problems.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { AsideWords } from './aside-words.tsx'
import { FieldChips } from './field-chips.tsx'
import styles from './message-editor.module.css'
import { MessageFacts } from './message-facts.tsx'
import { MessageProblem } from './message-problem.tsx'
import { PhonePreview } from './phone-preview.tsx'
import { SenderLine } from './sender-line.tsx'
import { SendTest } from '../test-text/send-test.tsx'
import { plainProblem } from './template-rules.ts'
import { useReportState, type Part, type PartState } from '../save-bar.tsx'
import { RefusalWay } from '../refusal-way.tsx'
import { useInSight } from '../use-in-sight.ts'
import { useSave } from '../use-save.ts'
import { useAside } from './use-aside.ts'
import { useInsertField } from './use-insert-field.ts'
import { useKeepWords, useKeptWords } from './use-kept-words.ts'
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
  const kept = useKeptWords(template.message)
  const [draft, setDraft] = useState<string | null>(kept?.message ?? null)
  const message = draft ?? template.message
  const isDirty = message !== template.message
  const field = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const queries = useQueryClient()
  const { preview, isCurrent, error, refetch } = usePreview(message)
  const problem = plainProblem(message) ?? (isCurrent ? (preview?.problem?.message ?? null) : null)
  // What the owner saw when she began to write. Switching on or off here meanwhile is no change of the message.
  const [seen, setSeen] = useState<{ message: string; version: string }>(kept?.seen ?? template)
  const { version } = seen.message === template.message ? template : seen
  const aside = useAside(template.message, kept?.aside)
  const hasAside = aside.words.length > 0
  const begun = {
    message: isDirty ? message : null,
    seen: { message: seen.message, version },
    aside: aside.words,
  }
  useKeepWords(isDirty || hasAside ? begun : null)
  const undo = (): void => setDraft(null)
  const save = useSave({
    held: message,
    saved: template.message,
    isDirty,
    send: (held) =>
      call('PUT /api/sms/template', { body: { message: held, isEnabled: template.isEnabled, version } }),
    undo,
    onSaved: async (saved) => {
      await keepAnswer(queries, 'GET /api/sms/template', saved)
      setSeen(saved)
      showToast('ok', `Your message is saved. ${saved.isEnabled ? 'The next text uses it.' : NOT_USED_YET}`)
    },
  })
  const showSaved = (): void => {
    aside.put(message)
    undo()
    save.forgetRefusal()
    void queries.invalidateQueries({ queryKey: ['sms', 'template'] })
  }
  const write = (next: string): void => {
    if (!isDirty) setSeen(template)
    setDraft(next)
  }
  const isRefused = problem !== null
  const refusal = save.sent === message ? save.error : null
  useReportState(onState, isDirty, save.isSaving, hasAside)
  const problems = useInSight(save.error !== null || isRefused)
  useImperativeHandle(part, () => ({
    save: () => (isRefused ? field.current?.focus() : save.save()),
    undo,
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
          replacement={isCurrent ? (preview?.replacement ?? null) : null}
          warnings={preview?.warnings ?? template.warnings}
          onReplace={write}
        >
          {refusal && (
            <Notice tone="bad" action={<RefusalWay error={refusal} showSaved={showSaved} />}>
              {inWords(refusal)}
            </Notice>
          )}
        </MessageProblem>
        <AsideWords aside={aside} written={isDirty ? message : null} onPutBack={write} />
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

const NOT_USED_YET = 'Review requests are switched off: no text uses it until you switch them on.'
