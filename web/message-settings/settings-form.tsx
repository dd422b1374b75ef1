import { useQueryClient } from '@tanstack/react-query'
import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react'
import { flushSync } from 'react-dom'
import type { SmsSettings } from '../../contracts/message-settings.ts'
import { call } from '../lib/api.ts'
import { keepAnswer } from '../lib/keep-answer.ts'
import { Notice } from '../ui/feedback/notice.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { AskFirst } from './ask-first.tsx'
import { focusWrong } from './focus-wrong.ts'
import { PaceChoice } from './pace-choice.tsx'
import { useReportState, type Part, type PartState } from './save-bar.tsx'
import { savedWords } from './saved-words.ts'
import { SaveRefusal } from './save-refusal.tsx'
import { SendingHours } from './sending-hours.tsx'
import { Choice, SettingRow } from './setting-row.tsx'
import styles from './settings-form.module.css'
import {
  cooldownInWords,
  COOLDOWNS,
  delayInWords,
  DELAYS,
  draftOf,
  hoursProblem,
  isSame,
  withCurrent,
  withinHours,
  withTyped,
  wordProblem,
} from './settings-rules.ts'
import { useInSight } from './use-in-sight.ts'
import { useSave } from './use-save.ts'
import { WordList } from './word-list.tsx'

/** Hours, delay, cooldown, pace and words to leave out, each with the line that explains it. */
export const SettingsForm = ({
  settings,
  part,
  onState,
  others,
}: {
  settings: SmsSettings
  part: Ref<Part>
  onState: (state: PartState) => void
  /** What else is left out, beside the words. */
  others: ReactNode
}): ReactNode => {
  const saved = draftOf(settings)
  const [draft, setDraft] = useState<typeof saved | null>(null)
  // The time to go that she chose, while her sending hours leave it outside.
  const [movedFrom, setMovedFrom] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const now = draft ?? saved
  const wantedOf = (held: { now: typeof saved; typed: string }): typeof saved => ({
    ...held.now,
    excludedWords: withTyped(held.now.excludedWords, held.typed),
  })
  const isDirty = !isSame(now, saved) || typed.trim() !== ''
  // What the owner saw when she began to change it: other windows may save meanwhile.
  const [seen, setSeen] = useState(settings.version)
  const begin = (): void => {
    if (!isDirty) setSeen(settings.version)
  }
  const wrongHours = hoursProblem(now.sendingFrom, now.sendingUntil)
  const problem = wrongHours ?? wordProblem(typed)
  const [isRefused, setIsRefused] = useState(false)
  const queries = useQueryClient()
  const undo = (): void => {
    setDraft(null)
    setMovedFrom(null)
    setTyped('')
  }
  const save = useSave({
    held: { now, typed },
    saved,
    isDirty,
    send: (held) => call('PUT /api/sms/settings', { body: { ...wantedOf(held), version: seen } }),
    undo,
    onSaved: async ({ cancelled, ...answer }, before) => {
      await keepAnswer(queries, 'GET /api/sms/settings', answer)
      setSeen(answer.version)
      void queries.invalidateQueries({ queryKey: ['review-requests'] })
      showToast('ok', savedWords(before, draftOf(answer), cancelled))
    },
  })
  useReportState(onState, isDirty, save.isSaving)
  const whenToSend = useRef<HTMLElement>(null)
  const leftOut = useInSight(isRefused && wrongHours === null)
  useImperativeHandle(part, () => ({
    save: () => {
      // At once, so that the field is marked when it is looked for.
      flushSync(() => setIsRefused(problem !== null))
      if (wrongHours) whenToSend.current?.scrollIntoView({ block: 'nearest' })
      return problem === null ? save.save() : focusWrong(wrongHours ? whenToSend.current : leftOut.current)
    },
    undo,
    draft: () => ({ settings: wantedOf({ now, typed }) }),
  }))
  const change = (changed: Partial<typeof saved>): void => {
    begin()
    setDraft({ ...now, ...changed })
    save.forgetRefusal()
  }

  return (
    <>
      <section ref={whenToSend} className={styles.section} aria-labelledby="when">
        <h2 id="when">When texts go out</h2>
        <div className={styles.form}>
          <SendingHours
            settings={settings}
            from={now.sendingFrom}
            until={now.sendingUntil}
            wrongBy={wrongHours === null ? undefined : 'wrong-hours'}
            onChange={(hours) => {
              const chosen = movedFrom ?? now.askFirstAt
              const askFirstAt = withinHours(chosen, hours)
              setMovedFrom(askFirstAt === chosen ? null : chosen)
              change({ ...hours, askFirstAt })
            }}
          />
          <AskFirst
            hours={now}
            at={now.askFirstAt}
            movedFrom={movedFrom}
            onChange={(askFirstAt) => {
              setMovedFrom(null)
              change({ askFirstAt })
            }}
          />
          <SettingRow name="Delay" hint="How long after the payment the text goes out.">
            <Choice
              label="Delay"
              value={now.delayMinutes}
              choices={withCurrent(DELAYS, saved.delayMinutes)}
              inWords={delayInWords}
              onChange={(delayMinutes) => change({ delayMinutes })}
            />
          </SettingRow>
          <SettingRow
            name="Cooldown"
            hint="The shortest time between two texts to the same customer, however many invoices they pay."
          >
            <Choice
              label="Cooldown"
              value={now.cooldownDays}
              choices={withCurrent(COOLDOWNS, saved.cooldownDays)}
              inWords={cooldownInWords}
              onChange={(cooldownDays) => change({ cooldownDays })}
            />
          </SettingRow>
          {now.textsPerDay !== null && (
            <PaceChoice
              perDay={now.textsPerDay}
              saved={saved.textsPerDay ?? now.textsPerDay}
              onChange={(textsPerDay) => change({ textsPerDay })}
            />
          )}
        </div>
        {wrongHours !== null && (
          <div id="wrong-hours">
            <Notice tone="bad">{wrongHours}</Notice>
          </div>
        )}
      </section>
      <section className={styles.section} aria-labelledby="leave-out">
        <h2 id="leave-out">Who is not asked</h2>
        <div ref={leftOut} className={styles.form}>
          <WordList
            name="Words in a customer’s name"
            hint="A customer whose name has one of these words is never texted, such as Strata or Council."
            label="A word to leave out"
            words={now.excludedWords}
            typed={typed}
            isRefused={isRefused}
            onType={(next) => {
              begin()
              setIsRefused(false)
              setTyped(next)
            }}
            onChange={(excludedWords) => change({ excludedWords })}
          />
          {others}
        </div>
      </section>
      <SaveRefusal
        error={save.error}
        showSaved={() => {
          undo()
          save.forgetRefusal()
          void queries.invalidateQueries({ queryKey: ['sms', 'settings'] })
        }}
      />
    </>
  )
}
