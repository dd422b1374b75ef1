import { useId, type ReactNode, type RefObject } from 'react'
import type { SmsSender } from '../../../contracts/message-settings.ts'
import type { ReminderSettings } from '../../../contracts/shared/reminders.ts'
import { Button } from '../../ui/controls/button.tsx'
import { FieldChips } from '../message/field-chips.tsx'
import styles from '../message/message-editor.module.css'
import { MessageFacts } from '../message/message-facts.tsx'
import { MessageProblem } from '../message/message-problem.tsx'
import { PhonePreview } from '../message/phone-preview.tsx'
import { plainProblem } from '../message/template-rules.ts'
import { useInsertField } from '../message/use-insert-field.ts'
import { usePreview } from '../message/use-preview.ts'
import { useInSight } from '../use-in-sight.ts'
import type { ReminderDraft } from './reminder-draft.ts'
import own from './reminder.module.css'

/** The words of the reminder, under the rules of the first text; by text with its price, beside a phone. */
export const ReminderWords = ({
  settings,
  sender,
  draft: { message, way },
  field,
  onWrite,
}: {
  settings: ReminderSettings
  sender: SmsSender
  draft: ReminderDraft
  field: RefObject<HTMLTextAreaElement | null>
  onWrite: (message: string) => void
}): ReactNode => {
  const id = useId()
  const { preview, isCurrent, error, refetch } = usePreview(message)
  const problem = plainProblem(message)
  const place = useInSight(problem !== null)
  const insert = useInsertField(field, message, onWrite)
  const isText = way === 'text'
  return (
    <div className={`${styles.editor} ${own.words}`}>
      <div className={styles.form}>
        <label htmlFor={id}>Your reminder</label>
        <textarea
          ref={field}
          id={id}
          rows={4}
          value={message}
          aria-invalid={problem !== null || undefined}
          aria-describedby={`${id}-facts ${id}-problem`}
          onChange={(event) => onWrite(event.target.value)}
        />
        <FieldChips fields={settings.fields} onInsert={insert} />
        <MessageFacts id={`${id}-facts`} message={message} preview={isText ? preview : 'by e-mail'} />
        {!isText && (
          <p className={styles.sender}>
            It is a plain e-mail in the name of your business, with a link to get no more of them.
          </p>
        )}
        <MessageProblem
          place={place}
          id={`${id}-problem`}
          problem={problem}
          replacement={isCurrent ? (preview?.replacement ?? null) : null}
          warnings={preview?.warnings ?? []}
          onReplace={onWrite}
        />
        {message !== settings.defaultMessage && (
          <div className={styles.actions}>
            <Button look="ghost" onClick={() => onWrite(settings.defaultMessage)}>
              Reset the reminder to default
            </Button>
          </div>
        )}
      </div>
      {isText && <PhonePreview sender={sender} preview={preview} error={error} retry={refetch} />}
    </div>
  )
}
