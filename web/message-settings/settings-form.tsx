import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'
import type { SmsSettings } from '../../contracts/message-settings.ts'
import { call } from '../lib/api.ts'
import { inWords, isStatus } from '../lib/problems.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/feedback/notice.tsx'
import { showToast } from '../ui/feedback/toasts.tsx'
import { ExcludedWords } from './excluded-words.tsx'
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
  withTyped,
  wordProblem,
} from './settings-rules.ts'

/** Hours, delay, rest and words to leave out, each with the line that explains it. */
export const SettingsForm = ({
  settings,
  onDirty,
}: {
  settings: SmsSettings
  onDirty: (isDirty: boolean) => void
}): ReactNode => {
  const saved = draftOf(settings)
  const [draft, setDraft] = useState<typeof saved | null>(null)
  const [typed, setTyped] = useState('')
  const now = draft ?? saved
  const wanted = { ...now, excludedWords: withTyped(now.excludedWords, typed) }
  const isDirty = !isSame(now, saved) || typed.trim() !== ''
  // What the owner saw when she began to change it: other windows may save meanwhile.
  const [seen, setSeen] = useState(settings.version)
  const begin = (): void => {
    if (!isDirty) setSeen(settings.version)
  }
  const problem = hoursProblem(now.sendingFrom, now.sendingUntil) ?? wordProblem(typed)
  const queries = useQueryClient()
  const undo = (): void => {
    setDraft(null)
    setTyped('')
  }
  const save = useMutation({
    mutationFn: () => call('PUT /api/sms/settings', { body: { ...wanted, version: seen } }),
    onSuccess: (answer) => {
      queries.setQueryData(['sms', 'settings'], answer)
      undo()
      showToast('ok', 'Your settings are saved. They count from the next paid invoice on.')
    },
  })
  useEffect(() => onDirty(isDirty), [isDirty, onDirty])
  const change = (part: Partial<typeof saved>): void => {
    begin()
    setDraft({ ...now, ...part })
    save.reset()
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (!problem) save.mutate()
      }}
    >
      <SendingHours settings={settings} from={now.sendingFrom} until={now.sendingUntil} onChange={change} />
      <SettingRow name="Delay" hint="How long after the payment the text goes out.">
        <Choice
          label="Delay"
          value={now.delayMinutes}
          choices={withCurrent(DELAYS, saved.delayMinutes)}
          inWords={delayInWords}
          onChange={(delayMinutes) => change({ delayMinutes })}
        />
      </SettingRow>
      <SettingRow name="Cooldown" hint="How often the same customer may be asked, whatever they pay.">
        <Choice
          label="Cooldown"
          value={now.cooldownDays}
          choices={withCurrent(COOLDOWNS, saved.cooldownDays)}
          inWords={cooldownInWords}
          onChange={(cooldownDays) => change({ cooldownDays })}
        />
      </SettingRow>
      <ExcludedWords
        words={now.excludedWords}
        typed={typed}
        onType={(next) => {
          begin()
          setTyped(next)
        }}
        onChange={(excludedWords) => change({ excludedWords })}
      />
      {(hoursProblem(now.sendingFrom, now.sendingUntil) ?? save.error) !== null && (
        <div className={styles.notice}>
          <Notice
            tone="bad"
            action={
              isStatus(save.error, 409) && (
                <Button
                  look="plain"
                  onClick={() => {
                    undo()
                    save.reset()
                    void queries.invalidateQueries({ queryKey: ['sms', 'settings'] })
                  }}
                >
                  Show what is saved now
                </Button>
              )
            }
          >
            {hoursProblem(now.sendingFrom, now.sendingUntil) ?? inWords(save.error)}
          </Notice>
        </div>
      )}
      <div className={styles.actions}>
        <Button type="submit" busy={save.isPending} disabled={!isDirty || save.isPending}>
          Save settings
        </Button>
        {isDirty && (
          <Button look="ghost" onClick={undo}>
            Undo changes
          </Button>
        )}
      </div>
    </form>
  )
}
