import type { ReminderSettings, ReminderSettingsRequest } from '../../../contracts/shared/reminders.ts'
import { plainProblem } from '../message/template-rules.ts'

/** What the section holds until it is saved. */
export type ReminderDraft = Omit<ReminderSettingsRequest, 'version' | 'attested'> & { attested: string[] }

export const draftOfReminder = (settings: ReminderSettings): ReminderDraft => ({
  isOn: settings.isOn,
  afterDays: settings.afterDays,
  way: settings.way,
  message: settings.message,
  attested: settings.attested,
})

/** What is sent to be saved: words that cannot be used do not keep her from switching it off. */
export const wantedReminder = (
  draft: ReminderDraft,
  saved: Pick<ReminderDraft, 'message'>,
): Omit<ReminderSettingsRequest, 'version'> => {
  const message = draft.isOn || plainProblem(draft.message) === null ? draft.message : saved.message
  return { ...draft, message, attested: draft.attested as ReminderSettingsRequest['attested'] }
}

/** With it, or without it where it was among them; in the order that the server keeps. */
export const toggledAttestation = (attested: string[], one: string): string[] =>
  attested.includes(one) ? attested.filter((known) => known !== one) : [...attested, one].sort()

/** What a save did. */
export const savedReminderWords = (before: ReminderDraft, after: ReminderDraft): string => {
  if (!after.isOn) return 'The reminder is off. Its words are kept.'
  if (before.isOn) return 'Your reminder is saved.'
  return `The reminder is on, for texts that go out from now on: ${after.afterDays} days after each.`
}
