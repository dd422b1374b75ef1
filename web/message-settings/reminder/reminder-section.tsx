import { useQueryClient } from '@tanstack/react-query'
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import type { SmsSender } from '../../../contracts/message-settings.ts'
import type { ReminderSettings, ReminderWay } from '../../../contracts/shared/reminders.ts'
import { call } from '../../lib/api.ts'
import { keepAnswer } from '../../lib/keep-answer.ts'
import { site } from '../../lib/site.ts'
import { useTimeZone } from '../../lib/use-time-zone.ts'
import { dateAlone } from '../../lib/words.ts'
import { showToast } from '../../ui/feedback/toasts.tsx'
import { AsideWords } from '../message/aside-words.tsx'
import { plainProblem } from '../message/template-rules.ts'
import { useAside } from '../message/use-aside.ts'
import { useReportState, type Part, type PartState } from '../save-bar.tsx'
import { SaveRefusal } from '../save-refusal.tsx'
import { Choice, SettingRow } from '../setting-row.tsx'
import form from '../settings-form.module.css'
import { useSave } from '../use-save.ts'
import { ReminderCountries } from './reminder-countries.tsx'
import { draftOfReminder, savedReminderWords, wantedReminder, type ReminderDraft } from './reminder-draft.ts'
import { ReminderWords } from './reminder-words.tsx'
import styles from './reminder.module.css'

/** Whether customers who did not open their link are asked once more, when, how and in which words. */
export const ReminderSection = ({
  settings,
  sender,
  part,
  onState,
}: {
  settings: ReminderSettings
  sender: SmsSender
  part: Ref<Part>
  onState: (state: PartState) => void
}): ReactNode => {
  const saved = draftOfReminder(settings)
  const [draft, setDraft] = useState<ReminderDraft | null>(null)
  const now = draft ?? saved
  const isDirty = JSON.stringify(now) !== JSON.stringify(saved)
  // What the owner saw when she began to change it: other windows may save meanwhile.
  const [seen, setSeen] = useState({ version: settings.version, message: settings.message })
  const words = useRef<HTMLTextAreaElement>(null)
  const queries = useQueryClient()
  const undo = (): void => setDraft(null)
  const save = useSave({
    held: now,
    saved,
    isDirty,
    send: (held, before) =>
      call('PUT /api/sms/reminders', { body: { ...wantedReminder(held, before), version: seen.version } }),
    undo,
    onSaved: async (answer, before) => {
      await keepAnswer(queries, 'GET /api/sms/reminders', answer)
      setSeen(answer)
      showToast('ok', savedReminderWords(before, draftOfReminder(answer)))
    },
  })
  const isRefused = now.isOn && plainProblem(now.message) !== null
  const aside = useAside(saved.message)
  useReportState(onState, isDirty, save.isSaving, aside.words.length > 0)
  useImperativeHandle(part, () => ({
    save: () => (isRefused ? words.current?.focus() : save.save()),
    undo,
  }))
  const change = (changed: Partial<ReminderDraft>): void => {
    if (!isDirty) setSeen(settings)
    setDraft({ ...now, ...changed })
    save.forgetRefusal()
  }

  return (
    <section className={form.section} aria-labelledby="reminder">
      <h2 id="reminder">One reminder</h2>
      <p className={styles.lead}>{site.hasReviews ? WHOM_BY_REVIEWS : WHOM}</p>
      <div className={form.form}>
        <OnOff settings={settings} isOn={now.isOn} onChange={(isOn) => change({ isOn })} />
        {now.isOn && (
          <>
            <WhenAndHow settings={settings} draft={now} onChange={change} />
            <ReminderCountries
              settings={settings}
              draft={now}
              onChange={(attested) => change({ attested })}
            />
          </>
        )}
      </div>
      {now.isOn && (
        <ReminderWords
          settings={settings}
          sender={sender}
          draft={now}
          field={words}
          onWrite={(message) => change({ message })}
        />
      )}
      <AsideWords
        aside={aside}
        written={now.message === saved.message ? null : now.message}
        onPutBack={(message) => change({ isOn: true, message })}
      />
      <SaveRefusal
        error={save.error}
        showSaved={() => {
          if (now.message !== seen.message) aside.put(now.message)
          undo()
          save.forgetRefusal()
          void queries.invalidateQueries({ queryKey: ['sms', 'reminders'] })
        }}
      />
    </section>
  )
}

const WHOM =
  'A customer who has not opened the link in your text is asked once more and then never again. It can reach somebody who wrote a review without the link: we do not see reviews.'

const WHOM_BY_REVIEWS =
  'A customer who has not opened the link in your text, and from whom no review seems to have come, is asked once more and then never again. Where your Google reviews are not connected, we cannot see reviews, so it can reach somebody who wrote one without the link.'

const OnOff = ({
  settings: { isOn: wasOn, onSince },
  isOn,
  onChange,
}: {
  settings: ReminderSettings
  isOn: boolean
  onChange: (isOn: boolean) => void
}): ReactNode => {
  const timeZone = useTimeZone()
  const since = wasOn && onSince !== null ? `went out since ${dateAlone(onSince, timeZone)}` : undefined
  return (
    <SettingRow
      name="Reminder"
      hint={`Only texts that ${since ?? 'go out after you switch it on'} are reminded.`}
    >
      <label className={form.check}>
        <input type="checkbox" checked={isOn} onChange={(event) => onChange(event.target.checked)} />
        Send one reminder
      </label>
    </SettingRow>
  )
}

const BOTH_WAYS =
  'A text costs what the first one costs. An e-mail costs nothing, and goes to the address in Xero.'

const BY_TEXT_ALONE =
  'A text costs what the first one costs. No reminder can go by e-mail, because e-mail is not set up here.'

const WhenAndHow = ({
  settings: { firstDay, lastDay, canMail },
  draft: { afterDays, way },
  onChange,
}: {
  settings: ReminderSettings
  draft: ReminderDraft
  onChange: (changed: Partial<ReminderDraft>) => void
}): ReactNode => (
  <>
    <SettingRow name="Day" hint="How long after the text it goes, inside your sending hours.">
      <Choice
        label="Day of the reminder"
        value={afterDays}
        choices={Array.from({ length: lastDay - firstDay + 1 }, (_, at) => firstDay + at)}
        inWords={(days) => `${days} days after the text`}
        onChange={(days) => onChange({ afterDays: days })}
      />
    </SettingRow>
    <SettingRow name="Way" hint={canMail ? BOTH_WAYS : BY_TEXT_ALONE}>
      <select
        aria-label="Way of the reminder"
        value={way}
        onChange={(event) => onChange({ way: event.target.value as ReminderWay })}
      >
        <option value="text">By text</option>
        <option value="email" disabled={!canMail}>
          By e-mail
        </option>
      </select>
    </SettingRow>
  </>
)
